import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Queries, Topic } from '../database.ts';
import { dialects } from '../dialect.ts';
import { rawStatement, type Statement, type Values } from '../statement.ts';
import { SqliteQueries } from './transactions.ts';

const revisions = rawStatement<Record<never, never>, { subject: string; number: number }>(
  () => sql`select subject, number from revisions`,
);

/** What is read of a file, by one connection. */
export interface SqliteReads extends Queries {
  /** The revision of a subject: read once for all that one turn of the event loop asks. */
  revision(subject: Topic): number | undefined;
  /** This process has written: what was read before is not the newest any more. */
  forget(): void;
}

/**
 * Reads in crowds: what is asked in one turn of the event loop is answered at its end, in one transaction. Requests are
 * read first, then all of them look up, then all of them are answered: that takes half the time of doing it one by one,
 * for the locks are taken once, and the code and the pages of each step are at hand. Whoever asks alone waits for
 * nobody.
 */
export function readsOn(connection: DatabaseSync): SqliteReads {
  const queries = new SqliteQueries(connection);
  const begin = connection.prepare('begin');
  const end = connection.prepare('rollback');
  /** Until the event loop turns: what it brings may know of newer ones. */
  let known: ReadonlyMap<string, number> | undefined;
  let crowd: (() => void)[] = [];

  function forget(): void {
    known = undefined;
  }

  function atEndOfTurn<T>(read: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (crowd.length === 0) setImmediate(answer);
      crowd.push(() => {
        try {
          resolve(read());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  function answer(): void {
    const asked = crowd;
    crowd = [];
    // What this throws nobody would catch. Without a transaction each reads for itself, and says what is wrong.
    try {
      if (connection.isOpen) begin.run();
    } catch {}
    for (const one of asked) one();
    try {
      if (connection.isOpen && connection.isTransaction) end.run();
    } catch {}
  }

  return {
    engine: 'sqlite',
    dialect: dialects.sqlite,
    all: <P extends Values, R>(statement: Statement<P, R>, values: P) =>
      atEndOfTurn(() => queries.rows(statement, values)),
    first: <P extends Values, R>(statement: Statement<P, R>, values: P) =>
      atEndOfTurn(() => queries.row(statement, values)),
    revision(subject) {
      if (known === undefined) {
        known = new Map(queries.rows(revisions, {}).map(({ subject: of, number }) => [of, number]));
        setImmediate(forget);
      }
      return known.get(subject);
    },
    forget,
  };
}
