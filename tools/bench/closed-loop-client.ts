// A separate process: a closed-loop load. Sends the same kind of request over many connections, the next one on each as
// soon as the last response arrives, and prints the number of responses. On raw sockets, so that the server is the bottleneck.
import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { connections, type Load } from './closed-loop.ts';
import { bytesOf } from './requests.ts';

const { url, kind, seconds, entries } = JSON.parse(process.argv[2] ?? '{}') as Load;
const warmUpMs = 700;
/** Eight digits. */
const run = randomInt(1e7, 1e8);
let sent = 0;
let answered = 0;
let failed = 0;
let counting = false;

/** Shared by all connections: a stream per response would cost as much as the server. */
const buffer = Buffer.alloc(64 * 1024);
const nothing = Buffer.alloc(0);
const endOfHead = Buffer.from('\r\n\r\n');

/** Sends requests over a connection, and over another when it breaks. */
function open(): void {
  let pending = nothing;
  const { hostname: host, port } = new URL(url);
  const socket = connect({
    port: Number(port),
    host,
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        const chunk = buffer.subarray(0, length);
        const response = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        if (isWhole(response)) {
          pending = nothing;
          if (response.toString('latin1', 0, 10) !== 'HTTP/1.1 2') failed++;
          else if (counting) answered++;
          send();
        } else pending = Buffer.from(response);
        return true;
      },
    },
  });
  const send = () => {
    const id = `bench-${run}-${String(sent++).padStart(10, '0')}`;
    socket.write(bytesOf(kind, { id, entry: randomInt(entries) }), 'utf8');
  };
  socket.on('error', () => undefined);
  socket.on('close', () => {
    failed++;
    open();
  });
  send();
}

/** Assumes that every response has a Content-Length or no body. */
function isWhole(response: Buffer): boolean {
  const head = response.indexOf(endOfHead);
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(response.toString('latin1', 0, head))?.[1] ?? 0;
  return response.length >= head + endOfHead.length + Number(length);
}

for (let i = 0; i < connections; i++) open();
setTimeout(() => {
  counting = true;
  const start = performance.now();
  setTimeout(() => {
    const perSecond = (answered * 1000) / (performance.now() - start);
    process.stdout.write(`${JSON.stringify({ perSecond, failed })}\n`);
    process.exit(0);
  }, seconds * 1000);
}, warmUpMs);
