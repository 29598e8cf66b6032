import { sql } from 'kysely';
import type { Queries, Transaction } from '../store/database.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { EntriesTable } from '../store/tables.ts';
import { addArrived } from './next-mail.ts';
import { isToldOf, recipients } from './recipients.ts';

/** Notifications per transaction. */
const batchSize = 100;

interface PendingRow extends Pick<EntriesTable, 'kind' | 'type' | 'establishment_id'> {
  readonly id: number;
  /** Whether a receipt is to be written. */
  readonly receipt: 0 | 1;
  readonly entryId: number;
}

const anyPending = statement()((db) =>
  db.selectFrom('notifications').select('id').where('notified', '=', sql.lit(0)).limit(1),
);
const pending = rawStatement<Record<never, never>, PendingRow>(
  (_, dialect) => sql`
select n.id, n.entry_id as "entryId", n.receipt, e.kind, e.type, e.establishment_id
from notifications n join entries e on e.id = n.entry_id
where n.notified = 0 order by n.id limit ${sql.lit(batchSize)}
${dialect.skipLocked('n')}`,
);
const setNotified = rawStatement<{ ids: string }, unknown>(
  (p, dialect) => sql`update notifications set notified = 1 where ${dialect.idIn('id', p.ids)}`,
);

/** Whether any notification is pending. */
export async function areNotificationsPending(read: Queries): Promise<boolean> {
  return (await read.first(anyPending, {})) !== undefined;
}

/**
 * Adds the entry of each pending notification to the next mail of each user who has chosen immediate mails. Returns the
 * number of notifications processed, and the entries of which a receipt is asked for.
 */
export async function notifyAtOnce(tx: Transaction, now: Date) {
  const notifications = await tx.all(pending, {});
  const asked = notifications.filter(({ receipt }) => receipt === 1).map(({ entryId }) => entryId);
  if (notifications.length === 0) return { count: 0, asked };
  await tx.run(setNotified, { ids: JSON.stringify(notifications.map(({ id }) => id)) });
  const immediate = await recipients(tx, 'at-once');
  for (const { entryId, establishment_id, ...entry } of notifications) {
    const grants = immediate.filter((one) => isToldOf(one, entry, establishment_id));
    for (const userId of new Set(grants.map((one) => one.userId)))
      await addArrived(tx, { userId, entryId, at: now.toISOString() });
  }
  return { count: notifications.length, asked };
}
