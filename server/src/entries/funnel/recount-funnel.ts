import { sql } from 'kysely';
import { stages } from '../../contract/enumerations.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';

/** A month of a residence whose stored funnel counts differ from its entries. */
interface FunnelDifference {
  readonly year: number;
  readonly month: number;
  readonly establishmentId: number;
}

// The rules of funnel-position.ts again, in SQL, as an independent check. A single statement sees a consistent state while
// others write.
const differing = rawStatement<Record<never, never>, FunnelDifference>(
  (_, dialect) => sql<FunnelDifference>`
    with found as (
      select ${dialect.yearOf('e.contact_date')} as year, e.establishment_id, ${dialect.monthOf('e.contact_date')} as month,
        coalesce(e.type, '') as type, e.advertised,
        case when e.caller_id is not null then 'caller:' || e.caller_id
          when e.partner_id is not null then 'partner:' || e.partner_id else 'staff' end as sender,
        coalesce(e.resultat, '') as resultat, coalesce(e.motif, '') as motif,
        coalesce((
          select max(case coalesce(a.stage, 'Prise de contact')
            when 'Validé' then 1 when 'Prise de contact' then 2 when 'Visite' then 3 else 4 end)
          from actions a
          where a.entry_id = e.id and a.done = 1
            and (a.stage in (${sql.join(stages.map((stage) => sql.lit(stage)))}) or (a.stage is null and a.author is null))
        ), case when e.resultat is null then 0 else 1 end) as reached,
        1 as count
      from entries e
      where e.kind = 'commercial' and e.test = 0 and e.spam = 0 and e.duplicate_of is null
        and e.establishment_id is not null
    ), both_sides as (
      select year, establishment_id, month, type, advertised, sender, resultat, motif, reached, count from lead_counts
      union all
      select year, establishment_id, month, type, advertised, sender, resultat, motif, reached, -count from found
    )
    select distinct year, month, establishment_id as "establishmentId"
    from (
      select year, establishment_id, month from both_sides
      group by year, establishment_id, month, type, advertised, sender, resultat, motif, reached
      having sum(count) <> 0
    ) as differences
    order by year, month, "establishmentId"`,
);

/**
 * Recounts the leads of every month, residence and source from the entries. Returns the differences from the stored funnel
 * counts: none, unless something is wrong. Reads every entry.
 */
export function recountFunnel(read: Queries): Promise<FunnelDifference[]> {
  return read.all(differing, {});
}
