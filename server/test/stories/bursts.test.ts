// Bursts of bodies that are larger than any form and within the limit of 256 KiB.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { wireDefaults } from '../../src/contract/wire-names.ts';
import { createServer } from '../../src/http/create-server.ts';
import { connectTo, listen, parseAnswer } from '../fixtures/raw-http.ts';
import { onSqlite, startService } from '../fixtures/service.ts';
import { entryCount } from '../fixtures/stored-entry.ts';
import { holdWrites } from '../fixtures/write-lock.ts';

/** 16 MiB of these are in memory at a time, and 64 of one address wait. */
const bytes = 200_000;
const inMemory = Math.floor((16 * 1024 * 1024) / bytes);
const waiting = 64;
const body = JSON.stringify({ comment: 'x'.repeat(20_000), notes: Array(bytes).fill(0) }).slice(0, bytes - 2);
const whole = `${body.replace(/,$/, ' ')}]}`;

interface Sent {
  readonly socket: Socket;
  readonly answer: Promise<string>;
  /** Settles when the service has noticed that the connection is closed. */
  readonly closed: Promise<unknown>;
}

onSqlite('a burst of bodies under 256 KiB', (engine) => {
  async function start(t: TestContext) {
    const service = await startService(engine, { LOG_LEVEL: 'silent' });
    t.after(() => service.close());
    const port = await listen(service.app);
    const path = `/fr/etablissement/5/commercial/create?${service.query}`;
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${whole.length}\r\n\r\n`;
    /** Has the password in memory: while each request reads it from the database, they take places in another order than they came. */
    const readPassword = async () => {
      while (service.database.revision('access') === undefined) await setImmediate();
      assert.equal((await service.get(`/fr/etablissement/show/5?${service.query}`)).statusCode, 200);
    };
    const sendHead = async (): Promise<Sent> => {
      await readPassword();
      const seen = once(service.app.server, 'request');
      const socket = await connectTo(port);
      socket.write(head);
      const [request] = await seen;
      // `once` would fail with the reset of who leaves with bytes unread.
      const closed = new Promise((resolve) => request.socket.once('close', resolve));
      return { socket, answer: text(socket).catch(() => ''), closed };
    };
    /** One after the other: which ones find a place depends on the order in which they arrive. */
    const sendHeads = async (count: number) => {
      const sent: Sent[] = [];
      while (sent.length < count) sent.push(await sendHead());
      return sent;
    };
    const assertLive = async () => assert.equal((await service.get('/health/live')).statusCode, 200);
    return { service, path, sendHead, sendHeads, assertLive };
  }

  function assertRefused(whole: string): void {
    const answer = parseAnswer(whole);
    assert.equal(answer.status, 503, answer.whole);
    assert.equal(answer.headers.get('retry-after'), '5');
    assert.equal(JSON.parse(answer.body).error.code, 'UNAVAILABLE');
  }

  it('is bounded in bytes until it is stored, whoever leaves meanwhile; forms wait for none of it', {
    timeout: 60_000,
  }, async (t) => {
    const { service, path, sendHead, sendHeads, assertLive } = await start(t);
    const { release } = await holdWrites(t, service);
    const admitted = await sendHeads(inMemory);
    for (const { socket } of admitted) socket.write(whole);
    const queued = await sendHeads(waiting);
    for (const { answer } of await sendHeads(10)) assertRefused(await answer);

    const form = service.post(path, { lastNameClient: 'Bernard', comment: 'x'.repeat(2_000) });
    for (let i = 0; i < 100; i++) await assertLive();
    for (const { socket } of admitted) socket.destroy();
    await Promise.all(admitted.map(({ closed }) => closed));
    await assertLive();
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

  it('that leaves before it has arrived holds no place', { timeout: 60_000 }, async (t) => {
    const { service, sendHead, sendHeads } = await start(t);
    const begun = await sendHeads(inMemory + waiting);
    for (const { socket } of begun) socket.write(whole.slice(0, 50_000));
    assertRefused(await (await sendHead()).answer);
    for (const { socket } of begun) socket.destroy();
    await Promise.all(begun.map(({ closed }) => closed));
    const next = await sendHead();
    next.socket.write(whole);
    assert.equal(parseAnswer(await next.answer).body, '"ok"');
    assert.equal(await entryCount(service.database), 1);
  });
});

it('bodies that take long to parse take turns with everything else, and small ones come first', async () => {
  const app = createServer({ log: { level: 'silent' }, trustedProxies: [], wireNames: wireDefaults });
  let turn = 0;
  const turns: number[] = [];
  app.post<{ Body: unknown[] }>('/', async ({ body }) => {
    const until = performance.now() + 25;
    while (body.length > 0 && performance.now() < until);
    turns.push(turn);
    return body.length;
  });
  const post = (payload: unknown) =>
    app.inject({
      method: 'POST',
      url: '/',
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    });
  await app.ready();
  const answered: number[] = [];
  const all = [...Array(20).fill(Array(20_000).fill(0)), []].map(async (payload) =>
    answered.push(Number((await post(payload)).body)),
  );
  let isOver = false;
  void Promise.all(all).then(() => {
    isOver = true;
  });
  while (!isOver) {
    turn++;
    await setImmediate();
  }
  assert.equal(new Set(turns).size >= 20, true, turns.join());
  assert.ok(answered.indexOf(0) < 10, `the small one was answered as number ${answered.indexOf(0)}`);
  await app.close();
});
