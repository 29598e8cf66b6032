import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Database, Subject } from './port.ts';
import { withReadiness } from './readiness.ts';
import { sqliteBatches } from './sqlite-batches.ts';
import { connect, namingFile } from './sqlite-connection.ts';
import { placesOf } from './sqlite-place.ts';
import { SqliteQueries, transactionsOn } from './sqlite-transactions.ts';
import { rawStatement } from './statement.ts';

const revisionOf = rawStatement<{ subject: string }, { number: number }>(
  (p) => sql`select number from revisions where subject = ${p.subject}`,
);

/**
 * Opens the SQLite file, making it when it is not there: one connection reads, another writes, and a third, in a thread
 * of its own, stores what comes in crowds. Throws when this SQLite could corrupt data, or does not keep
 * `synchronous=FULL`.
 */
export function openSqlite(file: string): Database {
  const writer = connect(file);
  prepare(writer, file);
  const reader = connect(file);
  const read = new SqliteQueries(reader);
  const places = placesOf(file);
  const transaction = transactionsOn(writer, places);
  const batches = sqliteBatches({ file, places });
  const revisions = onceATurn((subject) => read.get(revisionOf, { subject })?.number);
  // Nobody waits for a lock that somebody else of this process holds.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.then(revisions.forget, revisions.forget);
    return result;
  };
  return withReadiness({
    engine: 'sqlite',
    read,
    parallelBatches: 1,
    write: (work) => inTurn(() => transaction(work)),
    batch: (operation, pieces, now) => inTurn(() => batches.store(operation, pieces, now)),
    revision: revisions.of,
    async close() {
      await last;
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

/** Asks at most once in a turn of the event loop: what another process changes is seen in the next turn. */
function onceATurn(ask: (subject: Subject) => number | undefined) {
  const known = new Map<Subject, number | undefined>();
  const forget = () => known.clear();
  return {
    forget,
    of(subject: Subject): number | undefined {
      const before = known.get(subject);
      if (before !== undefined) return before;
      const asked = ask(subject);
      if (known.size === 0) setImmediate(forget);
      known.set(subject, asked);
      return asked;
    },
  };
}
