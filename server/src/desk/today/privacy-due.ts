import { addDays } from '../../clock.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';

/** Requests due within so many days are shown. */
const dueDays = 7;

const openUntil = statement<{ day: Day }>()((db, p) =>
  db
    .selectFrom('privacy_requests')
    .select(['id', 'kind', 'due_on as dueOn'])
    .where('closed_at', 'is', null)
    .where('due_on', '<=', p.day)
    .orderBy('due_on')
    .orderBy('id'),
);

/** Returns how many open requests of persons are due soon or late, and the one that is due first. */
export async function privacyDue(read: Queries, today: Day) {
  const day = addDays(today, dueDays);
  const due = await read.all(openUntil, { day });
  return {
    count: due.length,
    late: due.filter(({ dueOn }) => dueOn < today).length,
    nextDueOn: due[0]?.dueOn ?? null,
  };
}
