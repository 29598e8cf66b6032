import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { App } from '../src/http/app-type.ts';

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly whole: string;
}

/** Listens on a free port of the loopback and answers it. */
export async function listen(app: App): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

export async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // A service that hangs up while we still send is what some tests are about.
  socket.on('error', () => undefined);
  socket.setTimeout(20_000, () => socket.destroy(new Error('The service has said nothing for 20 seconds')));
  return socket;
}

/** Sends these bytes and reads until the service hangs up: ask for `Connection: close`. */
export async function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = await connectTo(port);
  const answered = text(socket);
  for (const part of parts) socket.write(part);
  return parseAnswer(await answered);
}

/** Sends all of these bytes, then reads one answer. Fails when the connection breaks before both are done. */
export async function sendWhole(port: number, bytes: Buffer): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  try {
    // Its callback gets the error of a broken pipe or a reset.
    const sent = new Promise<void>((resolve, reject) =>
      socket.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
    socket.on('error', () => undefined);
    await sent;
    let whole = '';
    for await (const chunk of socket) {
      whole += chunk;
      const { headers, body } = parseAnswer(whole);
      if (Buffer.byteLength(body) >= Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)) break;
    }
    return parseAnswer(whole);
  } finally {
    socket.destroy();
  }
}

/** The first answer in what came. */
export function parseAnswer(whole: string): RawAnswer {
  const [head = '', body = ''] = whole.split('\r\n\r\n', 2);
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(status.split(' ')[1]), headers, body, whole };
}
