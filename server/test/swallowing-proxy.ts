import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SwallowingProxy {
  /** The URL of the database behind it, through it. */
  readonly url: string;
  /** From now on nothing passes, and nobody is told; connections are still taken. */
  swallow(): void;
  /** What was held back passes, as TCP sends it again. */
  letPass(): void;
  close(): Promise<void>;
}

/** A network between a service and its database, which may swallow every packet. */
export async function openSwallowingProxy(databaseUrl: string): Promise<SwallowingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let swallows = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (swallows) from.pause();
      from.on('data', (bytes) => to.write(bytes));
      // The end of a connection is swallowed as well: it comes with the bytes.
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (!swallows) to.destroy();
      });
      if (swallows) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const through = new URL(databaseUrl);
  through.port = String(address.port);
  return {
    url: through.href,
    swallow() {
      swallows = true;
      for (const socket of sockets) socket.pause();
    },
    letPass() {
      swallows = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
