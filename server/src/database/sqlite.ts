import type { DatabaseSync } from 'node:sqlite';
import type { CrowdOperation } from './crowd-operation.ts';
import type { Database, Gathering } from './port.ts';
import { withReadiness } from './readiness.ts';
import { sqliteBatches } from './sqlite-batches.ts';
import { connect, namingFile } from './sqlite-connection.ts';
import { placesOf } from './sqlite-place.ts';
import { readsOn } from './sqlite-reads.ts';
import { transactionsOn } from './sqlite-transactions.ts';
import type { Instant } from './tables.ts';
import { wakeups } from './wakeups.ts';

/**
 * Opens the SQLite file, making it when it is not there: one connection reads, another writes, and a third, in a thread
 * of its own, stores what comes in crowds. Throws when this SQLite could corrupt data, or does not keep
 * `synchronous=FULL`.
 */
export function openSqlite(file: string): Database {
  const writer = connect(file);
  prepare(writer, file);
  const reader = connect(file);
  const read = readsOn(reader);
  const places = placesOf(file);
  const { watch, wake } = wakeups();
  const transaction = transactionsOn(writer, places, wake);
  const batches = sqliteBatches({ file, places }, wake);
  // Nobody waits for a lock that somebody else of this process holds. The thread stores batches in the order in which
  // they are handed to it: one can be there before the last is committed.
  let written: Promise<unknown> = Promise.resolve();
  let handedOver: Promise<unknown> = written;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = written.then(work);
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
    parallelBatches: 1,
    write: (work) => inTurn(() => transaction(work)),
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
      await written;
      await batches.close();
      for (const connection of [reader, writer]) if (connection.isOpen) connection.close();
    },
  });
}

function prepare(writer: DatabaseSync, file: string): void {
  try {
    // What an earlier process left in the WAL is in the system's cache for certain, on disk perhaps: it may have died
    // between a write and its fsync. Such an entry would be acknowledged, without a write of our own, when its sender
    // repeats it. So it goes to the database file, and to the disk, before anything is built on it.
    writer.exec('pragma wal_checkpoint(passive)');
    // A file that may only be read opens all the same, and would fail at the first entry.
    writer.exec('update revisions set number = number where false');
  } catch (error) {
    throw namingFile(file, error);
  }
}
