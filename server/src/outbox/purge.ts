import { sql } from 'kysely';
import { dayMs } from '../clock.ts';
import { deleteInOrder } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';

/** How long mails and notifications are kept: half a year. */
const keptDays = 183;

const chunkSize = 500;

function statementsOf(table: 'mails' | 'notifications', condition = sql``) {
  return {
    nextRows: statement<{ after: number }>()((db, p) =>
      db
        .selectFrom(table)
        .select(['id', 'created_at'])
        .where('id', '>', p.after)
        .orderBy('id')
        .limit(sql.lit(chunkSize)),
    ),
    deleteOld: rawStatement<{ after: number; last: number; until: string }, unknown>(
      (p) => sql`
delete from ${sql.table(table)}
where id > ${p.after} and id <= ${p.last} and created_at <= ${p.until} ${condition}`,
    ),
  };
}

// Pending mails stay, however old, and messages to persons as long as their entry.
const statements = {
  mails: statementsOf('mails', sql`and state <> 'pending' and user_id is not null`),
  notifications: statementsOf('notifications'),
};

/** Deletes the old ones among the next rows by id. */
export const purgeChunk = operation(
  'purgeChunk',
  async (tx, { table, after, until }: { table: keyof typeof statements; after: number; until: string }) => {
    const { nextRows, deleteOld } = statements[table];
    const rows = await tx.all(nextRows, { after });
    const last = rows.findLast(({ created_at }) => created_at <= until)?.id;
    const deleted = last === undefined ? 0 : await tx.run(deleteOld, { after, last, until });
    return { last, deleted };
  },
);

/**
 * Deletes mails and notifications written more than {@link keptDays} days ago, in chunks of one transaction each. `stopping`
 * ends it after the current chunk. Returns how many mails were deleted.
 */
export async function expireMails(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  await purge(database, 'notifications', now, stopping);
  return purge(database, 'mails', now, stopping);
}

// From the oldest id to the first one that is too recent: an index by time would cost every insert.
function purge(database: Database, table: keyof typeof statements, now: Date, stopping?: AbortSignal) {
  const until = new Date(now.getTime() - keptDays * dayMs).toISOString();
  return deleteInOrder((after) => database.write(purgeChunk, { table, after, until }, now), stopping);
}
