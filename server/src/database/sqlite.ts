import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { AlreadyThere, type Database, DatabaseUnavailable, DatabaseUnusable, type Queries } from './port.ts';
import { withReadiness } from './readiness.ts';
import { rawStatement, type Statement, type Value, type Values } from './statement.ts';

/** How long a write waits for a command that writes at the same time. It holds up the whole process. */
const busyTimeoutMs = 5_000;
/** Pages in the WAL before they go to the database file: at SQLite's 1,000 that came with every fifth batch. */
const checkpointPages = 8_000;
const cacheKib = 32_768;

const revisionOf = rawStatement<{ subject: string }, { number: number }>(
  (p) => sql`select number from revisions where subject = ${p.subject}`,
);

/**
 * Opens the SQLite file, making it when it is not there. One connection writes, another reads.
 * Throws when this SQLite could corrupt data, or does not keep `synchronous=FULL`.
 */
export function openSqlite(file: string): Database {
  return databaseOn({ file, writer: connect(file), reader: connect(file) });
}

/** The connections of one process to one file. */
export interface Connections {
  readonly file: string;
  readonly writer: DatabaseSync;
  readonly reader: DatabaseSync;
}

/** A database on connections that `connect` made. */
export function databaseOn({ file, writer, reader }: Connections): Database {
  prepare(writer, file);
  const inPlace = placeOf(file);
  const tx = new SqliteQueries(writer);
  const read = new SqliteQueries(reader);
  let last: Promise<unknown> = Promise.resolve();

  async function transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    execute(writer, 'begin immediate');
    try {
      inPlace();
      const result = await work(tx);
      execute(writer, 'commit');
      return result;
    } catch (error) {
      // A COMMIT whose fsync failed is rolled back too, though its frames are in the WAL's file, on disk or not. This
      // connection knows that they don't count, and writes its next transaction over them. So it stays: a fresh one
      // would read them back from the system's cache as committed and write behind them, and a power cut would then
      // take both, since Linux does not write again what an fsync has failed to write.
      // After most errors SQLite has rolled back by itself.
      if (writer.isTransaction) execute(writer, 'rollback');
      throw error;
    }
  }

  return withReadiness({
    engine: 'sqlite',
    read,
    parallelBatches: 1,
    write(work) {
      const result = last.then(() => transaction(work));
      last = result.catch(() => undefined);
      return result;
    },
    revision: (subject) => read.get(revisionOf, { subject })?.number,
    async close() {
      await last;
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
    throw failureOf(file, error);
  }
}

/**
 * Answers a check that the file and its WAL are still those that were opened. A file that somebody has moved or
 * deleted takes every write without an error, and its entries are gone with the process. The check costs 4 µs a batch.
 */
function placeOf(file: string): () => void {
  const files = [file, `${file}-wal`].map((path) => ({ path, opened: inodeOf(path) }));
  return () => {
    for (const { path, opened } of files) {
      if (inodeOf(path) !== opened) {
        throw new DatabaseUnavailable(`${path} was moved, deleted or replaced while in use: put it back`);
      }
    }
  };
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** One connection with accueil's settings. For the migrations and the commands that need SQLite itself. */
export function connect(file: string): DatabaseSync {
  try {
    const connection = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
    refuseUnsafe(connection, file);
    return connection;
  } catch (error) {
    throw failureOf(file, error);
  }
}

/** What kept a file from being opened, for an operator who may have several. */
function failureOf(file: string, error: unknown): unknown {
  const known = sqliteFailure(error);
  return known instanceof DatabaseUnavailable
    ? new DatabaseUnavailable(`${file}: ${known.message}`, { cause: error })
    : known;
}

function refuseUnsafe(connection: DatabaseSync, file: string): void {
  const version = String(pragma(connection, 'select sqlite_version()'));
  // Older ones, and 3.52.0, can corrupt a WAL.
  if (version === '3.52.0' || version.localeCompare('3.51.3', 'en', { numeric: true }) < 0) {
    throw new DatabaseUnusable(
      `SQLite ${version} can corrupt a database: run accueil on a Node with SQLite 3.51.3 or newer`,
    );
  }
  const mode = pragma(connection, 'pragma journal_mode = wal');
  if (mode !== 'wal')
    throw new DatabaseUnusable(`${file}: SQLite can't keep a WAL here (journal mode ${mode})`);
  connection.exec(`pragma synchronous = full; pragma cache_size = -${cacheKib};
    pragma wal_autocheckpoint = ${checkpointPages}; pragma journal_size_limit = 134217728`);
  // Read back: with NORMAL, which some builds keep for a WAL, a power cut loses what was acknowledged.
  const synchronous = pragma(connection, 'pragma synchronous');
  if (synchronous !== 2)
    throw new DatabaseUnusable(`${file}: SQLite does not keep synchronous=FULL (it says ${synchronous})`);
}

/** The one value that a pragma or a query answers. */
export function pragma(connection: DatabaseSync, text: string): unknown {
  return Object.values(connection.prepare(text).get() ?? {})[0];
}

class SqliteQueries implements Queries {
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

  async run<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<number> {
    return this.#use(statement, (prepared, bind) => Number(prepared.run(...bind(values)).changes));
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

function execute(connection: DatabaseSync, text: string): void {
  try {
    connection.exec(text);
  } catch (error) {
    throw sqliteFailure(error);
  }
}

// SQLite's primary result codes: https://sqlite.org/rescode.html
const unavailable = new Map([
  [5, 'locked by another process'],
  [8, 'read-only'],
  [10, 'disk I/O error'],
  [11, 'the file is damaged'],
  [13, 'the disk is full'],
  [14, 'the file, or its WAL, can be neither opened nor made'],
  [26, 'the file is not a database'],
]);
const constraint = 19;
const uniqueConstraints = new Set([1555, 2067]);

/** What went wrong, as an error of the port if it is one that callers tell apart. */
export function sqliteFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  if (uniqueConstraints.has(error.errcode)) return new AlreadyThere(error.message, { cause: error });
  const primary = error.errcode & 0xff;
  if (primary === constraint) return error;
  const meaning = unavailable.get(primary);
  return meaning === undefined
    ? error
    : new DatabaseUnavailable(`SQLite: ${meaning} (${error.message})`, { cause: error });
}
