import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Engine } from '../../server/src/store/dialect.ts';
import { startService, type TestService } from '../../server/test/fixtures/service.ts';
import type { Wait } from '../src/index.ts';

/** A whole service behind a real socket. */
export interface ListeningService extends TestService {
  readonly url: string;
}

export async function startListening(
  engine: Engine,
  env: Record<string, string> = {},
): Promise<ListeningService> {
  const service = await startService(engine, env);
  return { ...service, url: await service.app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** A request as the raw server got it. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answering = (response: ServerResponse, asked: Asked) => void;

/** A server that answers the nth request with the nth handler, and all later ones with the last. */
export async function openRaw(...answering: [Answering, ...Answering[]]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: await text(request) };
    asked.push(one);
    (answering[asked.length - 1] ?? answering.at(-1))?.(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Answers JSON with a status. */
export const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** Goes away without a word. */
export const drops: Answering = (response) => void response.socket?.destroy();

/** Pauses that pass at once, and how long each would have been, in milliseconds. */
export function notedPauses(): { wait: Wait; pauses: number[] } {
  const pauses: number[] = [];
  return {
    pauses,
    wait: async (ms, signal) => {
      signal?.throwIfAborted();
      pauses.push(ms);
    },
  };
}
