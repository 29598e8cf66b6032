import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import { type Parameters, statement } from '../store/statement.ts';

/** What is asked for: a year at some residences. */
export interface Asked {
  readonly year: number;
  readonly establishmentIds: readonly number[];
}

type AskedValues = { readonly year: number; readonly ids: string };

/** How many leads came as far as a step (an index of `steps`) and not farther. */
interface Reached {
  readonly reached: number;
  readonly count: number;
}

/** How many took equally long: to the first `contact` in working minutes, to the `admission` in days. */
export interface Delays {
  readonly measure: 'contact' | 'admission';
  readonly value: number;
  readonly count: number;
}

type OfMonth = { readonly year: number; readonly month: number };
type OfSource = { readonly type: string; readonly advertised: 0 | 1 };
type OfResidence = { readonly establishmentId: number };

const yearAndBefore = ({ year }: Pick<Parameters<AskedValues>, 'year'>, dialect: Dialect) =>
  sql<boolean>`year in (${dialect.integer(year)}, ${dialect.integer(year)} - 1)`;

const years = statement<{ ids: string }>()((db, p, dialect) =>
  db
    .selectFrom('contact_counts')
    .select('year')
    .distinct()
    .where('total', '>', 0)
    .where('year', '>=', 1900)
    .where('year', '<=', 2999)
    .where(dialect.idIn('establishment_id', p.ids))
    .orderBy('year', 'desc'),
);
const contactCounts = statement<AskedValues>()((db, p, dialect) =>
  db
    .selectFrom('contact_counts')
    .select(['establishment_id as establishmentId', 'total', 'has_action as hasAction'])
    .where('year', '=', p.year)
    .where(dialect.idIn('establishment_id', p.ids)),
);
const leadsByMonth = statement<AskedValues>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => ['year', 'month', 'reached', fn.sum<number>('count').as('count')])
    .where(yearAndBefore(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['year', 'month', 'reached']),
);
const leadsBySource = statement<AskedValues>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => ['type', 'advertised', 'reached', fn.sum<number>('count').as('count')])
    .where('year', '=', p.year)
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['type', 'advertised', 'reached'])
    .orderBy('type')
    .orderBy('advertised'),
);
const leadsByResidence = statement<AskedValues>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => [
      'establishment_id as establishmentId',
      'reached',
      fn.sum<number>('count').as('count'),
    ])
    .where('year', '=', p.year)
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['establishment_id', 'reached']),
);
const delaysByYear = statement<AskedValues>()((db, p, dialect) =>
  db
    .selectFrom('delay_counts')
    .select(({ fn }) => ['year', 'measure', 'value', fn.sum<number>('count').as('count')])
    .where(yearAndBefore(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['year', 'measure', 'value']),
);
const delaysByResidence = statement<AskedValues>()((db, p, dialect) =>
  db
    .selectFrom('delay_counts')
    .select(({ fn }) => [
      'establishment_id as establishmentId',
      'measure',
      'value',
      fn.sum<number>('count').as('count'),
    ])
    .where('year', '=', p.year)
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['establishment_id', 'measure', 'value']),
);

/** The years in which something was counted, newest first. */
export async function readYears(read: Queries, establishmentIds: readonly number[]): Promise<number[]> {
  const found = await read.all(years, { ids: JSON.stringify(establishmentIds) });
  return found.map(({ year }) => year);
}

/** The contract's counts of a year, by residence (GET /fr/statscontact/:year). */
export function readContactCounts(read: Queries, asked: Asked) {
  return read.all(contactCounts, valuesOf(asked));
}

/** The leads of a year and of the one before, by month. */
export async function readLeadsByMonth(read: Queries, asked: Asked): Promise<(OfMonth & Reached)[]> {
  return counted(await read.all(leadsByMonth, valuesOf(asked)));
}

/** The leads of a year, by source. */
export async function readLeadsBySource(read: Queries, asked: Asked): Promise<(OfSource & Reached)[]> {
  return counted(await read.all(leadsBySource, valuesOf(asked)));
}

/** The leads of a year, by residence. */
export async function readLeadsByResidence(read: Queries, asked: Asked): Promise<(OfResidence & Reached)[]> {
  return counted(await read.all(leadsByResidence, valuesOf(asked)));
}

/** How long things took for the leads of a year and of the one before. */
export async function readDelays(
  read: Queries,
  asked: Asked,
): Promise<({ readonly year: number } & Delays)[]> {
  return counted(await read.all(delaysByYear, valuesOf(asked)));
}

/** How long things took for the leads of a year, by residence. */
export async function readDelaysByResidence(read: Queries, asked: Asked): Promise<(OfResidence & Delays)[]> {
  return counted(await read.all(delaysByResidence, valuesOf(asked)));
}

const valuesOf = ({ year, establishmentIds }: Asked): AskedValues => ({
  year,
  ids: JSON.stringify(establishmentIds),
});

/** PostgreSQL answers sums as text. */
function counted<R extends { readonly count: number }>(rows: readonly R[]): R[] {
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
