import { sql } from 'kysely';
import type { Queries } from '../../database/port.ts';
import { rawStatement } from '../../database/statement.ts';
import type { Wanted } from './wanted.ts';

// From one day that has entries to the next, and of each day the first and the last: a few steps into the index for
// each, however many entries it has.
const idsOfDays = rawStatement<
  { kind: string; from: string; to: string },
  { first: number | null; last: number | null }
>((p) => {
  const usual = sql`test = 0 and spam = 0 and duplicate_of is null`;
  const dated = sql`from entries indexed by entries_dated where kind = ${p.kind} and ${usual}`;
  return sql`
    with recursive days (day) as (
      select (select min(contact_date) ${dated} and contact_date >= ${p.from})
      union all
      select (select min(contact_date) ${dated} and contact_date > day) from days where day <= ${p.to}
    )
    select
      min((select min(id) ${dated} and contact_date = day)) as first,
      max((select max(id) ${dated} and contact_date = day)) as last
    from days where day <= ${p.to}`;
});

/**
 * The same list, and between which ids its days lie: entries come in nearly the order of their days, so that what came
 * before and after need not be read. PostgreSQL finds a way of its own.
 */
export async function withIdsOfDays(read: Queries, wanted: Wanted): Promise<Wanted> {
  const { kind, from, to, aside } = wanted;
  if (read.engine !== 'sqlite' || aside !== undefined || (from ?? to) === undefined) return wanted;
  const ids = await read.first(idsOfDays, { kind, from: from ?? '0000', to: to ?? '9999' });
  return { ...wanted, ids: { first: ids?.first ?? 0, last: ids?.last ?? 0 } };
}
