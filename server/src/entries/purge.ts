import { sql } from 'kysely';
import { deleteInChunks, deleteInOrder } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';

/** How long test entries are kept (docs/interface.md, « Test mode »). */
export const testEntryDays = 7;

/** What was deleted. */
export interface Expired {
  readonly entries: number;
  readonly receipts: number;
}

// One transaction each: intake waits for one at most. An entry may have hundreds of rows, and a CV of megabytes.
const chunkSize = 50;
const receiptsInSlice = 500;
const dayMs = 24 * 60 * 60_000;

const oldTestEntries = statement<{ until: string }>()((db, p) =>
  db
    .selectFrom('entries')
    .select('id')
    .where('test', '=', sql.lit(1))
    .where('received_at', '<=', p.until)
    .orderBy('received_at')
    .limit(sql.lit(chunkSize)),
);
/** Otherwise another transaction adds to them what the next statements would miss. */
const lockEntries = statement<{ ids: string }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('entries').select('id').where(dialect.idIn('id', p.ids))),
);
const deleteEntries = deleteBy('entries', () => 'id');
// First, as everybody else who changes both locks them: then the entry.
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
const nextReceipts = statement<{ after: number }>()((db, p) =>
  db
    .selectFrom('idempotency_keys')
    .select('entry_id')
    .where('entry_id', '>', p.after)
    .orderBy('entry_id')
    .limit(sql.lit(receiptsInSlice)),
);
const deleteEndedReceipts = rawStatement<{ after: number; last: number; now: string }, unknown>(
  (p) =>
    sql`delete from idempotency_keys where entry_id > ${p.after} and entry_id <= ${p.last} and expires_at <= ${p.now}`,
);

function deleteBy(table: string, column: (dialect: Dialect) => string = () => 'entry_id') {
  return rawStatement<{ ids: string }, unknown>(
    (p, dialect) => sql`delete from ${sql.table(table)} where ${dialect.idIn(column(dialect), p.ids)}`,
  );
}

/**
 * Deletes test entries that are older than {@link testEntryDays} with everything that belongs to them, and receipts
 * that have ended. In slices, each a transaction of its own, that intake overtakes; `stopping` ends it after a slice.
 */
export async function expireEntries(database: Database, now: Date, stopping?: AbortSignal): Promise<Expired> {
  const until = new Date(now.getTime() - testEntryDays * dayMs).toISOString();
  const entries = await deleteInChunks(() => database.write(deleteOldTestEntries, until, now), stopping);
  const receipts = await deleteInOrder((after) => database.write(deleteOldReceipts, after, now), stopping);
  return { entries, receipts };
}

/**
 * Those of a slice of entries, from the oldest entry to the newest, past receipts that live: a partner's updates and
 * retries add new ones to old entries. An index by their end would cost every creation.
 */
export const deleteOldReceipts = operation('deleteOldReceipts', async (tx, after: number, { now }) => {
  const found = await tx.all(nextReceipts, { after });
  const last = found.at(-1)?.entry_id;
  const deleted =
    last === undefined ? 0 : await tx.run(deleteEndedReceipts, { after, last, now: now.toISOString() });
  // A slice that is not full is the last one: otherwise this would follow the receipts of new entries for ever.
  return { last: found.length < receiptsInSlice ? undefined : last, deleted };
});

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
