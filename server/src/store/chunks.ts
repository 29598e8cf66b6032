import { setTimeout as rest } from 'node:timers/promises';

/** How long to rest after a slice, in the time that it took: other writes come in between. */
const restsPerSlice = 3;
/** A service that stops waits for it. */
const longestRestMs = 1_000;

/** Deletes slice by slice, until one has deleted nothing or `stopping` says so. Returns how many rows in all. */
export async function deleteInChunks(
  slice: () => Promise<number>,
  stopping: AbortSignal | undefined,
): Promise<number> {
  let all = 0;
  for await (const deleted of slices(slice, stopping)) {
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
  slice: (after: number) => Promise<DeletedRange>,
  stopping: AbortSignal | undefined,
): Promise<number> {
  let after = 0;
  let all = 0;
  for await (const { last, deleted } of slices(() => slice(after), stopping)) {
    all += deleted;
    if (last === undefined) break;
    after = last;
  }
  return all;
}

/**
 * Does long work slice by slice, each a transaction of its own, and rests in between: it takes a quarter of a processor at
 * most. Yields what each has returned, until the caller has enough or `stopping` says so.
 */
export async function* slices<T>(
  slice: () => Promise<T>,
  stopping: AbortSignal | undefined,
): AsyncGenerator<T, void, void> {
  while (stopping?.aborted !== true) {
    const started = performance.now();
    yield await slice();
    await rest(Math.min((performance.now() - started) * restsPerSlice, longestRestMs));
  }
}
