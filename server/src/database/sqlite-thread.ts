// The thread that writes to SQLite: however long a disk takes for an fsync, the service goes on reading requests.
// It does what it is asked in order, and answers in order; the first answer says whether the file could be opened.
import { statSync } from 'node:fs';
import type { StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseUnavailable } from './port.ts';
import { connect, namingFile, sqliteFailure } from './sqlite-connection.ts';
import type { Value } from './statement.ts';

/** What the thread is asked. It runs statements in a transaction only. */
export type Request =
  | { readonly kind: 'begin' | 'commit' | 'rollback' | 'close' }
  | {
      readonly kind: 'all' | 'run';
      readonly statement: number;
      /** Its text, the first time that it is asked for. */
      readonly sql?: string;
      /** It runs once for each of them. */
      readonly values: readonly (readonly Value[])[];
    };

/** What the thread answers: rows of `all`, how many rows `run` has changed, or what went wrong. */
export type Answer =
  | { readonly rows: readonly unknown[] }
  | { readonly changes: number }
  // The class of an error does not survive the way between threads: its name comes beside it.
  | { readonly failure: unknown; readonly name: string };

const { file } = workerData as { file: string };
const texts = new Map<number, string>();
const prepared = new Map<number, StatementSync>();
const writer = open();
const inPlace = placeOf([file, `${file}-wal`]);
/** Why the transaction can't be committed any more. */
let failure: unknown;

parentPort?.on('message', (request: Request) => parentPort?.postMessage(answerTo(request)));
parentPort?.postMessage({ changes: 0 } satisfies Answer);

function open() {
  try {
    const connection = connect(file);
    // What an earlier process left in the WAL is in the system's cache for certain, on disk perhaps: it may have died
    // between a write and its fsync. Such an entry would be acknowledged, without a write of our own, when its sender
    // repeats it. So it goes to the database file, and to the disk, before anything is built on it.
    connection.exec('pragma wal_checkpoint(passive)');
    // A file that may only be read opens all the same, and would fail at the first entry.
    connection.exec('update revisions set number = number where false');
    return connection;
  } catch (error) {
    parentPort?.postMessage(failed(namingFile(file, error)));
    process.exit();
  }
}

function answerTo(request: Request): Answer {
  try {
    return perform(request);
  } catch (error) {
    // What was asked before anybody knew of the failure must not run outside the transaction.
    failure = sqliteFailure(error);
    return failed(failure);
  }
}

function failed(error: unknown): Answer {
  return { failure: error, name: error instanceof Error ? error.name : '' };
}

function perform(request: Request): Answer {
  switch (request.kind) {
    case 'begin':
      failure = undefined;
      writer.exec('begin immediate');
      inPlace();
      break;
    case 'commit':
      if (failure !== undefined) throw failure;
      writer.exec('commit');
      break;
    case 'rollback':
      // A COMMIT whose fsync failed is rolled back too, though its frames are in the WAL's file, on disk or not. This
      // connection knows that they don't count, and writes its next transaction over them. So it stays: a fresh one
      // would read them back from the system's cache as committed and write behind them, and a power cut would then
      // take both, since Linux does not write again what an fsync has failed to write.
      // After most errors SQLite has rolled back by itself.
      if (writer.isTransaction) writer.exec('rollback');
      break;
    case 'close':
      writer.close();
      parentPort?.close();
      break;
    default:
      return execute(request);
  }
  return { changes: 0 };
}

function execute({ kind, statement, sql, values }: Extract<Request, { statement: number }>): Answer {
  if (sql !== undefined) texts.set(statement, sql);
  if (failure !== undefined) throw failure;
  if (!writer.isTransaction) throw new Error('A statement outside a transaction');
  let found = prepared.get(statement);
  if (found === undefined) {
    found = writer.prepare(texts.get(statement) ?? '');
    prepared.set(statement, found);
  }
  if (kind === 'all') {
    const rows: unknown[] = [];
    for (const one of values) for (const row of found.all(...one)) rows.push(row);
    return { rows };
  }
  let changes = 0;
  for (const one of values) changes += Number(found.run(...one).changes);
  return { changes };
}

/**
 * Answers a check that the files are still those that were opened. A file that somebody has moved or deleted takes
 * every write without an error, and its entries are gone with the process. The check costs 4 µs a batch.
 */
function placeOf(paths: readonly string[]): () => void {
  const files = paths.map((path) => ({ path, opened: inodeOf(path) }));
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
