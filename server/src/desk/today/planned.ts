import { sql } from 'kysely';
import { isWithin, type Reach } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';
import { maxCounted } from '../pages.ts';

/** An entry for which something is planned. */
export interface PlannedEntry {
  readonly id: number;
  readonly kind: EntryKind;
  readonly establishmentId: number | null;
  readonly date: string;
}

// What is planned and not done is little beside what was: it is read for everybody, and sorted out afterwards.
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

/** Entries for which something is planned for a day or an earlier one and not done, the earliest first. */
export async function plannedEntries(
  read: Queries,
  today: string,
  reachOf: (kind: EntryKind) => Reach,
): Promise<PlannedEntry[]> {
  const rows = await read.all(plannedUntil, { today });
  return rows.filter(({ kind, establishmentId }) => isWithin(reachOf(kind), establishmentId));
}
