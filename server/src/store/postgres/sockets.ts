import { Socket } from 'node:net';

/** How long a server may take to acknowledge that connections are closed. */
const closeTimeoutMs = 500;

/** The sockets of a process to one server, which break together when it stops responding. */
export function openSockets() {
  const sockets = new Set<Socket>();
  const destroy = (error?: Error): void => {
    for (const socket of sockets) socket.destroy(error);
  };
  return {
    stream(): Socket {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    /** Breaks all connections: their queries reject with the error. */
    destroy,
    /** Waits until these connections are closed. Those of a hung server, which never acknowledges it, are destroyed. */
    async closed(...closing: readonly Promise<unknown>[]): Promise<void> {
      const timer = setTimeout(destroy, closeTimeoutMs);
      await Promise.all(closing);
      clearTimeout(timer);
    },
  };
}
