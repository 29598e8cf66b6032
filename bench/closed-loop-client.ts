// A separate process: a closed-loop load. Sends the same kind of request over many connections, the next one on each as
// soon as the last response arrives, and prints the number of responses.
import { randomInt, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openClient } from './client.ts';
import { requestOf } from './requests.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    kind: { type: 'string' },
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '3' },
    entries: { type: 'string', default: '1' },
    password: { type: 'string', default: '' },
  },
});
const warmUpMs = 700;
const durationMs = Number(values.seconds) * 1000;
const run = randomUUID().slice(0, 8);
const entries = Number(values.entries);
const send = openClient(Number(values.port));
let sent = 0;
let answered = 0;
let failed = 0;
let counting = false;

function next(): void {
  const id = `bench-${run}-${String(sent++).padStart(10, '0')}`;
  const about = { id, entry: randomInt(entries), password: values.password };
  send(requestOf(values.kind ?? '', about), (good) => {
    if (counting && good) answered++;
    if (!good) failed++;
    next();
  });
}

for (let i = 0; i < Number(values.connections); i++) next();
setTimeout(() => {
  counting = true;
  const start = performance.now();
  setTimeout(() => {
    const seconds = (performance.now() - start) / 1000;
    process.stdout.write(`${JSON.stringify({ perSecond: answered / seconds, sent, failed })}\n`);
    process.exit(0);
  }, durationMs);
}, warmUpMs);
