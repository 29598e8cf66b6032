import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../store/dialect.ts';

/** The newest are read. */
const maxPlanned = 10_000;

/**
 * The open actions planned for a day or an earlier one, as `a`, joined with their entries, as `e`. They are few: they are
 * read for all residences, and filtered by reach afterwards.
 */
export function openActionsUntil(day: RawBuilder<string>, { joinEach }: Dialect): RawBuilder<unknown> {
  return sql`(
      select entry_id, date, stage from actions where done = 0 and outcome is null and date <= ${day}
      order by date desc limit ${sql.lit(maxPlanned)}
    ) as a ${joinEach('entries', 'e', sql`e.id = a.entry_id`)}
    where e.test = 0 and e.spam = 0 and e.duplicate_of is null and e.restriction is null`;
}
