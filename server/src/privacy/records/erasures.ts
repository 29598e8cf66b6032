import type { Kysely } from 'kysely';
import type { Transaction } from '../../store/database.ts';
import { insert } from '../../store/rows.ts';
import type { Instant, Tables } from '../../store/tables.ts';

/** Fields of an entry, by name: `changes.phoneClient`, `relations.0.email`, or `relations.0` for all of a related person. */
export interface TakenPaths {
  readonly removed: readonly string[];
  /** They have new values, which the ledger does not hold. */
  readonly corrected: readonly string[];
}

/** A line of the ledger: what was erased, without personal data. */
export interface Erasure {
  readonly entryId: number;
  /** Ids are used again after a restore: an erasure is repeated only where both agree. */
  readonly receivedAt: Instant;
  /** Of a correction without trace, the places of the values that it took out; null for the whole entry. */
  readonly paths: TakenPaths | null;
  readonly reason: string;
  readonly requestId: number | null;
  readonly erasedAt: Instant;
  /** How many rows were erased, by place. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The lines of the ledger, as they are stored. */
export const selectErasures = (db: Kysely<Tables>) =>
  db
    .selectFrom('erasures')
    .select(['id', 'entry_id as entryId', 'received_at as receivedAt', 'reason', 'request_id as requestId'])
    .select(['erased_at as erasedAt', 'counts', 'paths']);

/** Returns a line of the ledger as {@link selectErasures} reads it, without its id. */
export function erasureIn({
  id: _,
  counts,
  paths,
  ...erasure
}: Omit<Erasure, 'counts' | 'paths'> & {
  readonly id: number;
  readonly counts: string;
  readonly paths: string | null;
}): Erasure {
  return { ...erasure, counts: JSON.parse(counts), paths: paths === null ? null : JSON.parse(paths) };
}

type ErasureKey = Pick<Erasure, 'entryId' | 'receivedAt' | 'paths' | 'erasedAt'>;

/** The same for two records of one erasure. */
export function keyOf({ entryId, receivedAt, paths, erasedAt }: ErasureKey): string {
  return `${entryId} ${receivedAt} ${JSON.stringify(paths)} ${erasedAt}`;
}

/** Adds a line to the ledger, in the transaction of the erasure. */
export async function recordErasure(tx: Transaction, erasure: Erasure): Promise<void> {
  await insert(tx, 'erasures', {
    entry_id: erasure.entryId,
    received_at: erasure.receivedAt,
    reason: erasure.reason,
    request_id: erasure.requestId,
    erased_at: erasure.erasedAt,
    counts: JSON.stringify(erasure.counts),
    paths: erasure.paths === null ? null : JSON.stringify(erasure.paths),
  });
  await tx.notify('erasures');
}
