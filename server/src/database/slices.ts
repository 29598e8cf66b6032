import { setTimeout as rest } from 'node:timers/promises';
import type { Database, Transaction } from './port.ts';

/** How long to rest after a slice, in the time that it took: on SQLite nothing else of this process runs meanwhile. */
const restsPerSlice = 3;
/** Whoever stops the service waits for it. */
const longestRestMs = 1_000;

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
