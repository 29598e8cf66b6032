import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How long an open connection may bring one more request: more than a round trip, little of the time to stop. */
const drainMs = 1_000;
const lookMs = 50;

/**
 * Stops taking connections and resolves when all are closed. Open ones keep being served for a moment, and each
 * answer tells its caller to close: under load every kept-alive connection has a request on its way, which would be
 * cut off if connections were closed as soon as they are idle, and a form is not posted again by itself.
 * `onDrained` is told when that moment has passed.
 */
export async function drain(server: Server, onDrained: () => void): Promise<void> {
  if (!server.listening) {
    onDrained();
    return;
  }
  const closed = once(server, 'close');
  // The close of an HTTP server would close idle connections too.
  NetServer.prototype.close.call(server);
  await Promise.race([closed, setTimeout(drainMs, undefined, { ref: false })]);
  onDrained();
  const looking = setInterval(() => server.closeIdleConnections(), lookMs);
  await closed;
  clearInterval(looking);
}
