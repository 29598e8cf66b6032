import type { DatabaseSync } from 'node:sqlite';
import { sql } from '#kysely';
import type { Queries, Subject } from './port.ts';
import { SqliteQueries } from './sqlite-transactions.ts';
import { rawStatement, type Statement, type Values } from './statement.ts';

const revisionOf = rawStatement<{ subject: string }, { number: number }>(
  (p) => sql`select number from revisions where subject = ${p.subject}`,
);

/** What is read of a file, by one connection. */
export interface SqliteReads extends Queries {
  /** The revision of a subject, read once for all who ask in one turn of the event loop. */
  revision(subject: Subject): Promise<number | undefined>;
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
  const revisions = new Map<Subject, Promise<number | undefined>>();
  let crowd: (() => void)[] = [];

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
    revisions.clear();
    if (connection.isOpen) begin.run();
    for (const one of asked) one();
    if (connection.isOpen && connection.isTransaction) end.run();
  }

  return {
    engine: 'sqlite',
    all: <P extends Values, R>(statement: Statement<P, R>, values: P) =>
      atEndOfTurn(() => queries.rows(statement, values)),
    first: <P extends Values, R>(statement: Statement<P, R>, values: P) =>
      atEndOfTurn(() => queries.row(statement, values)),
    revision(subject) {
      const asked = revisions.get(subject) ?? atEndOfTurn(() => queries.row(revisionOf, { subject })?.number);
      revisions.set(subject, asked);
      return asked;
    },
  };
}
