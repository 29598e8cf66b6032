import { type RawBuilder, sql } from 'kysely';
import type { EntriesTable } from '../store/tables.ts';
import { categoryOf } from './category.ts';
import { concerns, isToldOf, type Recipient } from './recipients.ts';
import { type CountsOf, type NotificationCategory, notificationCategories } from './texts.ts';

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
group by 1, 2, 3, 4, 5`;

/** The counts of new entries that concern a user with these grants. */
export function countsFor(
  grants: readonly Recipient[],
  rows: readonly CountRow[],
): CountsOf<NotificationCategory>[] {
  const told = rows.filter((row) => grants.some((grant) => isToldOf(grant, row, row.establishment_id)));
  return countsBy(grants, told, notificationCategories, (row) =>
    categoryOf({ ...row, isOfPartner: row.isOfPartner === 1 }),
  );
}

/** The counts that concern a user with these grants, by residence and by the name of each row; entries without a residence last. */
export function countsBy<Row extends CountRow, Name extends string>(
  grants: readonly Recipient[],
  rows: readonly Row[],
  names: readonly Name[],
  nameOf: (row: Row) => Name,
): CountsOf<Name>[] {
  const found = rows
    .filter((row) => grants.some((grant) => concerns(grant, row, row.establishment_id)))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  return [...Map.groupBy(found, placeOf).values()].map((ofResidence) => ({
    residence: ofResidence[0]?.residence ?? null,
    counts: names.map((name) => {
      const count = ofResidence.reduce((sum, row) => sum + (nameOf(row) === name ? Number(row.n) : 0), 0);
      return [name, count] as const;
    }),
  }));
}

const placeOf = ({ establishment_id }: CountRow) => establishment_id ?? Number.MAX_SAFE_INTEGER;
