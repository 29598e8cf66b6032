import { sql } from 'kysely';
import { dayMs, parisDay } from '../clock.ts';
import { deleteInChunks, deleteInOrder, sliceMs } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';
import { deleteEntries } from './delete-entries.ts';
import { isNotHeld } from './holds.ts';

/** How long test entries are kept (docs/interface.md, « Test mode »). */
const testEntryDays = 7;

// A chunk is one transaction, and intake waits for one at most.
const entriesPerChunk = 50;
const keysPerChunk = 500;

const oldTestEntries = statement<{ until: string; today: string }>()((db, p) =>
  db
    .selectFrom('entries')
    .select('id')
    .where('test', '=', sql.lit(1))
    .where('received_at', '<=', p.until)
    .where(isNotHeld(sql.ref('entries.id'), p.today))
    .orderBy('received_at')
    .limit(sql.lit(entriesPerChunk)),
);
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

/**
 * Deletes test entries that are older than {@link testEntryDays} and not held, with everything that belongs to them, and
 * expired idempotency keys. Returns how many of each. Each chunk is a transaction of its own, so that creations run in
 * between. `stopping` ends it after a chunk.
 */
export async function expireEntries(database: Database, now: Date, stopping?: AbortSignal) {
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

export const deleteOldTestEntries = operation('deleteOldTestEntries', async (tx, until: string, { now }) => {
  const old = await tx.all(oldTestEntries, { until, today: parisDay(now) });
  const started = performance.now();
  let deleted = 0;
  for (const { id } of old) {
    // One of them may have hundreds of rows, or a CV of megabytes.
    if (deleted > 0 && performance.now() - started > sliceMs) break;
    deleted += await deleteEntries(tx, [id]);
  }
  return deleted;
});
