import { setTimeout as pause } from 'node:timers/promises';

/** After this time a chunk of unequal rows ends: creations wait for it. */
export const sliceMs = 30;
/** The pause after each chunk, as a multiple of the chunk's duration: it lets other writes through. */
const usualPauseFactor = 3;
/** A stopping service waits for the pause to end. */
const maxPauseMs = 1_000;

/** Calls `deleteChunk` until it deletes nothing or `stopping` is aborted. Returns the total number of deleted rows. */
export async function deleteInChunks(
  deleteChunk: () => Promise<number>,
  stopping: AbortSignal | undefined,
): Promise<number> {
  let total = 0;
  for await (const deleted of chunks(deleteChunk, stopping)) {
    if (deleted === 0) break;
    total += deleted;
  }
  return total;
}

/** The result of one chunk of {@link deleteInOrder}. */
export interface DeletedRange {
  /** The last id of the chunk, after which the next one starts; undefined when nothing is left. */
  readonly last: number | undefined;
  readonly deleted: number;
}

/**
 * Deletes chunk by chunk in id order, skipping rows that stay, until nothing is left or `stopping` is aborted.
 * Returns the total number of deleted rows.
 */
export async function deleteInOrder(
  deleteChunk: (after: number) => Promise<DeletedRange>,
  stopping: AbortSignal | undefined,
): Promise<number> {
  let after = 0;
  let total = 0;
  for await (const { last, deleted } of chunks(() => deleteChunk(after), stopping)) {
    total += deleted;
    if (last === undefined) break;
    after = last;
  }
  return total;
}

/**
 * Does long work in chunks, each its own transaction, with a pause after each that is `pauseFactor` times as long as the
 * chunk: by default it uses at most a quarter of a processor. Yields the result of each chunk until the caller stops
 * iterating or `stopping` is aborted.
 */
export async function* chunks<T>(
  runChunk: () => Promise<T>,
  stopping: AbortSignal | undefined,
  pauseFactor = usualPauseFactor,
): AsyncGenerator<T, void, void> {
  while (stopping?.aborted !== true) {
    const started = performance.now();
    yield await runChunk();
    await pause(Math.min((performance.now() - started) * pauseFactor, maxPauseMs));
  }
}
