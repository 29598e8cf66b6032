import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import { type Parameters, type Statement, statement } from '../store/statement.ts';

/** A year at some residences. */
interface StatisticsFilter {
  readonly year: number;
  readonly establishmentIds: readonly number[];
}

type FilterParameters = { readonly year: number; readonly ids: string };

/** Histogram bucket: how many leads took this long, to the first `contact` in working minutes or to `admission` in days. */
export interface DurationCount {
  readonly measure: 'contact' | 'admission';
  readonly value: number;
  readonly count: number;
}

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
/** The leads of a year and of the year before, by month and by the last step reached (an index of `steps`). */
export const leadsByMonth = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => ['year', 'month', 'reached', fn.sum<number>('count').as('count')])
    .where(yearAndBefore(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['year', 'month', 'reached']),
);
/** The leads of a year, by source and by the last step reached. */
export const leadsBySource = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => ['type', 'advertised', 'reached', fn.sum<number>('count').as('count')])
    .where('year', '=', p.year)
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['type', 'advertised', 'reached'])
    .orderBy('type')
    .orderBy('advertised'),
);
/** The leads of a year, by residence and by the last step reached. */
export const leadsByResidence = statement<FilterParameters>()((db, p, dialect) =>
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
/** The durations of the leads of a year and of the year before. */
export const durationsByYear = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('delay_counts')
    .select(({ fn }) => ['year', 'measure', 'value', fn.sum<number>('count').as('count')])
    .where(yearAndBefore(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['year', 'measure', 'value']),
);
/** The durations of the leads of a year, by residence. */
export const durationsByResidence = statement<FilterParameters>()((db, p, dialect) =>
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

/** Returns the counts of one of the statements above. PostgreSQL returns their sums as text. */
export async function readCounts<R extends { readonly count: number }>(
  read: Queries,
  counts: Statement<FilterParameters, R>,
  filter: StatisticsFilter,
): Promise<R[]> {
  const rows = await read.all(counts, parametersOf(filter));
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

const parametersOf = ({ year, establishmentIds }: StatisticsFilter): FilterParameters => ({
  year,
  ids: JSON.stringify(establishmentIds),
});
