import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { EntriesTable } from '../store/tables.ts';
import { addArrived } from './next-mail.ts';
import { isToldOf, recipients } from './recipients.ts';

/** Notifications per transaction. */
const batchSize = 100;

interface PendingRow extends Pick<EntriesTable, 'kind' | 'type' | 'establishment_id'> {
  readonly id: number;
  readonly entryId: number;
}

const anyPending = statement()((db) =>
  db.selectFrom('notifications').select('id').where('notified', '=', sql.lit(0)).limit(1),
);
const pending = rawStatement<Record<never, never>, PendingRow>(
  (_, dialect) => sql`
select n.id, n.entry_id as "entryId", e.kind, e.type, e.establishment_id
from notifications n join entries e on e.id = n.entry_id
where n.notified = 0 order by n.id limit ${sql.lit(batchSize)}
${dialect.skipLocked('n')}`,
);
const setNotified = rawStatement<{ ids: readonly number[] }, unknown>(
  (p, dialect) => sql`update notifications set notified = 1 where ${dialect.idIn('id', p.ids)}`,
);

export async function areNotificationsPending(read: Queries): Promise<boolean> {
  return (await read.first(anyPending, {})) !== undefined;
}

/**
 * Adds the entry of each pending notification to the next mail of each user who has chosen immediate mails. Returns the
 * number of notifications processed.
 */
export const notifyImmediately = operation('notifyImmediately', async (tx, _: object, { now }) => {
  const notifications = await tx.all(pending, {});
  if (notifications.length === 0) return 0;
  await tx.run(setNotified, { ids: notifications.map(({ id }) => id) });
  const immediate = await recipients(tx, 'at-once');
  for (const { entryId, establishment_id, ...entry } of notifications) {
    const grants = immediate.filter((one) => isToldOf(one, entry, establishment_id));
    for (const userId of new Set(grants.map((one) => one.userId)))
      await addArrived(tx, { userId, entryId, at: now.toISOString() });
  }
  return notifications.length;
});
