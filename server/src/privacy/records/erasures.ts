import type { Kysely } from 'kysely';
import type { Queries, Transaction } from '../../store/database.ts';
import { insert } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import type { Instant, Tables } from '../../store/tables.ts';

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

/** The lines of the ledger, as they are stored. */
export const selectErasures = (db: Kysely<Tables>) =>
  db
    .selectFrom('erasures')
    .select([
      'id',
      'entry_id as entryId',
      'received_at as receivedAt',
      'relation',
      'reason',
      'request_id as requestId',
      'erased_at as erasedAt',
      'counts',
    ]);

/** Adds a line to the ledger, in the transaction of the erasure. */
export async function recordErasure(tx: Transaction, erasure: Erasure): Promise<void> {
  await insert(tx, 'erasures', {
    entry_id: erasure.entryId,
    received_at: erasure.receivedAt,
    relation: erasure.relation,
    reason: erasure.reason,
    request_id: erasure.requestId,
    erased_at: erasure.erasedAt,
    counts: JSON.stringify(erasure.counts),
    digest: erasure.digest ?? null,
  });
  await tx.notify('erasures');
}

/** Returns the digest of the plan by which a whole entry was erased; null when it was erased without one. */
export async function digestOfErasure(queries: Queries, entryId: number, receivedAt: Instant) {
  const newest = await queries.first(
    query((db) =>
      db
        .selectFrom('erasures')
        .select('digest')
        .where('entry_id', '=', entryId)
        .where('received_at', '=', receivedAt)
        .where('relation', 'is', null)
        .orderBy('id', 'desc')
        .limit(1),
    ),
  );
  return newest?.digest ?? null;
}
