import { type RawBuilder, sql } from 'kysely';
import type { Dialect, Ids } from '../store/dialect.ts';
import type { Parameters } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';

export type Counted = Record<'from' | 'to', Day> & { readonly ids: readonly number[] };

/** The condition on the table `e` that the statistics count it at one of these residences: `countedIn` in SQL. */
export function isCounted(ids: RawBuilder<Ids>, dialect: Dialect): RawBuilder<boolean> {
  return sql`e.kind = 'commercial' and e.test = 0 and e.spam = 0 and e.duplicate_of is null
    and ${dialect.idIn('e.establishment_id', ids)}`;
}

/** The same of a contact date in this period. */
export function isCountedIn({ from, to, ids }: Parameters<Counted>, dialect: Dialect): RawBuilder<boolean> {
  return sql`${isCounted(ids, dialect)} and e.contact_date between ${from} and ${to}`;
}
