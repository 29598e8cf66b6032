import { type RawBuilder, sql } from 'kysely';
import { isWithin, type Reach } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import type { Queries } from '../../store/database.ts';
import type { Dialect } from '../../store/dialect.ts';
import { rawStatement } from '../../store/statement.ts';
import { maxCounted } from '../pages.ts';

/** An entry with a planned action. */
interface PlannedEntry {
  readonly id: number;
  readonly kind: EntryKind;
  readonly establishmentId: number | null;
  readonly date: string;
}

/**
 * The open actions planned for a day or an earlier one, as `a`, joined with their entries, as `e`. They are few: they are
 * read for all residences, and filtered by reach afterwards.
 */
export function openActionsUntil(day: RawBuilder<string>, { joinEach }: Dialect): RawBuilder<unknown> {
  return sql`(
      select entry_id, date, stage from actions where done = 0 and outcome is null and date <= ${day}
      order by date desc limit ${sql.lit(maxCounted)}
    ) as a ${joinEach('entries', 'e', sql`e.id = a.entry_id`)}
    where e.test = 0 and e.spam = 0 and e.duplicate_of is null and e.restriction is null`;
}

const plannedUntil = rawStatement<{ today: string }, PlannedEntry>(
  (p, dialect) => sql`
    select e.id, e.kind, e.establishment_id as "establishmentId", min(a.date) as date
    from ${openActionsUntil(p.today, dialect)}
    group by e.id, e.kind, e.establishment_id
    order by min(a.date), e.id`,
);

/** Returns the entries within reach with an open action planned for this day or an earlier one, the earliest first. */
export async function plannedEntries(
  read: Queries,
  today: string,
  reachOf: (kind: EntryKind) => Reach,
): Promise<PlannedEntry[]> {
  const rows = await read.all(plannedUntil, { today });
  return rows.filter(({ kind, establishmentId }) => isWithin(reachOf(kind), establishmentId));
}
