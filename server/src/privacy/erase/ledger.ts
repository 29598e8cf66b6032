import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

/** A line of the ledger: what was erased, without personal data. */
export interface Erasure {
  readonly entryId: number;
  /** Ids are used again after a restore: an erasure is repeated only where both agree. */
  readonly receivedAt: Instant;
  /** The position of one related person; null for the whole entry. */
  readonly relation: number | null;
  readonly reason: string;
  readonly requestId: number | null;
  readonly erasedAt: Instant;
  /** How many rows were erased, by place, and marks of erased texts (relation/erase-relation.ts). */
  readonly counts: Readonly<Record<string, number>>;
}

const insert = statement<{
  entryId: number;
  receivedAt: string;
  relation: number | null;
  reason: string;
  requestId: number | null;
  erasedAt: string;
  counts: string;
}>()((db, p) =>
  db.insertInto('erasures').values({
    entry_id: p.entryId,
    received_at: p.receivedAt,
    relation: p.relation,
    reason: p.reason,
    request_id: p.requestId,
    erased_at: p.erasedAt,
    counts: p.counts,
  }),
);

/** Adds a line to the ledger, in the transaction of the erasure. */
export async function recordErasure(tx: Transaction, { counts, ...erasure }: Erasure): Promise<void> {
  await tx.run(insert, { ...erasure, counts: JSON.stringify(counts) });
}
