import { sql } from 'kysely';
import type { Database } from '../database/port.ts';
import { deleteInOrder } from '../database/slices.ts';
import { rawStatement, statement } from '../database/statement.ts';

/** How long deliveries are kept once they are delivered or given up, and mails and their notifications: half a year. */
export const keptDays = 183;

const dayMs = 24 * 60 * 60_000;
const chunkSize = 500;

/** Deletes what is old and meets the condition, from the oldest on. `p.until`: what is later stays. */
function purge(table: 'outbox' | 'mails' | 'notices', timestamp: string, condition = sql``) {
  const nextIds = statement<{ after: number }>()((db, p) =>
    db
      .selectFrom(table)
      .select(['id', 'created_at'])
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(sql.lit(chunkSize)),
  );
  const deleteOld = rawStatement<{ after: number; last: number; until: string }, unknown>(
    (p) => sql`
delete from ${sql.table(table)}
where id > ${p.after} and id <= ${p.last} and ${sql.ref(timestamp)} <= ${p.until} ${condition}`,
  );
  return (database: Database, now: Date, stopping: AbortSignal | undefined): Promise<number> => {
    const until = new Date(now.getTime() - keptDays * dayMs).toISOString();
    // Up to those that were written later: an index by time would cost every row.
    return deleteInOrder(
      database,
      async (tx, after) => {
        const rows = await tx.all(nextIds, { after });
        const last = rows.findLast(({ created_at }) => created_at <= until)?.id;
        const deleted = last === undefined ? 0 : await tx.run(deleteOld, { after, last, until });
        return { last, deleted };
      },
      stopping,
    );
  };
}

// What is pending stays, however old: one that was resent meanwhile too.
const purgeDeliveries = purge('outbox', 'finished_at', sql`and state <> 'pending'`);
const purgeMails = purge('mails', 'created_at', sql`and state <> 'pending'`);
const purgeNotifications = purge('notices', 'created_at');

/**
 * Deletes deliveries that finished more than {@link keptDays} days ago, with their attempts. In chunks, each a
 * transaction of its own; `stopping` ends it after a chunk. Returns how many.
 */
export function expireDeliveries(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  return purgeDeliveries(database, now, stopping);
}

/** The same for mails and notifications that were written so long ago. Returns how many mails. */
export async function expireMails(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  await purgeNotifications(database, now, stopping);
  return purgeMails(database, now, stopping);
}
