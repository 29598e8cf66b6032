import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Topic } from '../database.ts';
import { dialects } from '../dialect.ts';
import { type ParameterValues, rawStatement, type Statement } from '../statement.ts';
import { SqliteQueries } from './transactions.ts';

const revisions = rawStatement<Record<never, never>, { subject: string; number: number }>(
  () => sql`select subject, number from revisions`,
);

/**
 * Batches reads: those requested in one turn of the event loop run at its end, in one transaction. This takes half the time
 * of running them one by one, since locks are taken once, and the code and pages of each step stay in the CPU cache. A
 * single read is not delayed.
 */
export function openBatchedReads(connection: DatabaseSync) {
  const queries = new SqliteQueries(connection);
  const begin = connection.prepare('begin');
  const end = connection.prepare('rollback');
  /** Revisions known in this turn of the event loop. */
  let known: ReadonlyMap<string, number> | undefined;
  let batch: (() => void)[] = [];

  /** Invalidates the known revisions, after a write by this process. */
  function forget(): void {
    known = undefined;
  }

  function atEndOfTurn<T>(read: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (batch.length === 0) setImmediate(runBatch);
      batch.push(() => {
        try {
          resolve(read());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  function runBatch(): void {
    const reads = batch;
    batch = [];
    // An error here would be uncaught. Without a transaction each read runs by itself and rejects with its own error.
    try {
      if (connection.isOpen) begin.run();
    } catch {}
    for (const read of reads) read();
    try {
      if (connection.isOpen && connection.isTransaction) end.run();
    } catch {}
  }

  return {
    dialect: dialects.sqlite,
    all: <P extends ParameterValues, R>(statement: Statement<P, R>, values?: P) =>
      atEndOfTurn(() => queries.rows(statement, values)),
    first: <P extends ParameterValues, R>(statement: Statement<P, R>, values?: P) =>
      atEndOfTurn(() => queries.row(statement, values)),
    /** Returns the revision of a topic, read at most once per turn of the event loop. */
    revision(topic: Topic): number | undefined {
      if (known === undefined) {
        known = new Map(queries.rows(revisions, {}).map(({ subject, number }) => [subject, number]));
        setImmediate(forget);
      }
      return known.get(topic);
    },
    forget,
  };
}
