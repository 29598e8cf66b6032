import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** What is read and thrown away after an answer, in bytes and milliseconds. */
const mostBytes = 32 * 1024 * 1024;
const mostMs = 10_000;
const lookMs = 100;

/**
 * Lets an answer arrive that is given before the body has been read: a connection that is closed with bytes unread is
 * reset, and the reset overtakes the answer. The rest of the body is read and thrown away, up to 32 MiB and 10 seconds.
 */
export function lingerAfterEarlyAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // Before Node's own listener, which closes the connection.
  if (hasBody) response.prependOnceListener('finish', () => discardRest(request));
}

function discardRest(request: IncomingMessage): void {
  const { socket } = request;
  // An injected request has no real socket.
  if (request.complete || request.destroyed || !(socket instanceof Socket)) return;
  const closeSoon = socket.destroySoon;
  socket.destroySoon = () => {
    socket.end();
    request.once('end', () => socket.destroy());
  };
  const stopLimit = limitReading(socket);
  request.once('end', () => {
    stopLimit();
    socket.destroySoon = closeSoon;
  });
  request.unpipe();
  request.resume();
}

/** Sends a last answer and closes the connection once the peer has read it, or after 10 seconds. */
export function endLingering(socket: Socket, answer: string): void {
  socket.end(answer);
  limitReading(socket);
}

/** Destroys the socket once it has read too much or too long; stops that when called. */
function limitReading(socket: Socket): () => void {
  const last = socket.bytesRead + mostBytes;
  let looksLeft = mostMs / lookMs;
  const looking = setInterval(() => {
    looksLeft--;
    if (looksLeft > 0 && socket.bytesRead <= last) return;
    clearInterval(looking);
    socket.destroy();
  }, lookMs).unref();
  const stop = () => clearInterval(looking);
  socket.once('close', stop);
  return stop;
}
