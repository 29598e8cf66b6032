import { sql } from 'kysely';
import { dayMs } from '../clock.ts';
import { type DeletedRange, deleteInChunks, deleteInOrder } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';

/** How long notices and notifications are kept: half a year. */
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
// By their users, for an index. Pending ones stay, however old.
const deleteNotices = rawStatement<Until, unknown>((p, dialect) => {
  const limit = sql.lit(chunkSize);
  const old = dialect.joinIds(
    'old',
    sql`
select id from notices where user_id = u.id and created_at <= ${p.until} and state <> 'pending'
order by created_at limit ${limit}`,
  );
  return sql`
delete from notices where ${dialect.isIn('id', sql`select old.value from users u ${old} limit ${limit}`)}`;
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
export const purgeNotices = operation('purgeNotices', (tx, values: Until) => tx.run(deleteNotices, values));

/**
 * Deletes notifications and notices written more than {@link keptDays} days ago, in chunks of one transaction each. `stopping`
 * ends it after the current chunk. Returns how many notices were deleted.
 */
export async function expireNotices(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  const values = { until: new Date(now.getTime() - keptDays * dayMs).toISOString() };
  // From the oldest id to the first one that is too recent: an index by time would cost every insert.
  await deleteInOrder((after) => database.write(purgeNotifications, { after, ...values }, now), stopping);
  return deleteInChunks(() => database.write(purgeNotices, values, now), stopping);
}
