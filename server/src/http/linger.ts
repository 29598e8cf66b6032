import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** How much is read and discarded after a response. */
const maxBytes = 32 * 1024 * 1024;
const maxMs = 10_000;
const pollMs = 100;

/**
 * Makes sure that a response sent before the whole body was read arrives: closing a connection with unread bytes resets it,
 * and the reset may overtake the response. Reads and discards the rest of the body, up to 32 MiB and 10 seconds.
 */
export function lingerAfterEarlyAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // Runs before Node's own listener, which closes the connection.
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

/** Sends a last response and closes the connection once the peer has read it, or after 10 seconds. */
export function endLingering(socket: Socket, answer: string): void {
  socket.end(answer);
  limitReading(socket);
}

/** Destroys the socket once it has read too much or for too long. Returns a function that lifts the limit. */
function limitReading(socket: Socket): () => void {
  const last = socket.bytesRead + maxBytes;
  let pollsLeft = maxMs / pollMs;
  const polling = setInterval(() => {
    pollsLeft--;
    if (pollsLeft > 0 && socket.bytesRead <= last) return;
    clearInterval(polling);
    socket.destroy();
  }, pollMs).unref();
  const stop = () => clearInterval(polling);
  socket.once('close', stop);
  return stop;
}
