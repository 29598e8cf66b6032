import type { CrowdOperation } from './crowd-operation.ts';
import { type Database, DatabaseUnavailable, type Gathering } from './port.ts';
import type { Instant } from './tables.ts';

/**
 * Group commit: what arrives while the previous batch commits shares the next transaction, and with it one fsync. Where
 * the database can, the first half is stored while the other half arrives. A promise resolves only after COMMIT.
 */
export interface WriteQueue<Piece, Outcome> {
  add(piece: Piece): Promise<Outcome>;
}

export interface WriteQueueOptions<Piece, Outcome> {
  readonly database: Database;
  readonly operation: CrowdOperation<Piece, Outcome>;
  readonly now: () => Instant;
  readonly onBatch?: (size: number) => void;
  /**
   * Which part of those that have had an answer, or waited beside them, most likely comes with the next piece, and is
   * waited for; 0 for none.
   */
  readonly likelyToCome?: number;
}

/** A transaction that has begun with the first pieces while others are awaited. */
interface Begun<Piece, Outcome> {
  readonly gathering: Gathering<Piece, Outcome>;
  readonly pieces: Waiting<Piece, Outcome>[];
}

interface Waiting<Piece, Outcome> {
  readonly piece: Piece;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

const mostPieces = 256;
/** Those beyond are refused at once: nobody waits so long, and they would only fill the memory. */
const mostWaiting = 4_000;
/** With so many the cost of a commit hardly counts any more: what comes later takes the next one. */
const enoughPieces = 40;
/** Answered in one turn of the event loop: more would hold up what comes in meanwhile, and all of it would come at once. */
const resolvedPerTurn = 8;
/** With so many a transaction begins, where it can before all have come. Sooner its statements would cost more for each. */
const handful = 8;
const usuallyToCome = 0.8;
/** No piece waits longer for the likely ones than this, in ms. */
const longestWaitMs = 8;

/** A queue in front of the operations that come in crowds. */
export function writeQueue<Piece, Outcome>(
  options: WriteQueueOptions<Piece, Outcome>,
): WriteQueue<Piece, Outcome> {
  const { database, operation, now, onBatch, likelyToCome = usuallyToCome } = options;
  const waiting: Waiting<Piece, Outcome>[] = [];
  let begun: Begun<Piece, Outcome> | undefined;
  let running = 0;
  /** Of those that run, how many are tried piece by piece: what begins beside one would be in its way, and it in that one's. */
  let oneByOne = 0;
  /** How many pieces are worth waiting for: of a lone caller, its one. */
  let worthwhile = 1;
  let flushing: NodeJS.Immediate | undefined;
  let latest: NodeJS.Timeout | undefined;

  const gatheredByNow = () => waiting.length + (begun?.pieces.length ?? 0);

  function schedule(): void {
    const gathered = gatheredByNow();
    if (gathered === 0) return;
    if (running >= database.parallelBatches) {
      if (oneByOne === 0 && waiting.length >= handful) begin();
      return;
    }
    if (gathered >= enoughPieces) {
      flush();
      return;
    }
    if (gathered < worthwhile) {
      if (waiting.length >= handful) begin();
      latest ??= setTimeout(flush, longestWaitMs);
    }
    // After this turn of the event loop, every request that had arrived has been read.
    else flushing ??= setImmediate(flush);
  }

  /** Has those that wait stored while others are awaited. */
  function begin(): void {
    if (database.gather === undefined) return;
    begun ??= { gathering: database.gather(operation, now()), pieces: [] };
    const handed = waiting.splice(0);
    begun.gathering.add(handed.map(({ piece }) => piece));
    begun.pieces.push(...handed);
  }

  function flush(): void {
    clearTimeout(latest);
    clearImmediate(flushing);
    latest = flushing = undefined;
    const last = waiting.splice(0, mostPieces);
    const batch = begun === undefined ? last : [...begun.pieces, ...last];
    const committed = begun?.gathering.commit(last.map(({ piece }) => piece));
    begun = undefined;
    running++;
    onBatch?.(batch.length);
    void commit(batch, committed).then((tell) => {
      running--;
      worthwhile = Math.min(enoughPieces, Math.floor(likelyToCome * (batch.length + gatheredByNow())));
      // The next one begins before these are answered, which takes as long as to store them.
      schedule();
      return tell();
    });
    schedule();
  }

  /** Answers what tells those who wait. */
  async function commit(
    batch: readonly Waiting<Piece, Outcome>[],
    committed: Promise<Outcome[]> | undefined,
  ): Promise<() => void | Promise<void>> {
    try {
      const outcomes = await (committed ?? storeTogether(batch));
      return () => tellThose(batch, outcomes);
    } catch (error) {
      if (batch.length > 1 && !(error instanceof DatabaseUnavailable)) {
        oneByOne++;
        // The next one, which has begun, is in the way of whatever comes after it.
        if (begun !== undefined) flush();
        await commitOneByOne(batch);
        oneByOne--;
        return () => undefined;
      }
      return () => {
        for (const { reject } of batch) reject(error);
      };
    }
  }

  async function tellThose(batch: readonly Waiting<Piece, Outcome>[], outcomes: Outcome[]): Promise<void> {
    for (const [i, outcome] of outcomes.entries()) {
      if (i > 0 && i % resolvedPerTurn === 0) await new Promise<void>((next) => setImmediate(next));
      batch[i]?.resolve(outcome);
    }
  }

  function storeTogether(batch: readonly Waiting<Piece, Outcome>[]): Promise<Outcome[]> {
    const pieces = batch.map(({ piece }) => piece);
    return database.batch(operation, pieces, now());
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
      if (gatheredByNow() >= mostWaiting)
        return Promise.reject(new DatabaseUnavailable('Too many wait to be stored'));
      return new Promise((resolve, reject) => {
        waiting.push({ piece, resolve, reject });
        schedule();
      });
    },
  };
}
