import { sql } from 'kysely';
import { dayMs } from '../clock.ts';
import { type DeletedRange, deleteInChunks, deleteInOrder } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';
import { limitDays } from './letter-counts.ts';

/** How long mails to staff and notifications are kept: half a year. */
const keptDays = 183;

const chunkSize = 500;

type Until = { until: string };

const nextNotifications = statement<{ after: number }>()((db, p) =>
  db
    .selectFrom('notifications')
    .select(['id', 'created_at'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(sql.lit(chunkSize)),
);
const deleteNotifications = rawStatement<Until & { after: number; last: number }, unknown>(
  (p) => sql`
delete from notifications where id > ${p.after} and id <= ${p.last} and created_at <= ${p.until}`,
);
// By their users: messages to persons, which stay as long as their entry, are not read. Pending mails stay, however old.
const deleteMails = rawStatement<Until, unknown>((p, dialect) => {
  const limit = sql.lit(chunkSize);
  const old = dialect.joinIds(
    'old',
    sql`
select id from mails where user_id = u.id and created_at <= ${p.until} and state <> 'pending'
order by created_at limit ${limit}`,
  );
  return sql`
delete from mails where ${dialect.isIn('id', sql`select old.value from users u ${old} limit ${limit}`)}`;
});
const forgetHashes = rawStatement<Until, unknown>((p, dialect) => {
  const erased = sql`
select id from mails where recipient is null and recipient_hash is not null and created_at <= ${p.until}
limit ${sql.lit(chunkSize)}`;
  return sql`update mails set recipient_hash = null where ${dialect.isIn('id', erased)}`;
});

/** Deletes the old ones among the next notifications by id. */
export const purgeNotifications = operation(
  'purgeNotifications',
  async (tx, { after, until }: Until & { after: number }): Promise<DeletedRange> => {
    const rows = await tx.all(nextNotifications, { after });
    const last = rows.findLast(({ created_at }) => created_at <= until)?.id;
    const deleted = last === undefined ? 0 : await tx.run(deleteNotifications, { after, last, until });
    return { last, deleted };
  },
);
export const purgeMails = operation('purgeMails', (tx, values: Until) => tx.run(deleteMails, values));
export const purgeHashes = operation('purgeHashes', (tx, values: Until) => tx.run(forgetHashes, values));

/**
 * Deletes notifications and mails to staff written more than {@link keptDays} days ago, and what still told erased addresses
 * apart, in chunks of one transaction each. `stopping` ends it after the current chunk. Returns how many mails were deleted.
 */
export async function expireMails(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  const before = (days: number) => ({ until: new Date(now.getTime() - days * dayMs).toISOString() });
  const values = before(keptDays);
  // From the oldest id to the first one that is too recent: an index by time would cost every insert.
  await deleteInOrder((after) => database.write(purgeNotifications, { after, ...values }, now), stopping);
  await deleteInChunks(() => database.write(purgeHashes, before(limitDays), now), stopping);
  return deleteInChunks(() => database.write(purgeMails, values, now), stopping);
}
