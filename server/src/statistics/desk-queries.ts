import { sql } from 'kysely';
import { addChange, emptyFold, type FunnelFold, funnelChangesOf } from '../entries/funnel/funnel-counts.ts';
import type { Queries } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import { type Parameters, type Statement, statement } from '../store/statement.ts';
import { leadsOf } from './leads.ts';
import { type Period, wholeMonthDays, wholeMonths } from './period.ts';

type FilterParameters = {
  readonly from: number;
  readonly to: number;
  readonly firstYear: number;
  readonly lastYear: number;
  readonly ids: string;
};

/** Histogram bucket: how many leads took this long, to the first `contact` in working minutes or to `admission` in days. */
export interface DurationCount {
  readonly measure: 'contact' | 'admission';
  readonly value: number;
  readonly count: number;
}

/** By the year too, with which the primary keys begin. */
const inPeriod = ({ from, to, firstYear, lastYear }: Parameters<FilterParameters>, dialect: Dialect) =>
  sql<boolean>`year between ${dialect.integer(firstYear)} and ${dialect.integer(lastYear)}
    and year * 12 + month - 1 between ${dialect.integer(from)} and ${dialect.integer(to)}`;

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
const contactCounts = statement<{ year: number; ids: string }>()((db, p, dialect) =>
  db
    .selectFrom('contact_counts')
    .select(['establishment_id as establishmentId', 'total', 'has_action as hasAction'])
    .where('year', '=', p.year)
    .where(dialect.idIn('establishment_id', p.ids)),
);
/** The leads of a period, by month and by the last step reached (an index of `steps`). */
export const leadsByMonth = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => ['year', 'month', 'reached', fn.sum<number>('count').as('count')])
    .where(inPeriod(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['year', 'month', 'reached']),
);
/** The leads of a period, by source and by the last step reached. */
export const leadsBySource = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => ['type', 'advertised', 'reached', fn.sum<number>('count').as('count')])
    .where(inPeriod(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['type', 'advertised', 'reached'])
    .orderBy('type')
    .orderBy('advertised'),
);
/** The leads of a period, by sender and by the last step reached. */
export const leadsBySender = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => ['sender', 'reached', fn.sum<number>('count').as('count')])
    .where(inPeriod(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['sender', 'reached'])
    .orderBy('sender'),
);
/** The results of a lost lead. */
export const lostResults: readonly string[] = ['commercial.resultat.refuse', 'commercial.resultat.nosuite'];
/** The lost leads of a period, by result and reason. */
export const losses = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => ['resultat', 'motif', fn.sum<number>('count').as('count')])
    .where(inPeriod(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .where('resultat', 'in', lostResults)
    .groupBy(['resultat', 'motif'])
    .orderBy('resultat')
    .orderBy('motif'),
);
/** The leads of a period, by residence and by the last step reached. */
export const leadsByResidence = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('lead_counts')
    .select(({ fn }) => [
      'establishment_id as establishmentId',
      'reached',
      fn.sum<number>('count').as('count'),
    ])
    .where(inPeriod(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['establishment_id', 'reached']),
);
/** The durations of the leads of a period, by residence. */
export const durationsByResidence = statement<FilterParameters>()((db, p, dialect) =>
  db
    .selectFrom('delay_counts')
    .select(({ fn }) => [
      'establishment_id as establishmentId',
      'measure',
      'value',
      fn.sum<number>('count').as('count'),
    ])
    .where(inPeriod(p, dialect))
    .where(dialect.idIn('establishment_id', p.ids))
    .groupBy(['establishment_id', 'measure', 'value']),
);

/** Returns the years with any counted contact, newest first. */
export async function readYears(read: Queries, establishmentIds: readonly number[]): Promise<number[]> {
  const found = await read.all(years, { ids: JSON.stringify(establishmentIds) });
  return found.map(({ year }) => year);
}

/** Returns the contract's counts of a year, by residence (GET /fr/statscontact/:year). */
export function readContactCounts(read: Queries, year: number, establishmentIds: readonly number[]) {
  return read.all(contactCounts, { year, ids: JSON.stringify(establishmentIds) });
}

/** The counts of a period at some residences. */
export interface Counts {
  readonly period: Period;
  readonly establishmentIds: readonly number[];
  /** Of the days that belong to no whole month of the period. */
  readonly ends: FunnelFold;
}

/** Counts the days at the ends of a period from their leads; its whole months are read by {@link readCounts}. */
export async function openCounts(
  read: Queries,
  period: Period,
  establishmentIds: readonly number[],
): Promise<Counts> {
  const ends = emptyFold();
  const whole = wholeMonthDays(period);
  if (period.from !== whole?.from || period.to !== whole.to)
    for await (const leads of leadsOf(read, period, establishmentIds, whole))
      for (const lead of leads) for (const change of funnelChangesOf(lead, 1)) addChange(ends, change);
  return { period, establishmentIds, ends };
}

/**
 * Returns the counts of one of the statements above for the whole months of a period, and after them those of the days at
 * its ends. PostgreSQL returns the sums as text.
 */
export async function readCounts<R extends { readonly count: number }>(
  read: Queries,
  { period, establishmentIds }: Counts,
  counts: Statement<FilterParameters, R>,
  ends: Iterable<R>,
): Promise<R[]> {
  const { from, to } = wholeMonths(period);
  const rows = await read.all(counts, {
    from,
    to,
    firstYear: Math.floor(from / 12),
    lastYear: Math.floor(to / 12),
    ids: JSON.stringify(establishmentIds),
  });
  return [...rows.map((row) => ({ ...row, count: Number(row.count) })), ...ends];
}
