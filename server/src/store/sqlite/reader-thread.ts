// Runs slow reads one at a time, on its own connection.
import { parentPort, workerData } from 'node:worker_threads';
import type { Value } from '../statement.ts';
import { connect, sqliteFailure } from './connection.ts';
import { assertSameFile, type FileIdentity } from './file-identity.ts';
import { preparing } from './prepare.ts';
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

const { file, files } = workerData as ReaderData;
// SQLite would create a missing file again.
assertSameFile(files);
const connection = connect(file);
connection.exec('pragma query_only = on');
const prepare = preparing(connection);

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
