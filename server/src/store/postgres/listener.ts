import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { openChannels } from '../channels.ts';
import { channels, type Topic } from '../database.ts';
import { heartbeatMs, keepAlive, maxMissed, openHeartbeat } from './heartbeat.ts';

export interface ListenerOptions {
  readonly url: string;
  readonly stream: () => Socket;
  /** Called when the server has stopped responding: pending queries will not complete. */
  readonly onSilence: () => void;
  /** Called once when notifications stop arriving although the server responds. */
  readonly onDeaf: () => void;
}

/**
 * Opens a connection that listens on `accueil_revision`, and on `accueil_wakeup` for subscribers. Caches are trusted only
 * while its own heartbeat arrives there: a notification that is sent each second from another connection. Asking the
 * listening connection itself would prove nothing: behind a pooler in transaction mode it gets its answers, and whatever
 * arrives in between is dropped without an error, such as that a password was revoked.
 *
 * Nor are values cached before trusted again. Revisions are numbered here so that none repeats: with the numbers of the
 * table, a notification that arrives while they are read would be counted twice or not at all.
 */
export function openListener({ url, stream, onSilence, onDeaf }: ListenerOptions) {
  let changes = 0;
  let trustedAt = 0;
  const changed = new Map<string, number>();
  const { subscribe, publish, publishToAll } = openChannels();
  const own = `accueil_heartbeat_${randomBytes(8).toString('hex')}`;
  const heartbeat = openHeartbeat({ url, stream, onSilence, sql: notificationOn(own) });
  let client: pg.Client | undefined;
  let socket: Socket | undefined;
  let isListening = false;
  /** Whether everything that others notify arrives. */
  let isTrusted = false;
  /** Heartbeats that have passed since the last one arrived, or since it was connected. */
  let missed = 0;
  let isToldDeaf = false;

  function connect(): void {
    missed = 0;
    const fresh = new pg.Client({
      stream: () => {
        socket = stream();
        return socket;
      },
      connectionString: url,
      application_name: 'accueil listener',
      ...keepAlive,
    });
    client = fresh;
    const lost = () => {
      if (client === fresh) disconnect();
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === own) hear();
      else if (channel === 'accueil_revision') markChanged(payload);
      else {
        const known = channels.find((one) => one === payload);
        if (known !== undefined) publish(known);
      }
    });
    fresh
      .connect()
      .then(() => fresh.query(`listen accueil_revision; listen accueil_wakeup; listen ${own}`))
      .then(() => {
        if (client !== fresh) return;
        isListening = true;
        heartbeat.request();
      }, lost);
  }

  function disconnect(): void {
    client = undefined;
    isListening = false;
    isTrusted = false;
    socket?.destroy();
  }

  function hear(): void {
    missed = 0;
    if (isTrusted) return;
    isTrusted = true;
    isToldDeaf = false;
    trustedAt = ++changes;
    publishToAll();
  }

  function watch(): void {
    if (client !== undefined) {
      if (++missed < maxMissed) return;
      isTrusted = false;
      // Nothing was sent that could arrive: the server may be short of connections, and this one is good.
      if (!heartbeat.isAnswered) return;
      const isDeaf = isListening;
      disconnect();
      if (isDeaf) {
        // Subscribers have missed what was notified meanwhile.
        publishToAll();
        if (!isToldDeaf) onDeaf();
        isToldDeaf = true;
      }
    }
    connect();
  }

  /** Records a change, also one committed by this process: its notification may arrive after the next request. */
  function markChanged(topic: string): void {
    changed.set(topic, ++changes);
  }

  connect();
  heartbeat.request();
  const timer = setInterval(watch, heartbeatMs).unref();
  return {
    subscribe,
    /** Returns the number of the topic's latest change; `undefined` while changes may be missed. */
    revision: (topic: Topic) => (isTrusted ? Math.max(trustedAt, changed.get(topic) ?? 0) : undefined),
    markChanged,
    /** Whether the server has stopped responding while its connections are still open. Queries should not be sent. */
    get isSilent() {
      return heartbeat.isSilent;
    },
    async close(): Promise<void> {
      clearInterval(timer);
      const open = isListening ? client : undefined;
      client = undefined;
      if (open === undefined) socket?.destroy();
      await Promise.all([open?.end(), heartbeat.close()]);
    },
  };
}

/**
 * Notifies a channel. Its commit waits neither for the disk nor for a standby, and gives up when another one, which holds
 * the server's lock of notifications, does: a slow disk is no silent server.
 */
function notificationOn(channel: string): string {
  return `set local lock_timeout = '2s'; set local synchronous_commit = off; select pg_notify('${channel}', '')`;
}
