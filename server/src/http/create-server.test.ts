import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { connectTo, listen, parseAnswer } from '../../test/fixtures/raw-http.ts';
import { wireDefaults } from '../contract/wire-names.ts';
import { createServer } from './create-server.ts';

const options = { log: { level: 'silent' }, trustedProxies: [], wireNames: wireDefaults } as const;

it('a request that takes too long to arrive is told so and let go', async () => {
  const app = createServer({ ...options, requestTimeoutMs: 100 });
  app.post('/', async () => 'ok');
  const port = await listen(app);
  const begun = [
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Ty',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"a":',
  ];
  for (const part of begun) {
    const socket = await connectTo(port);
    socket.write(part);
    const answer = parseAnswer(await text(socket));
    assert.equal(answer.status, 400, answer.whole);
    assert.match(answer.body, /request: it took too long to arrive/);
  }
  await app.close();
});

it('a request may take 60 seconds to arrive', async () => {
  const app = createServer(options);
  assert.equal(app.server.requestTimeout, 60_000);
  await app.close();
});
