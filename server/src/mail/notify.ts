import { sql } from 'kysely';
import { appendMail } from '../outbox/append-mail.ts';
import type { Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { EntriesTable } from '../store/tables.ts';
import { categoryOf } from './category.ts';
import { hourlyLimit, lockHourlyLimit } from './hourly-limit.ts';
import { concerns, recipients } from './recipients.ts';
import { arrivalMail } from './texts.ts';

/** Notifications per transaction. */
const batchSize = 100;

interface PendingRow extends Pick<EntriesTable, 'kind' | 'type' | 'establishment_id' | 'partner_id'> {
  readonly id: number;
  readonly entryId: number;
  /** Whether it has been marked as spam or a duplicate, or staff may not see it. */
  readonly excluded: 0 | 1;
  readonly residence: string | null;
}

const anyPending = statement()((db) =>
  db.selectFrom('notifications').select('id').where('notified', '=', sql.lit(0)).limit(1),
);
const pending = rawStatement<Record<never, never>, PendingRow>(
  (_, dialect) => sql`
select n.id, n.entry_id as "entryId", e.kind, e.type, e.establishment_id, e.partner_id,
  case when e.spam = 1 or e.duplicate_of is not null or e.restriction is not null then 1 else 0 end as excluded, r.name as residence
from notifications n join entries e on e.id = n.entry_id left join establishments r on r.id = e.establishment_id
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
 * Writes a mail about each pending notification for each user who has chosen immediate mails. Skips spam and duplicates;
 * beyond the hourly limit, defers to one mail. Returns the number of notifications processed.
 */
export const notifyImmediately = operation(
  'notifyImmediately',
  async (tx, { publicUrl }: { publicUrl: string }, { now }) => {
    const at = now.toISOString();
    await lockHourlyLimit(tx);
    const limit = hourlyLimit(tx, at);
    const notifications = await tx.all(pending, {});
    if (notifications.length === 0) return 0;
    await tx.run(setNotified, { ids: JSON.stringify(notifications.map(({ id }) => id)) });
    const immediate = await recipients(tx, 'at-once');
    for (const { kind, type, partner_id, establishment_id, entryId, residence, excluded } of notifications) {
      if (excluded === 1) continue;
      const category = categoryOf({ kind, type, isOfPartner: partner_id !== null });
      const text = arrivalMail({ category, entryId, kind, residence }, publicUrl);
      const grants = immediate.filter((one) => concerns(one, { kind, type }, establishment_id));
      for (const userId of new Set(grants.map((one) => one.userId))) {
        if (await limit.take(userId, entryId))
          await appendMail(tx, { userId, entryId, ...text }, { publicUrl, at });
      }
    }
    return notifications.length;
  },
);
