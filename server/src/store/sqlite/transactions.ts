import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Channel, Transaction } from '../database.ts';
import { dialects } from '../dialect.ts';
import type { Statement, Value, Values } from '../statement.ts';
import { sqliteFailure } from './connection.ts';
import { assertSameFile, type FileIdentity } from './file-identity.ts';
import { beginImmediate } from './write-lock.ts';

/**
 * Runs transactions on a connection, one at a time: durable when the promise resolves, rolled back when `work` rejects.
 * `publish` is called for each channel that a committed one has notified. While another process writes it waits, until the deadline or
 * `stopping`.
 */
export function transactionsOn(
  connection: DatabaseSync,
  files: readonly FileIdentity[],
  publish: (channel: Channel) => void,
  stopping?: AbortSignal,
) {
  const notified = new Set<Channel>();
  const tx = new SqliteQueries(connection, (subject) => notified.add(subject));
  return async <T>(work: (tx: Transaction) => Promise<T>, deadline?: number): Promise<T> => {
    await beginImmediate(connection, deadline, stopping);
    notified.clear();
    try {
      assertSameFile(files);
      const result = await work(tx);
      execute(connection, 'commit');
      for (const channel of notified) publish(channel);
      return result;
    } catch (error) {
      // A COMMIT whose fsync failed is rolled back too, though its frames are in the WAL's file, on disk or not. The
      // connections of this process know that they don't count, and write the next transaction over them. So they
      // stay: a fresh process would read them back from the system's cache as committed and write behind them, and a
      // power cut would then take both, since Linux does not write again what an fsync has failed to write.
      // After most errors SQLite has rolled back by itself.
      if (connection.isTransaction) execute(connection, 'rollback');
      throw error;
    }
  };
}

/** A statement as one connection has prepared it. */
interface Prepared {
  readonly statement: StatementSync;
  readonly bind: (values: Values) => Value[];
  readonly names: readonly string[];
}

/** Prepared statements on one connection. A look-up takes microseconds: it is not worth another thread. */
export class SqliteQueries implements Transaction {
  readonly engine = 'sqlite';
  readonly dialect = dialects.sqlite;
  readonly #connection: DatabaseSync;
  /** Weak: a statement that nobody keeps takes what was prepared of it along. */
  readonly #prepared = new WeakMap<object, Prepared>();
  readonly #notify: (subject: Channel) => void;

  /** `notify` is told what the transaction notifies of. */
  constructor(connection: DatabaseSync, notify: (subject: Channel) => void = () => undefined) {
    this.#connection = connection;
    this.#notify = notify;
  }

  async all<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R[]> {
    return this.rows(statement, values);
  }

  async first<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R | undefined> {
    return this.row(statement, values);
  }

  async run<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<number> {
    return this.#use(statement, ({ statement: found, bind, names }) =>
      names.length > 0 ? found.all(...bind(values)).length : Number(found.run(...bind(values)).changes),
    );
  }

  async each<P extends Values, R>(statement: Statement<P, R>, all: readonly P[]): Promise<R[]> {
    return this.#use(statement, (prepared) => {
      const { statement: found, bind, names } = prepared;
      const rows: R[] = [];
      for (const values of all) {
        if (names.length === 0) found.run(...bind(values));
        else for (const row of found.all(...bind(values))) rows.push(rowOf<R>(prepared, row));
      }
      return rows;
    });
  }

  async notify(subject: Channel): Promise<void> {
    this.#notify(subject);
  }

  /** As {@link all}, at once. */
  rows<P extends Values, R>(statement: Statement<P, R>, values: P): R[] {
    return this.#use(statement, (prepared) =>
      prepared.statement.all(...prepared.bind(values)).map((row) => rowOf<R>(prepared, row)),
    );
  }

  /** As {@link first}, at once. */
  row<P extends Values, R>(statement: Statement<P, R>, values: P): R | undefined {
    return this.#use(statement, (prepared) => {
      const row = prepared.statement.get(...prepared.bind(values));
      return row === undefined ? undefined : rowOf<R>(prepared, row);
    });
  }

  #use<P extends Values, R, T>(statement: Statement<P, R>, work: (prepared: Prepared) => T): T {
    try {
      let found = this.#prepared.get(statement);
      if (found === undefined) {
        const { sql: text, bind } = statement.compiled('sqlite');
        const prepared = this.#connection.prepare(text);
        prepared.setReturnArrays(true);
        found = { statement: prepared, bind, names: prepared.columns().map(({ name }) => name) };
        // What is only run answers the last row id as well, and one of the word index's own is no number of JavaScript's.
        if (found.names.length === 0) prepared.setReadBigInts(true);
        this.#prepared.set(statement, found);
      }
      return work(found);
    } catch (error) {
      throw sqliteFailure(error);
    }
  }
}

/** A row from its values: the objects that SQLite would make itself are slow to make and slow to read. */
export function rowOf<R>({ names }: Pick<Prepared, 'names'>, values: Readonly<Record<number, unknown>>): R {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < names.length; i++) row[names[i] ?? ''] = values[i];
  return row as R;
}

function execute(connection: DatabaseSync, text: string): void {
  try {
    connection.exec(text);
  } catch (error) {
    throw sqliteFailure(error);
  }
}
