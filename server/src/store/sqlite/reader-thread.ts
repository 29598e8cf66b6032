// Runs slow reads one at a time, on its own connection.
import type { StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Value } from '../statement.ts';
import { connect, sqliteFailure } from './connection.ts';
import { assertSameFile, type FileIdentity } from './file-identity.ts';
import { addRegexp } from './regexp.ts';
import { type SerializedError, serializeError } from './thread-errors.ts';

/** The database opened by the main thread. */
export interface ReaderData {
  readonly file: string;
  readonly files: readonly FileIdentity[];
}

export interface ReadRequest {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The names of the columns and the values of each row, or what went wrong. */
export type ReadResult =
  | { readonly names: readonly string[]; readonly rows: readonly Readonly<Record<number, unknown>>[] }
  | { readonly error: SerializedError };

interface Prepared {
  readonly statement: StatementSync;
  readonly names: readonly string[];
}

/** Prepared statements kept: more than staff use in a day, of tens of thousands of combinations of filters. */
const maxPrepared = 200;

const { file, files } = workerData as ReaderData;
// SQLite would create a missing file again.
assertSameFile(files);
const connection = connect(file);
connection.exec('pragma query_only = on');
addRegexp(connection);
const prepared = new LRUCache<string, Prepared>({ max: maxPrepared });

function prepare(sql: string): Prepared {
  const known = prepared.get(sql);
  if (known !== undefined) return known;
  const statement = connection.prepare(sql);
  statement.setReturnArrays(true);
  const added = { statement, names: statement.columns().map(({ name }) => name) };
  prepared.set(sql, added);
  return added;
}

function read({ sql, values }: ReadRequest): ReadResult {
  try {
    const { statement, names } = prepare(sql);
    return { names, rows: statement.all(...values) };
  } catch (error) {
    return { error: serializeError(sqliteFailure(error)) };
  }
}

parentPort?.postMessage('open');
parentPort?.on('message', (request: ReadRequest | 'close') => {
  if (request !== 'close') {
    parentPort?.postMessage(read(request));
    return;
  }
  connection.close();
  parentPort?.close();
});
