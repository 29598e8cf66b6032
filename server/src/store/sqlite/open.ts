import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { openChannels } from '../channels.ts';
import type { Database } from '../database.ts';
import { withReadiness } from '../readiness.ts';
import { readsOn } from './batched-reads.ts';
import { connect, namingFile } from './connection.ts';
import { identify } from './file-identity.ts';
import { openReader } from './reader.ts';
import { transactionsOn } from './transactions.ts';
import { beginImmediate, writeDeadline } from './write-lock.ts';
import { openWriter } from './writer.ts';

/** How long `close` waits for what runs: longer than a commit takes, and within what a service may take to stop. */
const closeTimeoutMs = 1_000;

export interface SqliteOptions {
  readonly file: string;
  /** For the operations. */
  readonly secretKey: string;
}

/**
 * Opens the SQLite file, making it when it is not there: one connection reads, another one, in a thread, writes; a third
 * is for the transactions of commands. Throws when this SQLite could corrupt data, or does not keep `synchronous=FULL`.
 */
export async function openSqlite({ file, secretKey }: SqliteOptions): Promise<Database> {
  const own = connect(file);
  await prepare(own, file);
  const reader = connect(file);
  const read = readsOn(reader);
  const files = identify(file);
  const { subscribe, publish } = openChannels();
  const stopping = new AbortController();
  let onCommit = (_writes: number) => {};
  const transaction = transactionsOn(own, files, publish, stopping.signal);
  const writer = openWriter({ file, files, secretKey }, (notified, writes) => {
    read.forget();
    onCommit(writes);
    for (const channel of notified) publish(channel);
  });
  const background = openReader({ file, files });
  /** Transactions on the one connection take turns. */
  let last: Promise<unknown> = Promise.resolve();
  return withReadiness({
    engine: 'sqlite',
    read,
    background,
    write: writer.write,
    async transaction(work) {
      // Counted from here: what waits behind another one does not wait for longer than it.
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
    async close() {
      stopping.abort();
      // A transaction may wait for another process that writes, for as long as that does.
      await Promise.race([last, wait(closeTimeoutMs, undefined, { ref: false })]);
      await Promise.all([writer.close(closeTimeoutMs), background.close(closeTimeoutMs)]);
      for (const connection of [reader, own]) if (connection.isOpen) connection.close();
    },
  });
}

async function prepare(own: DatabaseSync, file: string): Promise<void> {
  try {
    // What an earlier process left in the WAL is in the system's cache for certain, on disk perhaps: it may have died
    // between a write and its fsync. Such an entry would be acknowledged, without a write of our own, when its sender
    // repeats it. So it goes to the database file, and to the disk, before anything is built on it.
    own.exec('pragma wal_checkpoint(passive)');
    // A file that may only be read opens all the same, and would fail at the first entry.
    await beginImmediate(own);
    own.exec('update revisions set number = number where false; rollback');
  } catch (error) {
    throw namingFile(file, error);
  }
}
