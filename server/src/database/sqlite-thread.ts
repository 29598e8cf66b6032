// The thread that stores what comes in crowds: however long a disk takes for an fsync, the service goes on reading
// requests. It stores one batch at a time, piece by piece as they come.
import { parentPort, workerData } from 'node:worker_threads';
import { type CrowdOperation, storePart } from './crowd-operation.ts';
import type { Wakeup } from './port.ts';
import { connect } from './sqlite-connection.ts';
import { assertInPlace, type Place } from './sqlite-place.ts';
import { transactionsOn } from './sqlite-transactions.ts';

/** The database as this process has opened it. */
export interface ThreadData {
  readonly file: string;
  readonly places: readonly Place[];
}

/** Pieces of a batch that the thread is to store: the first ones begin its transaction, the last ones end it. */
export interface BatchRequest {
  readonly module: string;
  readonly name: string;
  readonly pieces: readonly unknown[];
  readonly now: string;
  readonly isLast: boolean;
}

/** Its outcomes, or what went wrong: the class of an error does not survive the way, so that its name comes beside it. */
export type BatchAnswer =
  | { readonly outcomes: readonly unknown[] }
  | { readonly error: unknown; readonly name: string };

/** What a batch that is committed has notified of. Comes before the answer of that batch. */
export interface BatchWakeup {
  readonly wake: Wakeup;
}

const { file, places } = workerData as ThreadData;
// Where there is no file any more, SQLite would begin another one.
assertInPlace(places);
const connection = connect(file);
const transaction = transactionsOn(connection, places, (wake) =>
  parentPort?.postMessage({ wake } satisfies BatchWakeup),
);

/** By module and name: to ask for a module that is loaded takes as long as to store an entry. */
const operations = new Map<string, CrowdOperation<unknown, unknown>>();

async function operationOf({ module, name }: BatchRequest): Promise<CrowdOperation<unknown, unknown>> {
  const known = operations.get(`${module} ${name}`);
  if (known !== undefined) return known;
  const exports = (await import(module)) as Record<string, CrowdOperation<unknown, unknown> | undefined>;
  const operation = exports[name];
  if (operation === undefined) throw new Error(`${module} has no operation ${name}`);
  operations.set(`${module} ${name}`, operation);
  return operation;
}

const come: (BatchRequest | 'close')[] = [];
let arrived = () => {};
parentPort?.on('message', (request: BatchRequest | 'close') => {
  come.push(request);
  arrived();
});

async function next(): Promise<BatchRequest | 'close'> {
  for (;;) {
    const request = come.shift();
    if (request !== undefined) return request;
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
  }
}

async function store(first: BatchRequest): Promise<BatchAnswer> {
  let latest = first;
  const { now } = first;
  /** Whoever closes the database has ended every batch. */
  const more = async (): Promise<BatchRequest> => {
    const request = await next();
    if (request === 'close') throw new Error('A batch has no end');
    latest = request;
    return request;
  };
  try {
    const operation = await operationOf(first);
    if (first.pieces.length === 0 && first.isLast) return { outcomes: [] };
    const outcomes = await transaction(async (tx) => {
      const pieces = [...first.pieces];
      const stored = await storePart(tx, operation, pieces, now);
      while (!latest.isLast) {
        const part = (await more()).pieces;
        if (part.length === 0) continue;
        pieces.push(...part);
        stored.push(...(await storePart(tx, operation, part, now)));
      }
      await operation.end?.(tx, pieces, stored, now);
      return stored;
    });
    return { outcomes };
  } catch (error) {
    while (!latest.isLast) await more();
    return { error, name: error instanceof Error ? error.name : '' };
  }
}

for (let request = await next(); request !== 'close'; request = await next())
  parentPort?.postMessage(await store(request));
connection.close();
parentPort?.close();
