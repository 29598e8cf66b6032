import type { Transaction } from './port.ts';
import type { Instant } from './tables.ts';

/** Something that comes in crowds, and is stored together with its neighbours. */
export interface CrowdOperation<Piece, Outcome> {
  /** The module that exports it and under which name: on SQLite it runs in a thread of its own, on copies of the pieces. */
  readonly module: string;
  readonly name: string;
  /** Answers one outcome for each piece, in the same order. A batch may come in several parts. */
  readonly store: (tx: Transaction, pieces: readonly Piece[], now: Instant) => Promise<Outcome[]>;
  /** What is done once for the whole batch, after its last part. */
  readonly end?: (
    tx: Transaction,
    pieces: readonly Piece[],
    outcomes: readonly Outcome[],
    now: Instant,
  ) => Promise<void>;
}

/** Stores a batch within a transaction, which fails unless there is an outcome for each piece. */
export async function storeBatch<Piece, Outcome>(
  tx: Transaction,
  operation: CrowdOperation<Piece, Outcome>,
  pieces: readonly Piece[],
  now: Instant,
): Promise<Outcome[]> {
  const outcomes = await storePart(tx, operation, pieces, now);
  await operation.end?.(tx, pieces, outcomes, now);
  return outcomes;
}

/** The same for a part of a batch; whoever calls it ends the batch. */
export async function storePart<Piece, Outcome>(
  tx: Transaction,
  { store }: CrowdOperation<Piece, Outcome>,
  pieces: readonly Piece[],
  now: Instant,
): Promise<Outcome[]> {
  const outcomes = await store(tx, pieces, now);
  // What is committed must not be tried again.
  if (outcomes.length !== pieces.length) throw new Error('A batch has not one outcome for each piece');
  return outcomes;
}
