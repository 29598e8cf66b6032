import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { openChannels } from '../channels.ts';
import type { Database, LogLine } from '../database.ts';
import { newestMigration } from '../migration-files.ts';
import { withReadiness } from '../readiness.ts';
import { openBatchedReads } from './batched-reads.ts';
import { connect, withFileName } from './connection.ts';
import { removeDeletedBytes } from './deleted-bytes.ts';
import { identify } from './file-identity.ts';
import { openReader } from './reader.ts';
import { openTransactions } from './transactions.ts';
import { writeGuard } from './write-guard.ts';
import { beginImmediate, writeDeadline } from './write-lock.ts';
import { openWriter } from './writer.ts';

/** How long `close` waits for running work: longer than a commit takes, and within the service's own stop timeout. */
const closeTimeoutMs = 1_000;

export interface SqliteOptions {
  readonly file: string;
  /** Passed to operations. */
  readonly secretKey: string;
}

/**
 * Opens the SQLite file, creating it if necessary. The event loop has one connection for look-ups and one for the
 * transactions of commands; writes and slow reads each have a thread. Throws when this version of SQLite could corrupt
 * data, or does not keep `synchronous=FULL`.
 */
export async function openSqlite({ file, secretKey }: SqliteOptions): Promise<Database> {
  const own = connect(file);
  await prepare(own, file);
  const reader = connect(file);
  const read = openBatchedReads(reader);
  const files = identify(file);
  const { subscribe, publish } = openChannels();
  const stopping = new AbortController();
  let onCommit = (_writes: number) => {};
  const logs: ((line: LogLine) => void)[] = [];
  const log = (line: LogLine) => {
    for (const observe of logs) observe(line);
  };
  const transaction = openTransactions(
    own,
    writeGuard(own, files, newestMigration),
    { publish, log },
    stopping.signal,
  );
  const writer = openWriter(
    { file, files, secretKey, newestSchema: newestMigration },
    ({ notified, logged }, writes) => {
      read.forget();
      onCommit(writes);
      for (const channel of notified) publish(channel);
      for (const line of logged) log(line);
    },
  );
  const background = openReader({ file, files });
  /** The last transaction: they run one at a time on their connection. */
  let last: Promise<unknown> = Promise.resolve();
  return withReadiness({
    engine: 'sqlite',
    clock: () => new Date(),
    read,
    background,
    write: writer.write,
    rehearse: writer.rehearse,
    async transaction(work) {
      // Set before queueing, so that the time spent behind other transactions counts.
      const deadline = writeDeadline();
      const result = last.then(() => transaction(work, deadline));
      last = result.then(read.forget, read.forget);
      return result;
    },
    subscribe,
    revision: read.revision,
    observeCommits(observer) {
      onCommit = observer;
    },
    observeLog(observer) {
      logs.push(observer);
    },
    removeDeletedBytes: (_, now, stopping) =>
      removeDeletedBytes({ write: writer.write, background }, now, stopping),
    async close() {
      stopping.abort();
      // A transaction may be waiting for another process's write lock.
      await Promise.race([last, wait(closeTimeoutMs, undefined, { ref: false })]);
      await Promise.all([writer.close(closeTimeoutMs), background.close(closeTimeoutMs)]);
      for (const connection of [reader, own]) if (connection.isOpen) connection.close();
    },
  });
}

async function prepare(own: DatabaseSync, file: string): Promise<void> {
  try {
    // An earlier process may have died between a write and its fsync: its WAL is then in the system's cache, but perhaps
    // not on disk. A repeated request for such an entry would be acknowledged without another write. So the WAL is
    // checkpointed and synced before it is used.
    own.exec('pragma wal_checkpoint(passive)');
    // A read-only file can be opened too, but would fail at the first entry.
    await beginImmediate(own);
    own.exec('update revisions set number = number where false; rollback');
  } catch (error) {
    throw withFileName(file, error);
  }
}
