// Applications with large CVs: few are in memory at a time, and whatever they do, everything else goes on.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { pdf } from '../fixtures/documents.ts';
import { connectTo, listen, parseAnswer } from '../fixtures/raw-http.ts';
import { number } from '../fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

onSqlite('applications with large files', (engine) => {
  let service: TestService;
  let port: number;
  before(async () => {
    service = await startService(engine, { LOG_LEVEL: 'fatal' });
    port = await listen(service.app);
  });
  after(() => service.close());

  const application = (bytes: number) => {
    const content = Buffer.concat([pdf(), Buffer.alloc(bytes)]).toString('base64');
    return Buffer.from(JSON.stringify({ lastName: 'Petit', cv: { content } }));
  };
  const head = (length: number) =>
    `POST /fr/announcement/postuler?${service.query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  async function assertAlive(): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`);
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
  }

  it('large files are read four at a time; few wait, the others are 503 unread', async () => {
    const body = application(1_000_000);
    const open = new Set<Socket>();
    const refusals: string[] = [];
    const answers = new Map<Socket, Promise<string>>();
    for (let i = 0; i < 20; i++) {
      const socket = await connectTo(port);
      open.add(socket);
      const answer = text(socket).catch(() => '');
      answers.set(socket, answer);
      answer.then((whole) => {
        open.delete(socket);
        refusals.push(whole);
      });
      socket.write(head(body.length));
    }
    // No byte of a body has been sent: a response now was given without reading one.
    while (refusals.length < 8) await assertAlive();
    for (const refusal of refusals) {
      const answer = parseAnswer(refusal);
      assert.equal(answer.status, 503, answer.whole);
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal(JSON.parse(answer.body).error.code, 'UNAVAILABLE');
    }
    const lead = await service.post(`/fr/etablissement/5/commercial/create?${service.query}`, {});
    assert.equal(lead.body, '"ok"');
    const small = await service.post(
      `/fr/announcement/postuler?${service.query}`,
      application(1_000).toString(),
    );
    assert.equal(small.body, '"ok"', 'a small file does not wait');
    // One that leaves makes room, and so does each that is answered.
    assert.equal(refusals.length, 8);
    const [leaving, ...staying] = open;
    leaving?.destroy();
    for (const socket of staying) socket.write(body);
    for (const socket of staying) {
      const answer = parseAnswer((await answers.get(socket)) ?? '');
      assert.equal(answer.body, '"ok"', answer.whole);
    }
    assert.equal(
      await number(service.database, 'select count(*) from files where length(content) > 1000000'),
      11,
    );
  });
});
