// The thread that stores what comes in crowds: however long a disk takes for an fsync, the service goes on reading
// requests. It is asked for one batch at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { type CrowdOperation, storeBatch } from './crowd-operation.ts';
import type { Wakeup } from './port.ts';
import { connect } from './sqlite-connection.ts';
import { assertInPlace, type Place } from './sqlite-place.ts';
import { transactionsOn } from './sqlite-transactions.ts';

/** The database as this process has opened it. */
export interface ThreadData {
  readonly file: string;
  readonly places: readonly Place[];
}

/** A batch that the thread is to store. */
export interface BatchRequest {
  readonly module: string;
  readonly name: string;
  readonly pieces: readonly unknown[];
  readonly now: string;
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

parentPort?.on('message', (request: BatchRequest | 'close') => {
  if (request === 'close') {
    connection.close();
    parentPort?.close();
  } else {
    void store(request).then((answer) => parentPort?.postMessage(answer));
  }
});

async function store({ module, name, pieces, now }: BatchRequest): Promise<BatchAnswer> {
  try {
    const exports = (await import(module)) as Record<string, CrowdOperation<unknown, unknown> | undefined>;
    const operation = exports[name];
    if (operation === undefined) throw new Error(`${module} has no operation ${name}`);
    if (pieces.length === 0) return { outcomes: [] };
    return { outcomes: await transaction((tx) => storeBatch(tx, operation, pieces, now)) };
  } catch (error) {
    return { error, name: error instanceof Error ? error.name : '' };
  }
}
