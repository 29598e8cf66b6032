// A separate process: a closed-loop load. Sends the same kind of request over many connections, the next one on each as
// soon as the last response arrives, and prints the number of responses.
import { randomInt, randomUUID } from 'node:crypto';
import { openClient } from './client.ts';
import { connections, type Load, password } from './processes.ts';
import { requestOf } from './requests.ts';

const { port, kind, seconds, entries } = JSON.parse(process.argv[2] ?? '{}') as Load;
const warmUpMs = 700;
const run = randomUUID().slice(0, 8);
const send = openClient(port);
let sent = 0;
let answered = 0;
let failed = 0;
let counting = false;

function next(): void {
  const id = `bench-${run}-${String(sent++).padStart(10, '0')}`;
  send(requestOf(kind, { id, entry: randomInt(entries), password }), (good) => {
    if (counting && good) answered++;
    if (!good) failed++;
    next();
  });
}

for (let i = 0; i < connections; i++) next();
setTimeout(() => {
  counting = true;
  const start = performance.now();
  setTimeout(() => {
    const perSecond = (answered * 1000) / (performance.now() - start);
    process.stdout.write(`${JSON.stringify({ perSecond, sent, failed })}\n`);
    process.exit(0);
  }, seconds * 1000);
}, warmUpMs);
