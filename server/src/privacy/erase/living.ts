import { sql } from 'kysely';
import { parisDay } from '../../clock.ts';
import { byRequest } from '../../entries/restriction.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { dueAmong } from '../rules/due.ts';
import { readRules } from '../rules/rule-settings.ts';

/**
 * Those whose family has written again since, with the same phone number. Only the newest entry with a number, tests and
 * spam left out, is looked at: a switchboard's is in thousands.
 */
export const writtenAgain = statement<{ ids: readonly number[] }>()((db, p, { idIn }) =>
  db
    .selectFrom('pending_erasures as pending')
    .innerJoin('entry_phones as phone', 'phone.entry_id', 'pending.entry_id')
    .innerJoin('entries as newest', (join) =>
      join.on(
        'newest.id',
        '=',
        sql`(select same.entry_id from entry_phones same join entries e on e.id = same.entry_id
          where same.key = ${sql.ref('phone.key')} and e.test = 0 and e.spam = 0
          order by same.entry_id desc limit 1)`,
      ),
    )
    .select('pending.entry_id as id')
    .where(idIn('pending.entry_id', p.ids))
    .whereRef('newest.received_at', '>', 'pending.decided_at'),
);

/** Returns the ids of those that retention has decided to erase and that live: their rule concerns them no more. */
export async function living(
  read: Queries,
  pending: readonly { readonly id: number; readonly reason: string }[],
  now: Date,
) {
  const today = parisDay(now);
  const byRule = Map.groupBy(pending, ({ reason }) => reason);
  byRule.delete(byRequest);
  const settings = byRule.size === 0 ? [] : await readRules(read, today);
  const found: number[] = [];
  for (const [reason, rows] of byRule) {
    const setting = settings.find(({ rule, runs }) => runs && rule.name === reason);
    const ids = rows.map(({ id }) => id);
    const due = setting === undefined ? [] : await dueAmong(read, setting, ids, today, { pending: true });
    const dueIds = new Set(due.map(({ id }) => id));
    for (const { id } of await read.all(writtenAgain, { ids })) dueIds.delete(id);
    found.push(...ids.filter((id) => !dueIds.has(id)));
  }
  return found;
}
