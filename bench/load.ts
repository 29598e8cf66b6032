// A process of its own: sends the same kind of request over many keep-alive connections, one in flight on each, and
// prints how many answers it had a second. Raw sockets, so that the server is what limits.
import { randomInt, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
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
let sent = 0;
let answered = 0;
let failed = 0;
let counting = false;
let stopping = false;

function next(): string {
  return requestOf(values.kind ?? '', {
    id: `bench-${run}-${String(sent++).padStart(10, '0')}`,
    entry: randomInt(entries),
    password: values.password,
  });
}

/** Every answer is read into it before the next one comes: a stream for each would cost as much as the server. */
const buffer = Buffer.alloc(64 * 1024);
const endOfHead = Buffer.from('\r\n\r\n');

function open(): void {
  let pending = Buffer.alloc(0);
  const socket = connect({
    port: Number(values.port),
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        const chunk = buffer.subarray(0, length);
        const answer = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        if (isWhole(answer)) {
          pending = Buffer.alloc(0);
          count(answer.toString('latin1', 0, 12) === 'HTTP/1.1 200');
          if (!stopping) socket.write(next(), 'utf8');
        } else pending = Buffer.from(answer);
        return true;
      },
    },
  });
  socket.on('connect', () => socket.write(next(), 'utf8'));
  socket.on('error', () => failed++);
}

function isWhole(answer: Buffer): boolean {
  const head = answer.indexOf(endOfHead);
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, head))?.[1];
  return answer.length >= head + endOfHead.length + Number(length);
}

function count(good: boolean): void {
  if (!counting) return;
  if (good) answered++;
  else failed++;
}

for (let i = 0; i < Number(values.connections); i++) open();
setTimeout(() => {
  counting = true;
  const start = performance.now();
  setTimeout(() => {
    const seconds = (performance.now() - start) / 1000;
    stopping = true;
    process.stdout.write(`${JSON.stringify({ perSecond: answered / seconds, answered, failed })}\n`);
    process.exit(0);
  }, durationMs);
}, warmUpMs);
