import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { connectTo, listen, parseAnswer, sendWhole } from '../../test/fixtures/raw-http.ts';
import { wireDefaults } from '../contract/wire-names.ts';
import { admitLargeBodies } from './body-admission.ts';
import { createServer } from './create-server.ts';

it('a large body that comes slowly gives way to the next one', async () => {
  const app = createServer({ log: { level: 'silent' }, trustedProxies: [], wireNames: wireDefaults });
  const config = { readsBody: true, largeText: ['file'] } as const;
  app.post('/', { bodyLimit: 2_000_000, config, preParsing: admitLargeBodies(1_000) }, async () => 'ok');
  const port = await listen(app);
  const body = JSON.stringify({ file: 'a'.repeat(1_000_000) });
  const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const slow = await Promise.all(Array.from({ length: 4 }, () => connectTo(port)));
  const answers = slow.map((socket) => text(socket));
  for (const socket of slow) socket.write(`${head}{`);
  await sendWhole(port, Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
  // Now the four are being read.
  assert.equal((await sendWhole(port, Buffer.from(head + body))).body, 'ok');
  const first = parseAnswer(await Promise.race(answers));
  assert.equal(first.status, 503, first.whole);
  for (const socket of slow) socket.destroy();
  await app.close();
});
