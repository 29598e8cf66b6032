import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request on its way to the service. */
export interface OnTheWay {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string;
}

/** An answer on its way back. */
export interface OnTheWayBack {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One thing that is wrong with a service. */
export interface Fault {
  request?(request: OnTheWay): Partial<OnTheWay>;
  answer?(answer: OnTheWayBack, request: OnTheWay): Partial<OnTheWayBack>;
}

export interface FaultyProxy {
  readonly url: string;
  /** From now on this is wrong. */
  fault: Fault;
  close(): Promise<void>;
}

/** Stands in front of the service at `port` and alters what passes. */
export async function openFaultyProxy(port: number): Promise<FaultyProxy> {
  const server = createServer(async (incoming, outgoing) => {
    const came = {
      method: incoming.method ?? '',
      target: incoming.url ?? '',
      body: await text(incoming),
    };
    const sent = { ...came, ...proxy.fault.request?.(came) };
    const answer = await forward(port, sent, incoming.headers);
    const { status, headers, body } = { ...answer, ...proxy.fault.answer?.(answer, came) };
    const { 'content-length': _, 'transfer-encoding': __, ...others } = headers;
    outgoing.writeHead(status, others).end(status === 204 ? undefined : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${address.port}`,
    fault: {},
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return proxy;
}

async function forward(
  port: number,
  { method, target, body }: OnTheWay,
  came: IncomingHttpHeaders,
): Promise<OnTheWayBack> {
  const { 'content-length': length, connection: _, ...headers } = came;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method,
    path: target,
    headers: { ...headers, ...(length !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    agent: false,
  });
  // A body that is too large is answered before all of it has been sent.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}
