import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How long open connections are still served: more than a round trip, and a small part of the time allowed to stop. */
const drainMs = 1_000;
const pollMs = 50;

/**
 * Stops accepting connections and resolves when all are closed. Open ones are served for one more second, with
 * `Connection: close` in each response. Under load every kept-alive connection has a request on its way: closing it as soon
 * as it is idle would cut that request off, and browsers do not retry a POST. Calls `onDrained` after that second.
 */
export async function drain(server: Server, onDrained: () => void): Promise<void> {
  if (!server.listening) {
    onDrained();
    return;
  }
  const closed = once(server, 'close');
  // `http.Server.close` would close idle connections as well.
  NetServer.prototype.close.call(server);
  await Promise.race([closed, setTimeout(drainMs, undefined, { ref: false })]);
  onDrained();
  const polling = setInterval(() => server.closeIdleConnections(), pollMs);
  await closed;
  clearInterval(polling);
}
