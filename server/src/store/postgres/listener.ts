import type { Socket } from 'node:net';
import pg from 'pg';
import { openChannels } from '../channels.ts';
import type { Topic } from '../database.ts';

export interface ListenerOptions {
  readonly url: string;
  /** Makes the socket of a connection. */
  readonly stream: () => Socket;
  /** Told when the server has stopped answering: what waits for it waits in vain. */
  readonly onSilence: () => void;
}

/** A connection that follows what others change, and tells whether the server answers at all. */
export interface Listener extends Pick<ReturnType<typeof openChannels>, 'subscribe'> {
  /** The number of a subject's latest change; `undefined` while changes may be missed. */
  revision(subject: Topic): number | undefined;
  /** This process has committed a change of the subject: the notification of it comes later than the next request. */
  changedHere(subject: string): void;
  /** Whether the server has stopped answering, without a word: until it answers again, asking it is in vain. */
  readonly isSilent: boolean;
  close(): Promise<void>;
}

const beatMs = 1_000;
/**
 * How many beats in a row may pass without an answer. Counted, and not measured: a process that was held up itself, or a
 * machine that was asleep, misses one beat however long that took.
 */
const mostMissed = 4;
/** The same for an attempt to find out whether a silent server answers again: it is to be known within 5 s. */
const mostMissedByProbe = 3;

/**
 * Follows `accueil_revision`, and `accueil_wakeup` for who watches. While the connection is down nothing kept in memory is
 * trusted, and after it has come back nothing kept from before: revisions are numbered here, so that none comes twice. (The
 * numbers of the table would: a notification that arrives while they are read is counted twice, or not at all.)
 *
 * Each second it asks the server something. A network that swallows packets breaks no connection for a quarter of an hour:
 * without this, every request would wait for the timeout of its own query, and a revoked password would go on working.
 */
export function openListener({ url, stream, onSilence }: ListenerOptions): Listener {
  let changes = 0;
  let connectedAt = 0;
  const changed = new Map<string, number>();
  const { subscribe, publish, publishToAll } = openChannels();
  let client: pg.Client | undefined;
  let socket: Socket | undefined;
  /** Whether an answer is awaited, and how many beats have passed since. */
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
      if (channel === 'accueil_revision') changedHere(payload);
      else if (payload === 'outbox' || payload === 'mail') publish(payload);
    });
    await fresh.connect();
    await fresh.query('listen accueil_revision; listen accueil_wakeup');
    connectedAt = ++changes;
    client = fresh;
    silent = false;
    publishToAll();
  }

  function changedHere(subject: string): void {
    changed.set(subject, ++changes);
  }

  /** Awaits one answer. What fails is seen at the next beat: there is no connection any more. */
  function expect(answer: Promise<unknown>): void {
    awaiting = true;
    missed = 0;
    const of = socket;
    const done = () => {
      if (of === socket) awaiting = false;
    };
    answer.then(done, () => {
      done();
      of?.destroy();
    });
  }

  function beat(): void {
    if (awaiting) {
      if (++missed < (silent ? mostMissedByProbe : mostMissed)) return;
      silent = true;
      awaiting = false;
      client = undefined;
      socket?.destroy();
      onSilence();
    }
    if (client === undefined) begin();
    else expect(client.query('select 1'));
  }

  function begin(): void {
    const connected = connect();
    expect(connected);
  }

  begin();
  const timer = setInterval(beat, beatMs).unref();
  return {
    subscribe,
    revision: (subject) =>
      client === undefined ? undefined : Math.max(connectedAt, changed.get(subject) ?? 0),
    changedHere,
    get isSilent() {
      return silent;
    },
    async close() {
      clearInterval(timer);
      const open = client;
      if (open === undefined) socket?.destroy();
      else await open.end();
    },
  };
}
