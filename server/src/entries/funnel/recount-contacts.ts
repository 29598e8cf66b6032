import { sql } from 'kysely';
import { stages } from '../../contract/enumerations.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';

type Row = Record<
  'year' | 'establishmentId' | 'keptTotal' | 'keptHasAction' | 'foundTotal' | 'foundHasAction',
  number
>;

// The rules of docs/interface.md, « Yearly statistics », again in SQL, as an independent check. A single statement sees a
// consistent state while others write.
const differing = rawStatement<Record<never, never>, Row>(
  (_, dialect) => sql`
    with found as (
      select ${dialect.yearOf('e.contact_date')} as year,
        e.establishment_id,
        count(*) as total,
        sum(case when exists (
          select 1 from actions a
          where a.entry_id = e.id and a.done = 1
            and (a.stage in (${sql.join(stages.map((stage) => sql.lit(stage)))}) or (a.stage is null and a.author is null))
        ) then 1 else 0 end) as has_action
      from entries e
      where e.kind = 'commercial' and e.test = 0 and e.spam = 0 and e.duplicate_of is null
        and e.establishment_id is not null
      group by 1, 2
    ), both_sides as (
      select year, establishment_id, total as kept_total, has_action as kept_has_action, 0 as found_total, 0 as found_has_action
      from contact_counts
      union all
      select year, establishment_id, 0, 0, total, has_action from found
    )
    select year, establishment_id as "establishmentId",
      sum(kept_total) as "keptTotal", sum(kept_has_action) as "keptHasAction",
      sum(found_total) as "foundTotal", sum(found_has_action) as "foundHasAction"
    from both_sides
    group by year, establishment_id
    having sum(kept_total) <> sum(found_total) or sum(kept_has_action) <> sum(found_has_action)
    order by year, establishment_id`,
);

/**
 * Recounts the contacts of every year and residence from the entries. Returns the differences between the counts that are
 * kept, which the statistics return, and those found: none, unless something is wrong. Reads every entry.
 */
export async function recountContacts(read: Queries) {
  const rows = await read.all(differing, {});
  return rows.map(({ year, establishmentId, keptTotal, keptHasAction, foundTotal, foundHasAction }) => ({
    year,
    establishmentId,
    kept: { total: Number(keptTotal), hasAction: Number(keptHasAction) },
    found: { total: Number(foundTotal), hasAction: Number(foundHasAction) },
  }));
}
