import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The connection between a browser and the service: it can be cut, and can lose a response. */
export interface Line {
  readonly url: string;
  /** Refuses new connections from now on and cuts the open ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** The next answer of the service is lost: the connection ends in its first line. */
  loseNextAnswer(): void;
}

/** A line to a port of this machine, at an address of its own. */
export async function openLine(port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let losesNext = false;
  let server: Server | undefined;

  async function listen(at: number): Promise<number> {
    server = createServer((visitor) => {
      const service = connect(port, '127.0.0.1');
      for (const socket of [visitor, service]) {
        sockets.add(socket);
        // Only the client of a cut connection notices.
        socket.on('error', () => undefined);
        socket.on('close', () => sockets.delete(socket));
      }
      visitor.on('close', () => service.destroy());
      service.on('close', () => visitor.destroy());
      visitor.pipe(service);
      service.on('data', (bytes: Buffer) => {
        // The answer to a question that the browser asks before is none yet.
        if (losesNext && !bytes.includes(' 204 ')) {
          losesNext = false;
          // A browser that had none of it would ask again by itself.
          visitor.write(bytes.subarray(0, 20), () => visitor.destroy());
        } else visitor.write(bytes);
      });
    }).listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const own = await listen(0);
  return {
    url: `http://127.0.0.1:${own}`,
    async cut() {
      if (server === undefined || !server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async mend() {
      await listen(own);
    },
    loseNextAnswer() {
      losesNext = true;
    },
  };
}
