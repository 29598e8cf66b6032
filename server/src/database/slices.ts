import { setImmediate } from 'node:timers/promises';
import type { Database, Transaction } from './port.ts';

/**
 * Does long work slice by slice, each a transaction of its own that intake overtakes. Yields what each has answered, until
 * nobody asks for more or `stopping` says so.
 */
export async function* slices<T>(
  database: Database,
  slice: (tx: Transaction) => Promise<T>,
  stopping: AbortSignal | undefined,
): AsyncGenerator<T, void, void> {
  while (stopping?.aborted !== true) {
    yield await database.write(slice);
    // On SQLite nothing else would run in between: its transactions wait for no input or output.
    await setImmediate();
  }
}
