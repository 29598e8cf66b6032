import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Database, Queries, Subject } from './port.ts';
import { withReadiness } from './readiness.ts';
import { connect, sqliteFailure } from './sqlite-connection.ts';
import { openWriter } from './sqlite-writer.ts';
import { rawStatement, type Statement, type Value, type Values } from './statement.ts';

const revisionOf = rawStatement<{ subject: string }, { number: number }>(
  (p) => sql`select number from revisions where subject = ${p.subject}`,
);

/**
 * Opens the SQLite file. One connection reads, in this thread, since a look-up takes microseconds; another writes, in a
 * thread of its own. Rejects when the file can't be used, or when this SQLite could lose or corrupt data.
 */
export async function openSqlite(file: string): Promise<Database> {
  const writer = await openWriter(file);
  const reader = connect(file);
  const read = new ReaderQueries(reader);
  const revisions = onceATurn((subject: Subject) => read.get(revisionOf, { subject })?.number);
  return withReadiness({
    engine: 'sqlite',
    read,
    parallelBatches: 1,
    async write(work) {
      const result = await writer.transaction(work);
      revisions.forget();
      return result;
    },
    revision: revisions.of,
    async close() {
      await writer.close();
      if (reader.isOpen) reader.close();
    },
  });
}

/** Asks at most once in a turn of the event loop: what another process changes is seen in the next turn. */
function onceATurn<T>(ask: (subject: Subject) => T) {
  const known = new Map<Subject, T>();
  const forget = () => known.clear();
  return {
    forget,
    of(subject: Subject): T {
      const before = known.get(subject);
      if (before !== undefined) return before;
      const asked = ask(subject);
      if (known.size === 0) setImmediate(forget);
      known.set(subject, asked);
      return asked;
    },
  };
}

class ReaderQueries implements Queries {
  readonly engine = 'sqlite';
  readonly #connection: DatabaseSync;
  readonly #prepared = new Map<unknown, { prepared: StatementSync; bind: (values: Values) => Value[] }>();

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  async all<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R[]> {
    return this.#use(statement, (prepared, bind) => prepared.all(...bind(values)) as R[]);
  }

  async first<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R | undefined> {
    return this.get(statement, values);
  }

  get<P extends Values, R>(statement: Statement<P, R>, values: P): R | undefined {
    return this.#use(statement, (prepared, bind) => prepared.get(...bind(values)) as R | undefined);
  }

  #use<P extends Values, R, T>(
    statement: Statement<P, R>,
    work: (prepared: StatementSync, bind: (values: Values) => Value[]) => T,
  ): T {
    try {
      let found = this.#prepared.get(statement);
      if (found === undefined) {
        const { sql: text, bind } = statement.compiled('sqlite');
        found = { prepared: this.#connection.prepare(text), bind };
        this.#prepared.set(statement, found);
      }
      return work(found.prepared, found.bind);
    } catch (error) {
      throw sqliteFailure(error);
    }
  }
}
