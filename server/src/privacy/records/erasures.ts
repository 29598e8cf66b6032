import { sql } from 'kysely';
import type { Queries, Transaction } from '../../store/database.ts';
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
  /** How many rows were erased, by place, and marks of erased texts (erase/erase-entry.ts). */
  readonly counts: Readonly<Record<string, number>>;
  /** Of the plan that was shown. */
  readonly digest?: string;
}

const insert = statement<{
  entryId: number;
  receivedAt: string;
  relation: number | null;
  reason: string;
  requestId: number | null;
  erasedAt: string;
  counts: string;
  digest: string | null;
}>()((db, p) =>
  db.insertInto('erasures').values({
    entry_id: p.entryId,
    received_at: p.receivedAt,
    relation: p.relation,
    reason: p.reason,
    request_id: p.requestId,
    erased_at: p.erasedAt,
    counts: p.counts,
    digest: p.digest,
  }),
);

/** Adds a line to the ledger, in the transaction of the erasure. */
export async function recordErasure(tx: Transaction, { counts, digest, ...erasure }: Erasure): Promise<void> {
  await tx.run(insert, { ...erasure, counts: JSON.stringify(counts), digest: digest ?? null });
  await tx.notify('erasures');
}

const newestDigest = statement<{ entryId: number; receivedAt: string }>()((db, p) =>
  db
    .selectFrom('erasures')
    .select('digest')
    .where('entry_id', '=', p.entryId)
    .where('received_at', '=', p.receivedAt)
    .where('relation', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

/** Returns the digest of the plan by which a whole entry was erased; null when it was erased without one. */
export async function digestOfErasure(
  queries: Queries,
  entryId: number,
  receivedAt: Instant,
): Promise<string | null> {
  return (await queries.first(newestDigest, { entryId, receivedAt }))?.digest ?? null;
}
