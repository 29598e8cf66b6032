import type { Clock } from '../clock.ts';
import type { CrowdOperation } from './crowd-operation.ts';
import { type Database, DatabaseUnavailable } from './port.ts';

/**
 * Group commit: what arrives while the previous batch commits shares the next transaction, and with it one fsync.
 * A promise resolves only after COMMIT.
 */
export interface WriteQueue<Piece, Outcome> {
  add(piece: Piece): Promise<Outcome>;
}

export interface WriteQueueOptions<Piece, Outcome> {
  readonly database: Database;
  readonly operation: CrowdOperation<Piece, Outcome>;
  readonly clock: Clock;
  readonly onBatch?: (size: number) => void;
}

interface Waiting<Piece, Outcome> {
  readonly piece: Piece;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

const mostPieces = 256;
/** With so many the cost of a commit hardly counts any more: what comes later takes the next one. */
const enoughPieces = 42;
/** No piece waits longer for others than this, in ms. */
const longestWaitMs = 2;

/** A queue in front of the operations that come in crowds. */
export function writeQueue<Piece, Outcome>(
  options: WriteQueueOptions<Piece, Outcome>,
): WriteQueue<Piece, Outcome> {
  const { database, operation, clock, onBatch } = options;
  const waiting: Waiting<Piece, Outcome>[] = [];
  let running = 0;
  let since = 0;
  let seen = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0 || running >= database.parallelBatches) return;
    scheduled = true;
    // After this turn of the event loop, every request that had arrived has been read.
    setImmediate(flush);
  }

  /** A lone piece goes at once; while each turn of the event loop brings more, it is worth waiting for them. */
  function flush(): void {
    scheduled = false;
    const more = waiting.length > seen;
    seen = waiting.length;
    if (more && seen < enoughPieces && performance.now() - since < longestWaitMs) {
      schedule();
      return;
    }
    const batch = waiting.splice(0, mostPieces);
    seen = 0;
    if (waiting.length > 0) since = performance.now();
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
    return database.batch(operation, pieces, clock().toISOString());
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
