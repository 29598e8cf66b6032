import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import { type Parameters, statement } from '../store/statement.ts';

/** A year at some residences. */
export interface StatisticsFilter {
  readonly year: number;
  readonly establishmentIds: readonly number[];
}

type FilterParameters = { readonly year: number; readonly ids: string };

/** How many leads have reached a step (an index of `steps`), but not the next one. */
interface FunnelCount {
  readonly reached: number;
  readonly count: number;
}

/** Histogram bucket: how many leads took this long, to the first `contact` in working minutes or to `admission` in days. */
export interface DurationCount {
  readonly measure: 'contact' | 'admission';
  readonly value: number;
  readonly count: number;
}

type OfMonth = { readonly year: number; readonly month: number };
type OfSource = { readonly type: string; readonly advertised: 0 | 1 };
type OfResidence = { readonly establishmentId: number };

const yearAndBefore = ({ year }: Pick<Parameters<FilterParameters>, 'year'>, dialect: Dialect) =>
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
const contactCounts = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('contact_counts')
    .select(['establishment_id as establishmentId', 'total', 'has_action as hasAction'])
    .where('year', '=', p.year)
    .where(dialect.idIn('establishment_id', p.ids)),
);
const leadsByMonth = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => ['year', 'month', 'reached', fn.sum<number>('count').as('count')])
    .where(yearAndBefore(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['year', 'month', 'reached']),
);
const leadsBySource = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => ['type', 'advertised', 'reached', fn.sum<number>('count').as('count')])
    .where('year', '=', p.year)
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['type', 'advertised', 'reached'])
    .orderBy('type')
    .orderBy('advertised'),
);
const leadsByResidence = statement<FilterParameters>()((db, p, dialect) =>
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
const durationsByYear = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('delay_counts')
    .select(({ fn }) => ['year', 'measure', 'value', fn.sum<number>('count').as('count')])
    .where(yearAndBefore(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['year', 'measure', 'value']),
);
const durationsByResidence = statement<FilterParameters>()((db, p, dialect) =>
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

/** Returns the years with any counted contact, newest first. */
export async function readYears(read: Queries, establishmentIds: readonly number[]): Promise<number[]> {
  const found = await read.all(years, { ids: JSON.stringify(establishmentIds) });
  return found.map(({ year }) => year);
}

/** Returns the contract's counts of a year, by residence (GET /fr/statscontact/:year). */
export function readContactCounts(read: Queries, filter: StatisticsFilter) {
  return read.all(contactCounts, parametersOf(filter));
}

/** Returns the leads of a year and of the year before, by month. */
export async function readLeadsByMonth(
  read: Queries,
  filter: StatisticsFilter,
): Promise<(OfMonth & FunnelCount)[]> {
  return withNumericCounts(await read.all(leadsByMonth, parametersOf(filter)));
}

/** Returns the leads of a year, by source. */
export async function readLeadsBySource(
  read: Queries,
  filter: StatisticsFilter,
): Promise<(OfSource & FunnelCount)[]> {
  return withNumericCounts(await read.all(leadsBySource, parametersOf(filter)));
}

/** Returns the leads of a year, by residence. */
export async function readLeadsByResidence(
  read: Queries,
  filter: StatisticsFilter,
): Promise<(OfResidence & FunnelCount)[]> {
  return withNumericCounts(await read.all(leadsByResidence, parametersOf(filter)));
}

/** Returns the durations of the leads of a year and of the year before. */
export async function readDurations(
  read: Queries,
  filter: StatisticsFilter,
): Promise<({ readonly year: number } & DurationCount)[]> {
  return withNumericCounts(await read.all(durationsByYear, parametersOf(filter)));
}

/** Returns the durations of the leads of a year, by residence. */
export async function readDurationsByResidence(
  read: Queries,
  filter: StatisticsFilter,
): Promise<(OfResidence & DurationCount)[]> {
  return withNumericCounts(await read.all(durationsByResidence, parametersOf(filter)));
}

const parametersOf = ({ year, establishmentIds }: StatisticsFilter): FilterParameters => ({
  year,
  ids: JSON.stringify(establishmentIds),
});

/** Converts counts to numbers: PostgreSQL returns sums as text. */
function withNumericCounts<R extends { readonly count: number }>(rows: readonly R[]): R[] {
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
