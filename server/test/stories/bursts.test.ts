// Bursts of bodies that are larger than any form and within the limit of 256 KiB.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { wireDefaults } from '../../src/contract/wire-names.ts';
import { createServer } from '../../src/http/create-server.ts';
import { connectTo, listen, parseAnswer } from '../fixtures/raw-http.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { entryCount } from '../fixtures/stored-entry.ts';
import { holdWrites } from '../fixtures/write-lock.ts';

/** 16 MiB of these are in memory at a time, and 64 of one address wait. */
const bytes = 260_000;
const inMemory = Math.floor((16 * 1024 * 1024) / bytes);
const waiting = 64;
const whole = `{"notes":[${'0,'.repeat(bytes / 2 - 10)}0]}`.padEnd(bytes);

onSqlite('a burst of bodies under 256 KiB', (engine) => {
  let service: TestService;
  let port: number;
  let path: string;
  before(async () => {
    service = await startService(engine, { LOG_LEVEL: 'silent' });
    port = await listen(service.app);
    path = `/fr/etablissement/5/commercial/create?${service.query}`;
  });
  after(() => service.close());

  async function sendHead() {
    // Has the password in memory: while each request reads it from the database, they take places in another order than they came.
    while (service.database.revision('access') === undefined) await setImmediate();
    assert.equal((await service.get(`/fr/etablissement/show/5?${service.query}`)).statusCode, 200);
    const seen = once(service.app.server, 'request');
    const socket = await connectTo(port);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    const [request] = await seen;
    // When the service has noticed it. `once` would fail with the reset of who leaves with bytes unread.
    const closed = new Promise((resolve) => request.socket.once('close', resolve));
    return { socket, answer: text(socket).catch(() => ''), closed };
  }
  /** One after the other: which ones find a place depends on the order in which they arrive. */
  async function sendHeads(count: number) {
    const sent: Awaited<ReturnType<typeof sendHead>>[] = [];
    while (sent.length < count) sent.push(await sendHead());
    return sent;
  }
  async function leave(sent: readonly Awaited<ReturnType<typeof sendHead>>[]): Promise<void> {
    for (const { socket } of sent) socket.destroy();
    await Promise.all(sent.map(({ closed }) => closed));
  }
  function assertRefused(whole: string): void {
    const answer = parseAnswer(whole);
    assert.equal(answer.status, 503, answer.whole);
    assert.equal(answer.headers.get('retry-after'), '5');
    assert.equal(JSON.parse(answer.body).error.code, 'UNAVAILABLE');
  }

  it('bodies are bounded in bytes until they are stored, whoever leaves; forms do not wait', async (t) => {
    const { release } = await holdWrites(t, service);
    const admitted = await sendHeads(inMemory);
    for (const { socket } of admitted) socket.write(whole);
    const queued = await sendHeads(waiting);
    for (const { answer } of await sendHeads(5)) assertRefused(await answer);

    const form = service.post(path, { lastNameClient: 'Bernard', comment: 'x'.repeat(2_000) });
    assert.equal((await service.get('/health/live')).statusCode, 200);
    await leave(admitted);
    assertRefused(await (await sendHead()).answer);

    release();
    assert.equal((await form).body, '"ok"');
    for (const { socket } of queued) socket.write(whole);
    let stored = inMemory + 1;
    for (const { answer } of queued) {
      const late = await answer;
      // On a slow machine some have waited for their ten seconds.
      if (parseAnswer(late).body === '"ok"') stored++;
      else assertRefused(late);
    }
    assert.equal(await entryCount(service.database), stored);
  });

  it('a body that leaves before it has arrived holds no place', async () => {
    const stored = await entryCount(service.database);
    const begun = await sendHeads(inMemory + waiting);
    for (const { socket } of begun) socket.write(whole.slice(0, 50_000));
    assertRefused(await (await sendHead()).answer);
    await leave(begun);
    const next = await sendHead();
    next.socket.write(whole);
    assert.equal(parseAnswer(await next.answer).body, '"ok"');
    assert.equal(await entryCount(service.database), stored + 1);
  });
});

it('bodies that take long take turns with everything else, and small ones come first', async (t) => {
  let ms = 0;
  t.mock.method(performance, 'now', () => ms);
  const app = createServer({ log: { level: 'silent' }, trustedProxies: [], wireNames: wireDefaults });
  let turn = 0;
  const turns: number[] = [];
  app.post<{ Body: unknown[] }>('/', async ({ body }) => {
    // Longer than a turn takes.
    if (body.length > 0) ms += 25;
    turns.push(turn);
    return body.length;
  });
  await app.ready();
  const answered: number[] = [];
  let isOver = false;
  const all = [...Array(20).fill(Array(20_000).fill(0)), []].map(async (payload) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/', payload: JSON.stringify(payload), headers });
    answered.push(Number(answer.body));
  });
  void Promise.all(all).then(() => {
    isOver = true;
  });
  while (!isOver) {
    turn++;
    await setImmediate();
  }
  assert.ok(new Set(turns).size >= 20, turns.join());
  assert.ok(answered.indexOf(0) < 10, `the small one was answered as number ${answered.indexOf(0)}`);
  await app.close();
});
