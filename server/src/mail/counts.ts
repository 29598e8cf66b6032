import { type RawBuilder, sql } from 'kysely';
import type { EntriesTable } from '../store/tables.ts';
import { categoryOf } from './category.ts';
import { concerns, type Recipient } from './recipients.ts';
import type { NotificationCategory, ResidenceCounts } from './texts.ts';

/** How many entries of one kind there are at a residence. */
export interface CountRow extends Pick<EntriesTable, 'kind' | 'type' | 'establishment_id'> {
  readonly isOfPartner: 0 | 1;
  readonly residence: string | null;
  readonly n: number;
}

/** Joins the residence `r` of the entry `e`, without spam, duplicates and restricted entries. More conditions may follow. */
export const joinedResidence = sql`
left join establishments r on r.id = e.establishment_id where e.spam = 0 and e.duplicate_of is null and e.restriction is null`;

/** Counts entries by kind and residence. `from` ends with {@link joinedResidence} and further conditions. */
export const countByResidence = (from: RawBuilder<unknown>): RawBuilder<CountRow> => sql`
select e.kind, e.type, e.establishment_id, case when e.partner_id is null then 0 else 1 end as "isOfPartner",
  r.name as residence, count(*) as n
${from}
group by 1, 2, 3, 4, 5 order by e.establishment_id is null, e.establishment_id`;

/** The counts that concern a user with these grants, by residence. */
export function countsFor(grants: readonly Recipient[], rows: readonly CountRow[]): ResidenceCounts[] {
  const found = new Map<
    number | null,
    { residence: string | null; counts: Record<NotificationCategory, number> }
  >();
  for (const row of rows) {
    const { establishment_id: residenceId, residence } = row;
    if (!grants.some((grant) => concerns(grant, row, residenceId))) continue;
    const ofResidence = found.get(residenceId) ?? {
      residence,
      counts: { lead: 0, orientation: 0, complaint: 0, application: 0 },
    };
    ofResidence.counts[categoryOf({ ...row, isOfPartner: row.isOfPartner === 1 })] += Number(row.n);
    found.set(residenceId, ofResidence);
  }
  return [...found.values()];
}
