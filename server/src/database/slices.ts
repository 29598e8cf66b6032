import { setTimeout as rest } from 'node:timers/promises';
import type { Database, Transaction } from './port.ts';

/** How long to rest after a slice, in the time that it took: on SQLite nothing else of this process runs meanwhile. */
const restsPerSlice = 3;
/** Whoever stops the service waits for it. */
const longestRestMs = 1_000;

/** Deletes slice by slice, until one has deleted nothing or `stopping` says so. Answers how many rows in all. */
export async function deleteInSlices(
  database: Database,
  slice: (tx: Transaction) => Promise<number>,
  stopping: AbortSignal | undefined,
): Promise<number> {
  let all = 0;
  for await (const deleted of slices(database, slice, stopping)) {
    if (deleted === 0) break;
    all += deleted;
  }
  return all;
}

/** What a slice of {@link deleteInOrder} did. */
export interface DeletedRange {
  /** Where it ended, which the next one begins after; undefined when nothing is left. */
  readonly last: number | undefined;
  readonly deleted: number;
}

/**
 * Deletes slice by slice in the order of some id, past rows that stay, until nothing is left or `stopping` says so.
 * Returns how many rows in all.
 */
export async function deleteInOrder(
  database: Database,
  slice: (tx: Transaction, after: number) => Promise<DeletedRange>,
  stopping: AbortSignal | undefined,
): Promise<number> {
  let after = 0;
  let all = 0;
  for await (const { last, deleted } of slices(database, (tx) => slice(tx, after), stopping)) {
    if (last === undefined) break;
    after = last;
    all += deleted;
  }
  return all;
}

/**
 * Does long work slice by slice, each a transaction of its own that intake overtakes, and rests in between: it takes a
 * quarter of a processor at most. Yields what each has answered, until nobody asks for more or `stopping` says so.
 */
export async function* slices<T>(
  database: Database,
  slice: (tx: Transaction) => Promise<T>,
  stopping: AbortSignal | undefined,
): AsyncGenerator<T, void, void> {
  while (stopping?.aborted !== true) {
    const started = performance.now();
    yield await database.write(slice);
    await rest(Math.min((performance.now() - started) * restsPerSlice, longestRestMs));
  }
}
