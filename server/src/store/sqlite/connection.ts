import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable, DatabaseUnusable, ForeignKeyViolation, UniqueViolation } from '../database.ts';
import { addRegexp } from './regexp.ts';

/** How long opening waits for another process that is opening or recovering the file. */
const openingTimeoutMs = 5_000;
/** Pages in the WAL before a checkpoint. With SQLite's default of 1,000 every fifth batch caused one. */
const checkpointPages = 8_000;
const usualCacheKib = 32_768;

/** Opens a connection with accueil's settings. Throws when this version of SQLite could lose or corrupt data. */
export function connect(file: string, cacheKib = usualCacheKib): DatabaseSync {
  try {
    const connection = new DatabaseSync(file, {
      timeout: openingTimeoutMs,
      enableForeignKeyConstraints: true,
    });
    refuseUnsafe(connection, file);
    addRegexp(connection);
    connection.exec(`pragma cache_size = -${cacheKib}`);
    // From here on nothing may wait inside SQLite, which would block the event loop. Writes wait in beginImmediate().
    connection.exec('pragma busy_timeout = 0');
    return connection;
  } catch (error) {
    throw withFileName(file, error);
  }
}

/** Adds the file name to an error from opening it. */
export function withFileName(file: string, error: unknown): unknown {
  const known = sqliteFailure(error);
  return known instanceof DatabaseUnavailable
    ? new DatabaseUnavailable(`${file}: ${known.message}`, { cause: error })
    : known;
}

function refuseUnsafe(connection: DatabaseSync, file: string): void {
  const version = String(pragma(connection, 'select sqlite_version()'));
  // Older versions, and 3.52.0, can corrupt a WAL.
  if (version === '3.52.0' || version.localeCompare('3.51.3', 'en', { numeric: true }) < 0) {
    throw new DatabaseUnusable(
      `SQLite ${version} can corrupt a database: run accueil on a Node with SQLite 3.51.3 or newer`,
    );
  }
  const mode = pragma(connection, 'pragma journal_mode = wal');
  if (mode !== 'wal')
    throw new DatabaseUnusable(`${file}: SQLite can't keep a WAL here (journal mode ${mode})`);
  connection.exec(`pragma synchronous = full; pragma wal_autocheckpoint = ${checkpointPages}; pragma journal_size_limit = 134217728;
    -- Overwrites deleted values with zeros: SQLite would otherwise keep their bytes in the file.
    pragma secure_delete = on`);
  // Read back, because some builds keep NORMAL for a WAL: then a power cut loses acknowledged writes.
  const synchronous = pragma(connection, 'pragma synchronous');
  if (synchronous !== 2)
    throw new DatabaseUnusable(`${file}: SQLite does not keep synchronous=FULL (it says ${synchronous})`);
}

/** Returns the single value of a pragma or a query. */
export function pragma(connection: DatabaseSync, text: string): unknown {
  return Object.values(connection.prepare(text).get() ?? {})[0];
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
const foreignKeyConstraint = 787;

/** Maps an error of SQLite to one of database.ts if callers distinguish it. */
export function sqliteFailure(error: unknown): unknown {
  // Node's own error, for a connection that was closed and for its statements.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE')
    return new DatabaseUnavailable(`SQLite: the database is closed (${error.message})`, { cause: error });
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  if (uniqueConstraints.has(error.errcode)) return new UniqueViolation(error.message, { cause: error });
  if (error.errcode === foreignKeyConstraint) return new ForeignKeyViolation(error.message, { cause: error });
  const primary = error.errcode & 0xff;
  if (primary === constraint) return error;
  const meaning = unavailable.get(primary);
  return meaning === undefined
    ? error
    : new DatabaseUnavailable(`SQLite: ${meaning} (${error.message})`, { cause: error });
}
