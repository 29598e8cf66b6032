import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { certificate, key } from './certificate.ts';

/** A request as a receiver of webhooks got it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks, on a free port of the loopback. */
export interface Receiver {
  readonly server: Server;
  readonly port: number;
  /** Without a slash at its end. */
  readonly url: string;
  /** Every request that has arrived whole. */
  readonly received: Received[];
  close(): Promise<void>;
}

/** How a receiver answers; `received` has the request already. What it writes may be anything, HTTP or not. */
export type Answering = (response: ServerResponse, received: Received) => void;

/** Opens a receiver. Without `answering` it says 200 and nothing more; without `port` it takes a free one. */
export async function openReceiver(
  answering: Answering = (response) => response.end(),
  { tls = false, port = 0 } = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const server = tls ? createTlsServer({ key, cert: certificate }) : createServer();
  server.on('request', async (request, response) => {
    const { method = '', url = '', headers } = request;
    // A sender that goes away in the middle is what some tests are about.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const whole = { method, path: url, headers, body };
    received.push(whole);
    answering(response, whole);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    server,
    port: address.port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    received,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
