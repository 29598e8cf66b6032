import { sql } from 'kysely';
import { deleteInChunks, deleteInOrder } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';

/** How long test entries are kept (docs/interface.md, « Test mode »). */
export const testEntryDays = 7;

/** Numbers of deleted rows. */
export interface ExpiredCounts {
  readonly entries: number;
  readonly idempotencyKeys: number;
}

// A chunk is one transaction, and intake waits for one at most. An entry may have hundreds of rows and a CV of megabytes.
const entriesPerChunk = 50;
const keysPerChunk = 500;
const dayMs = 24 * 60 * 60_000;

const oldTestEntries = statement<{ until: string }>()((db, p) =>
  db
    .selectFrom('entries')
    .select('id')
    .where('test', '=', sql.lit(1))
    .where('received_at', '<=', p.until)
    .orderBy('received_at')
    .limit(sql.lit(entriesPerChunk)),
);
/** Otherwise another transaction could add rows that the next statements miss. */
const lockEntries = statement<{ ids: string }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('entries').select('id').where(dialect.idIn('id', p.ids))),
);
const deleteEntries = deleteBy('entries', () => 'id');
// Deleted before the entry is locked: other transactions lock the two in the same order.
const deleteOrientations = deleteBy('orientations');
const deletePartsOfEntries = [
  'entry_phones',
  'relations',
  'actions',
  'files',
  'history',
  'idempotency_keys',
  'outbox',
].map((table) => deleteBy(table));
const deleteWords = deleteBy('entry_words', ({ wordsKey }) => wordsKey);
const nextKeys = statement<{ after: number }>()((db, p) =>
  db
    .selectFrom('idempotency_keys')
    .select('entry_id')
    .where('entry_id', '>', p.after)
    .orderBy('entry_id')
    .limit(sql.lit(keysPerChunk)),
);
const deleteExpiredKeys = rawStatement<{ after: number; last: number; now: string }, unknown>(
  (p) =>
    sql`delete from idempotency_keys where entry_id > ${p.after} and entry_id <= ${p.last} and expires_at <= ${p.now}`,
);

function deleteBy(table: string, column: (dialect: Dialect) => string = () => 'entry_id') {
  return rawStatement<{ ids: string }, unknown>(
    (p, dialect) => sql`delete from ${sql.table(table)} where ${dialect.idIn(column(dialect), p.ids)}`,
  );
}

/**
 * Deletes test entries older than {@link testEntryDays} with everything that belongs to them, and expired idempotency
 * keys. Each chunk is a transaction of its own, so that creations run in between. `stopping` ends it after a chunk.
 */
export async function expireEntries(
  database: Database,
  now: Date,
  stopping?: AbortSignal,
): Promise<ExpiredCounts> {
  const until = new Date(now.getTime() - testEntryDays * dayMs).toISOString();
  const entries = await deleteInChunks(() => database.write(deleteOldTestEntries, until, now), stopping);
  const idempotencyKeys = await deleteInOrder(
    (after) => database.write(deleteOldIdempotencyKeys, after, now),
    stopping,
  );
  return { entries, idempotencyKeys };
}

/**
 * Deletes the expired ones among the next keys in the order of entries. The walk passes over keys that have not expired,
 * because a partner's updates and retries add new keys to old entries. An index on `expires_at` would slow every creation.
 */
export const deleteOldIdempotencyKeys = operation(
  'deleteOldIdempotencyKeys',
  async (tx, after: number, { now }) => {
    const found = await tx.all(nextKeys, { after });
    const last = found.at(-1)?.entry_id;
    const deleted =
      last === undefined ? 0 : await tx.run(deleteExpiredKeys, { after, last, now: now.toISOString() });
    // A chunk that is not full is the last one: otherwise this would follow the keys of new entries forever.
    return { last: found.length < keysPerChunk ? undefined : last, deleted };
  },
);

export const deleteOldTestEntries = operation('deleteOldTestEntries', async (tx, until: string) => {
  const old = await tx.all(oldTestEntries, { until });
  if (old.length === 0) return 0;
  const ids = JSON.stringify(old.map(({ id }) => id));
  await tx.run(deleteOrientations, { ids });
  await tx.all(lockEntries, { ids });
  for (const deleteParts of deletePartsOfEntries) await tx.run(deleteParts, { ids });
  await tx.run(deleteWords, { ids });
  return tx.run(deleteEntries, { ids });
});
