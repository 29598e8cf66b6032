import type { DatabaseSync } from 'node:sqlite';
import type { Channel, LogLine, Transaction } from '../database.ts';
import { dialects } from '../dialect.ts';
import type { ParameterValues, Statement, Value } from '../statement.ts';
import { sqliteFailure } from './connection.ts';
import { type PreparedText, preparing } from './prepare.ts';
import { beginImmediate } from './write-lock.ts';

/**
 * Returns a function that runs a transaction: durable when its promise resolves, rolled back when `work` rejects. Callers
 * must run one at a time. `guard` throws when nothing may be written; the write lock is held by then. After a commit
 * `publish` is called for each notified channel, and `log` for each logged line. While another process holds the write lock,
 * the transaction waits until the deadline or `stopping`.
 */
export function openTransactions(
  connection: DatabaseSync,
  guard: () => void,
  { publish, log }: { publish: (channel: Channel) => void; log: (line: LogLine) => void },
  stopping?: AbortSignal,
) {
  const notified = new Set<Channel>();
  const tx = new SqliteQueries(connection, (channel) => notified.add(channel));
  return async <T>(work: (tx: Transaction) => Promise<T>, deadline?: number): Promise<T> => {
    await beginImmediate(connection, deadline, stopping);
    notified.clear();
    tx.logged.length = 0;
    try {
      guard();
      const result = await work(tx);
      execute(connection, 'commit');
      for (const channel of notified) publish(channel);
      for (const line of tx.logged) log(line);
      return result;
    } catch (error) {
      // A COMMIT whose fsync failed is rolled back too, although its frames are in the WAL file, on disk or not. The
      // connections of this process know that these frames are invalid and overwrite them with the next transaction, so
      // they stay open. A new process would read the frames from the system's cache as committed and append to them, and
      // a power cut would then lose both, since Linux does not retry a write whose fsync has failed.
      // After most errors SQLite has already rolled back.
      if (connection.isTransaction) execute(connection, 'rollback');
      throw error;
    }
  };
}

interface Prepared extends PreparedText {
  readonly bind: (values?: ParameterValues) => Value[];
}

/** Executes prepared statements on one connection. Look-ups take microseconds, so they need no thread. */
export class SqliteQueries implements Transaction {
  readonly dialect = dialects.sqlite;
  readonly logged: LogLine[] = [];
  readonly #prepare: (text: string) => PreparedText;
  /** Weak, so that dynamic statements are released after use. */
  readonly #prepared = new WeakMap<object, Prepared>();
  readonly #notify: (channel: Channel) => void;

  /** `notify` is called with each channel that the transaction notifies. */
  constructor(connection: DatabaseSync, notify: (channel: Channel) => void = () => undefined) {
    this.#prepare = preparing(connection);
    this.#notify = notify;
  }

  async all<P extends ParameterValues, R>(statement: Statement<P, R>, values?: P): Promise<R[]> {
    return this.rows(statement, values);
  }

  async first<P extends ParameterValues, R>(statement: Statement<P, R>, values?: P): Promise<R | undefined> {
    return this.row(statement, values);
  }

  async run<P extends ParameterValues, R>(statement: Statement<P, R>, values?: P): Promise<number> {
    return this.#use(statement, ({ statement: found, bind, names }) =>
      names.length > 0 ? found.all(...bind(values)).length : Number(found.run(...bind(values)).changes),
    );
  }

  async each<P extends ParameterValues, R>(statement: Statement<P, R>, all: readonly P[]): Promise<R[]> {
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

  async notify(channel: Channel): Promise<void> {
    this.#notify(channel);
  }

  /** {@link all}, synchronously. */
  rows<P extends ParameterValues, R>(statement: Statement<P, R>, values?: P): R[] {
    return this.#use(statement, (prepared) =>
      prepared.statement.all(...prepared.bind(values)).map((row) => rowOf<R>(prepared, row)),
    );
  }

  /** {@link first}, synchronously. */
  row<P extends ParameterValues, R>(statement: Statement<P, R>, values?: P): R | undefined {
    return this.#use(statement, (prepared) => {
      const row = prepared.statement.get(...prepared.bind(values));
      return row === undefined ? undefined : rowOf<R>(prepared, row);
    });
  }

  #use<P extends ParameterValues, R, T>(statement: Statement<P, R>, work: (prepared: Prepared) => T): T {
    try {
      let found = this.#prepared.get(statement);
      if (found === undefined) {
        const { sql: text, bind } = statement.compiled('sqlite');
        found = { ...this.#prepare(text), bind };
        this.#prepared.set(statement, found);
      }
      return work(found);
    } catch (error) {
      throw sqliteFailure(error);
    }
  }
}

/** Builds a row from its values. The objects that node:sqlite makes are slow to create and to read. */
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
