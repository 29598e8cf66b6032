import { connect } from 'node:net';

/** Sends the bytes of a request. Calls `done` once, with whether the status was 2xx. */
export type Send = (request: string, done: (good: boolean) => void) => void;

/** Shared by all connections: a stream per response would cost as much as the server. */
const buffer = Buffer.alloc(64 * 1024);
const nothing = Buffer.alloc(0);
const endOfHead = Buffer.from('\r\n\r\n');

/**
 * An HTTP client on raw sockets, so that the server is the bottleneck: keep-alive, one request in flight per connection,
 * a new connection when none is free.
 */
export function openClient(port: number): Send {
  const free: Send[] = [];
  return (request, done) => (free.pop() ?? open(port, free))(request, done);
}

function open(port: number, free: Send[]): Send {
  let pending = nothing;
  let waiting: ((good: boolean) => void) | undefined;
  const end = (good: boolean) => {
    const done = waiting;
    waiting = undefined;
    done?.(good);
  };
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        const chunk = buffer.subarray(0, length);
        const response = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        if (isWhole(response)) {
          pending = nothing;
          free.push(send);
          end(response.toString('latin1', 0, 10) === 'HTTP/1.1 2');
        } else pending = Buffer.from(response);
        return true;
      },
    },
  });
  const send: Send = (request, done) => {
    waiting = done;
    socket.write(request, 'utf8');
  };
  socket.on('error', () => undefined);
  socket.on('close', () => {
    const index = free.indexOf(send);
    if (index >= 0) free.splice(index, 1);
    end(false);
  });
  return send;
}

/** Assumes that every response has a Content-Length or no body. */
function isWhole(response: Buffer): boolean {
  const head = response.indexOf(endOfHead);
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(response.toString('latin1', 0, head))?.[1] ?? 0;
  return response.length >= head + endOfHead.length + Number(length);
}
