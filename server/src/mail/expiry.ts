import { sql } from 'kysely';
import { operation } from '../database/operation.ts';
import type { Database } from '../database/port.ts';
import { deleteInOrder } from '../database/slices.ts';
import { rawStatement, statement } from '../database/statement.ts';

/** How long mails and notices are kept: half a year. */
export const keptDays = 183;

const dayMs = 24 * 60 * 60_000;
const inSlice = 500;

function kept(table: 'mails' | 'notices') {
  return {
    next: statement<{ after: number }>()((db, p) =>
      db
        .selectFrom(table)
        .select(['id', 'created_at'])
        .where('id', '>', p.after)
        .orderBy('id')
        .limit(sql.lit(inSlice)),
    ),
    // A mail that is still to be sent stays, however old.
    delete: rawStatement<{ after: number; last: number; until: string }, unknown>(
      (p) => sql`
delete from ${sql.table(table)} where id > ${p.after} and id <= ${p.last} and created_at <= ${p.until}
${table === 'mails' ? sql`and state <> 'pending'` : sql``}`,
    ),
  };
}

const statements = { mails: kept('mails'), notices: kept('notices') };

/** Deletes those of a slice of ids that were written until then. */
export const deleteOldMails = operation(
  'deleteOldMails',
  async (tx, { table, after, until }: { table: keyof typeof statements; after: number; until: string }) => {
    const of = statements[table];
    const rows = await tx.all(of.next, { after });
    const last = rows.findLast(({ created_at }) => created_at <= until)?.id;
    const deleted = last === undefined ? 0 : await tx.run(of.delete, { after, last, until });
    return { last, deleted };
  },
);

/**
 * Deletes mails and notices that were written more than {@link keptDays} days ago. In slices, each a transaction of its
 * own; `stopping` ends it after a slice. Returns how many mails.
 */
export async function expireMails(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  const until = new Date(now.getTime() - keptDays * dayMs).toISOString();
  // From the oldest on, to those that were written later: an index by time would cost every one of them.
  const expire = (table: keyof typeof statements) =>
    deleteInOrder((after) => database.write(deleteOldMails, { table, after, until }, now), stopping);
  await expire('notices');
  return expire('mails');
}
