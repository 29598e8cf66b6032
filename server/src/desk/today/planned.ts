import { sql } from 'kysely';
import { isWithin, type Reach } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';
import { maxCounted } from '../pages.ts';

/** An entry with a planned action. */
export interface PlannedEntry {
  readonly id: number;
  readonly kind: EntryKind;
  readonly establishmentId: number | null;
  readonly date: string;
}

// Open actions are few: they are read for all residences, and filtered by reach afterwards.
const plannedUntil = rawStatement<{ today: string }, PlannedEntry>((p, { joinEach }) => {
  const entry = joinEach('entries', 'e', sql`e.id = a.entry_id`);
  return sql`
    select e.id, e.kind, e.establishment_id as "establishmentId", min(a.date) as date
    from (
      select entry_id, date from actions where done = 0 and date <= ${p.today}
      order by date desc limit ${sql.lit(maxCounted)}
    ) as a ${entry}
    where e.test = 0 and e.spam = 0 and e.duplicate_of is null
    group by e.id, e.kind, e.establishment_id
    order by min(a.date), e.id`;
});

/** Returns the entries within reach with an open action planned for this day or an earlier one, the earliest first. */
export async function plannedEntries(
  read: Queries,
  today: string,
  reachOf: (kind: EntryKind) => Reach,
): Promise<PlannedEntry[]> {
  const rows = await read.all(plannedUntil, { today });
  return rows.filter(({ kind, establishmentId }) => isWithin(reachOf(kind), establishmentId));
}
