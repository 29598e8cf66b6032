import type { Socket } from 'node:net';
import pg from 'pg';

/** Detects a connection whose other end has vanished. The system's default delay is two hours. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

export const heartbeatMs = 1_000;
/**
 * Heartbeats in a row that may pass without a response. Counted instead of timed, because a stalled process or a
 * suspended machine misses only one, however long it lasted.
 */
export const maxMissed = 4;
/** The same while probing a silent server, whose recovery must be noticed within 5 s. */
const maxMissedByProbe = 3;

interface HeartbeatOptions {
  readonly url: string;
  readonly stream: () => Socket;
  readonly sql: string;
  /** Called when the server has stopped responding: pending queries will not complete. */
  readonly onSilence: () => void;
}

export type Heartbeat = ReturnType<typeof openHeartbeat>;

/**
 * Sends a query each second, the first one after a second, on a connection of its own. A network that drops packets breaks
 * no connection for a quarter of an hour: without this every query would wait for its own timeout, or for ever.
 */
export function openHeartbeat({ url, stream, sql, onSilence }: HeartbeatOptions) {
  let client: pg.Client | undefined;
  let socket: Socket | undefined;
  /** Whether a response is awaited, and how many heartbeats have passed since. */
  let awaiting = false;
  let missed = 0;
  let silent = false;
  let isAnswered = false;
  let isRequested = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      stream: () => {
        socket = stream();
        return socket;
      },
      connectionString: url,
      application_name: 'accueil heartbeat',
      ...keepAlive,
    });
    const own = socket;
    const lost = () => {
      if (client === fresh) client = undefined;
      own?.destroy();
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    await fresh.connect();
    client = fresh;
    silent = false;
    await fresh.query(sql);
  }

  /** Awaits one response. A failure destroys the socket, and the next heartbeat reconnects. */
  function expect(response: Promise<unknown>): void {
    awaiting = true;
    missed = 0;
    const own = socket;
    response.then(
      () => {
        if (own !== socket) return;
        awaiting = false;
        isAnswered = true;
        if (isRequested) beat();
      },
      () => {
        own?.destroy();
        if (own !== socket) return;
        awaiting = false;
        isAnswered = false;
      },
    );
  }

  function beat(): void {
    if (awaiting) {
      if (++missed < (silent ? maxMissedByProbe : maxMissed)) return;
      silent = true;
      awaiting = false;
      isAnswered = false;
      client = undefined;
      socket?.destroy();
      onSilence();
    }
    isRequested = false;
    if (client === undefined) expect(connect());
    else expect(client.query(sql));
  }

  const timer = setInterval(beat, heartbeatMs).unref();
  return {
    /** Sends the query now, or as soon as the present one has been answered. */
    request(): void {
      isRequested = true;
      if (!awaiting) beat();
    },
    /** Whether the last query that has ended was successful. */
    get isAnswered() {
      return isAnswered;
    },
    /** Whether the server has stopped responding while its connections are still open. Queries should not be sent. */
    get isSilent() {
      return silent;
    },
    async close(): Promise<void> {
      clearInterval(timer);
      const open = client;
      if (open === undefined) socket?.destroy();
      else await open.end();
    },
  };
}
