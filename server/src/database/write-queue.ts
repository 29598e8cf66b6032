import type { Database, Transaction } from './port.ts';
import { DatabaseUnavailable } from './port.ts';

/**
 * Group commit: what arrives while the previous batch commits shares the next transaction, and with it one fsync.
 * A promise resolves only after COMMIT.
 */
export interface WriteQueue<Piece, Outcome> {
  add(piece: Piece): Promise<Outcome>;
}

export interface WriteQueueOptions<Piece, Outcome> {
  readonly database: Database;
  /** Stores a batch and answers one outcome for each piece, in the same order. */
  readonly store: (tx: Transaction, pieces: readonly Piece[]) => Promise<Outcome[]>;
  readonly onBatch?: (size: number) => void;
}

interface Waiting<Piece, Outcome> {
  readonly piece: Piece;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

const mostPieces = 256;
/**
 * After a batch of n, about n callers are busy with their next piece: waiting this long for most of them
 * halves the commits under load. A lone piece never waits.
 */
const longestWaitMs = 1;

/** A queue in front of the operations that come in crowds. */
export function writeQueue<Piece, Outcome>(
  options: WriteQueueOptions<Piece, Outcome>,
): WriteQueue<Piece, Outcome> {
  const { database, store, onBatch } = options;
  const waiting: Waiting<Piece, Outcome>[] = [];
  let running = 0;
  let expected = 1;
  let since = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0 || running >= database.parallelBatches) return;
    scheduled = true;
    // After this turn of the event loop, every request that had arrived has been read.
    setImmediate(flush);
  }

  function flush(): void {
    scheduled = false;
    if (waiting.length < expected && performance.now() - since < longestWaitMs) {
      schedule();
      return;
    }
    const batch = waiting.splice(0, mostPieces);
    if (waiting.length > 0) since = performance.now();
    expected = Math.floor(batch.length * 0.8);
    running++;
    onBatch?.(batch.length);
    void commit(batch).finally(() => {
      running--;
      schedule();
    });
    schedule();
  }

  async function commit(batch: readonly Waiting<Piece, Outcome>[]): Promise<void> {
    try {
      const outcomes = await storeTogether(batch);
      for (const [i, outcome] of outcomes.entries()) batch[i]?.resolve(outcome);
    } catch (error) {
      if (batch.length > 1 && !(error instanceof DatabaseUnavailable)) return commitOneByOne(batch);
      for (const { reject } of batch) reject(error);
    }
  }

  function storeTogether(batch: readonly Waiting<Piece, Outcome>[]): Promise<Outcome[]> {
    const pieces = batch.map(({ piece }) => piece);
    return database.write(async (tx) => {
      const outcomes = await store(tx, pieces);
      // Inside the transaction: what is committed must not be tried again.
      if (outcomes.length !== pieces.length) throw new Error('A batch has not one outcome for each piece');
      return outcomes;
    });
  }

  /** A bad piece fails alone. When the database goes away meanwhile, the others don't wait for it one after another. */
  async function commitOneByOne(batch: readonly Waiting<Piece, Outcome>[]): Promise<void> {
    let away: DatabaseUnavailable | undefined;
    for (const one of batch) {
      try {
        if (away !== undefined) throw away;
        for (const outcome of await storeTogether([one])) one.resolve(outcome);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) away = error;
        one.reject(error);
      }
    }
  }

  return {
    add(piece) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) since = performance.now();
        waiting.push({ piece, resolve, reject });
        schedule();
      });
    },
  };
}
