import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { CrowdOperation } from './crowd-operation.ts';
import { type Database, DatabaseUnavailable, type Gathering } from './port.ts';
import { withReadiness } from './readiness.ts';
import { sqliteBatches } from './sqlite-batches.ts';
import { connect, namingFile } from './sqlite-connection.ts';
import { beginImmediate, writeDeadline } from './sqlite-lock.ts';
import { placesOf } from './sqlite-place.ts';
import { openSqliteReader } from './sqlite-reader.ts';
import { readsOn } from './sqlite-reads.ts';
import { transactionsOn } from './sqlite-transactions.ts';
import type { Instant } from './tables.ts';
import { wakeups } from './wakeups.ts';

/** Writes that wait for their turn. Those beyond are refused at once: they would only fill the memory. */
const mostWaiting = 1_000;
/** How long `close` waits for what runs: longer than a commit takes, and within what a service may take to stop. */
const closeTimeoutMs = 1_000;

/**
 * Opens the SQLite file, making it when it is not there: one connection reads, another writes, and a third, in a thread
 * of its own, stores what comes in crowds. Throws when this SQLite could corrupt data, or does not keep
 * `synchronous=FULL`.
 */
export async function openSqlite(file: string): Promise<Database> {
  const writer = connect(file);
  await prepare(writer, file);
  const reader = connect(file);
  const read = readsOn(reader);
  const places = placesOf(file);
  const { watch, wake } = wakeups();
  const stopping = new AbortController();
  const transaction = transactionsOn(writer, places, wake, stopping.signal);
  const background = openSqliteReader({ file, places });
  const batches = sqliteBatches({ file, places }, wake);
  // Nobody waits for a lock that somebody else of this process holds. The thread stores batches in the order in which
  // they are handed to it: one can be there before the last is committed.
  let written: Promise<unknown> = Promise.resolve();
  let handedOver: Promise<unknown> = written;
  let waiting = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= mostWaiting) throw new DatabaseUnavailable('SQLite: too many wait to write');
    waiting++;
    const result = written.then(work).finally(() => waiting--);
    handedOver = written = result.then(read.forget, read.forget);
    return result;
  };
  /** In an object, so that who hands a batch over does not wait for what becomes of it. */
  const inTurnOfBatches = <T>(handOver: () => Promise<{ readonly outcomes: Promise<T> }>): Promise<T> => {
    const handed = handedOver.then(handOver);
    handedOver = handed.catch(() => undefined);
    const result = handed.then(({ outcomes }) => outcomes);
    written = result.then(read.forget, read.forget);
    return result;
  };
  return withReadiness({
    engine: 'sqlite',
    read,
    background,
    parallelBatches: 1,
    write(work) {
      // Counted from here: those that wait behind another do not wait for longer than it.
      const deadline = writeDeadline();
      return inTurn(() => transaction(work, deadline));
    },
    batch: (operation, pieces, now) =>
      inTurnOfBatches(async () => ({ outcomes: batches.store(operation, pieces, now) })),
    gather<Piece, Outcome>(
      operation: CrowdOperation<Piece, Outcome>,
      now: Instant,
    ): Gathering<Piece, Outcome> {
      const early: (readonly Piece[])[] = [];
      let begun: Gathering<Piece, Outcome> | undefined;
      const { promise: last, resolve: end } = Promise.withResolvers<readonly Piece[]>();
      const outcomes = inTurnOfBatches(async () => {
        begun = batches.gather(operation, now);
        for (const pieces of early) begun.add(pieces);
        return { outcomes: begun.commit(await last) };
      });
      // Whoever commits is told.
      outcomes.catch(() => undefined);
      return {
        add(pieces) {
          if (begun === undefined) early.push(pieces);
          else begun.add(pieces);
        },
        commit(pieces) {
          end(pieces);
          return outcomes;
        },
      };
    },
    watch,
    revision: read.revision,
    async close() {
      stopping.abort();
      // A batch may wait for another process that writes, for as long as that does.
      await Promise.race([written, wait(closeTimeoutMs, undefined, { ref: false })]);
      await Promise.all([batches.close(closeTimeoutMs), background.close(closeTimeoutMs)]);
      for (const connection of [reader, writer]) if (connection.isOpen) connection.close();
    },
  });
}

async function prepare(writer: DatabaseSync, file: string): Promise<void> {
  try {
    // What an earlier process left in the WAL is in the system's cache for certain, on disk perhaps: it may have died
    // between a write and its fsync. Such an entry would be acknowledged, without a write of our own, when its sender
    // repeats it. So it goes to the database file, and to the disk, before anything is built on it.
    writer.exec('pragma wal_checkpoint(passive)');
    // A file that may only be read opens all the same, and would fail at the first entry.
    await beginImmediate(writer);
    writer.exec('update revisions set number = number where false; rollback');
  } catch (error) {
    throw namingFile(file, error);
  }
}
