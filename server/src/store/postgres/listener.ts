import type { Socket } from 'node:net';
import pg from 'pg';
import { openChannels } from '../channels.ts';
import type { Topic } from '../database.ts';

export interface ListenerOptions {
  readonly url: string;
  /** Creates the socket of a connection. */
  readonly stream: () => Socket;
  /** Called when the server has stopped responding: pending queries will not complete. */
  readonly onSilence: () => void;
}

const heartbeatMs = 1_000;
/**
 * Heartbeats in a row that may pass without a response. Counted instead of timed, because a stalled process or a
 * suspended machine misses only one, however long it lasted.
 */
const maxMissed = 4;
/** The same while probing a silent server, whose recovery must be noticed within 5 s. */
const maxMissedByProbe = 3;

/**
 * Opens a connection that listens on `accueil_revision`, and on `accueil_wakeup` for subscribers. Caches are not trusted
 * while the connection is down, nor are their earlier values once it is back. Revisions are numbered here so that none
 * repeats: with the numbers of the table, a notification that arrives while they are read would be counted twice or not at
 * all.
 *
 * A query is sent each second. A network that drops packets breaks no connection for a quarter of an hour: without this
 * heartbeat every request would wait for its query's timeout, and a revoked password would go on working.
 */
export function openListener({ url, stream, onSilence }: ListenerOptions) {
  let changes = 0;
  let connectedAt = 0;
  const changed = new Map<string, number>();
  const { subscribe, publish, publishToAll } = openChannels();
  let client: pg.Client | undefined;
  let socket: Socket | undefined;
  /** Whether a response is awaited, and how many heartbeats have passed since. */
  let awaiting = false;
  let missed = 0;
  let silent = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      stream: () => {
        socket = stream();
        return socket;
      },
      connectionString: url,
      application_name: 'accueil listener',
    });
    const own = socket;
    const lost = () => {
      if (client === fresh) client = undefined;
      own?.destroy();
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'accueil_revision') markChanged(payload);
      else if (payload === 'outbox' || payload === 'mail' || payload === 'erasures') publish(payload);
    });
    await fresh.connect();
    await fresh.query('listen accueil_revision; listen accueil_wakeup');
    connectedAt = ++changes;
    client = fresh;
    silent = false;
    publishToAll();
  }

  /** Records a change, also one committed by this process: its notification may arrive after the next request. */
  function markChanged(topic: string): void {
    changed.set(topic, ++changes);
  }

  /** Awaits one response. A failure destroys the socket, and the next heartbeat reconnects. */
  function expect(response: Promise<unknown>): void {
    awaiting = true;
    missed = 0;
    const own = socket;
    const done = () => {
      if (own === socket) awaiting = false;
    };
    response.then(done, () => {
      done();
      own?.destroy();
    });
  }

  function heartbeat(): void {
    if (awaiting) {
      if (++missed < (silent ? maxMissedByProbe : maxMissed)) return;
      silent = true;
      awaiting = false;
      client = undefined;
      socket?.destroy();
      onSilence();
    }
    if (client === undefined) expect(connect());
    else expect(client.query('select 1'));
  }

  expect(connect());
  const timer = setInterval(heartbeat, heartbeatMs).unref();
  return {
    subscribe,
    /** Returns the number of the topic's latest change; `undefined` while changes may be missed. */
    revision: (topic: Topic) =>
      client === undefined ? undefined : Math.max(connectedAt, changed.get(topic) ?? 0),
    markChanged,
    /** Whether the server has stopped responding while the connection is still open. Queries should then not be sent. */
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
