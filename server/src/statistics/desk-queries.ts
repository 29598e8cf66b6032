import { sql } from 'kysely';
import { addChange, type CountRow, emptyFold, funnelChangesOf } from '../entries/funnel/funnel-counts.ts';
import type { Queries } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import { type Parameters, rawStatement, type Statement, statement } from '../store/statement.ts';
import { leadsOf } from './leads.ts';
import { byMonth, type Period, wholeMonths } from './period.ts';

type FilterParameters = Record<'from' | 'to' | 'firstYear' | 'lastYear', number> & { ids: readonly number[] };

/** By the year too, with which the primary keys begin. */
const inPeriod = ({ from, to, firstYear, lastYear }: Parameters<FilterParameters>, dialect: Dialect) =>
  sql<boolean>`year between ${dialect.integer(firstYear)} and ${dialect.integer(lastYear)}
    and year * 12 + month - 1 between ${dialect.integer(from)} and ${dialect.integer(to)}`;

/** Counts of a table by these columns, for the periods and residences that are asked for. */
function countsBy<T extends 'lead_counts' | 'delay_counts', C extends keyof CountRow<T> & string>(
  table: T,
  columns: readonly C[],
  condition = sql`true`,
) {
  return rawStatement<FilterParameters, Pick<CountRow<T>, C> & { readonly count: number }>((p, dialect) => {
    const names = columns.map((name) => (name === 'establishmentId' ? 'establishment_id' : name));
    const by = sql.join(names.map((name) => sql.ref(name)));
    const selected = sql.join(
      names.map((name, i) => sql`${sql.ref(name)} as ${sql.ref(columns[i] ?? name)}`),
    );
    return sql`
      select ${selected}, sum(count) as count from ${sql.table(table)}
      where ${inPeriod(p, dialect)} and ${dialect.idIn('establishment_id', p.ids)} and ${condition}
      group by ${by} order by ${by}`;
  });
}

/** The results of a lost lead. */
export const lostResults: readonly string[] = ['commercial.resultat.refuse', 'commercial.resultat.nosuite'];
const isLost = sql`resultat in (${sql.join(lostResults.map((result) => sql.lit(result)))})`;

/** The leads of a period, by month and by the last step reached (an index of `steps`). */
export const leadsByMonth = countsBy('lead_counts', ['year', 'month', 'reached']);
export const leadsBySource = countsBy('lead_counts', ['type', 'advertised', 'reached']);
export const leadsBySender = countsBy('lead_counts', ['sender', 'reached']);
export const leadsByResidence = countsBy('lead_counts', ['establishmentId', 'reached']);
/** The lost leads of a period, by result and reason. */
export const losses = countsBy('lead_counts', ['resultat', 'motif'], isLost);
export const durationsByResidence = countsBy('delay_counts', ['establishmentId', 'measure', 'value']);

const contactCounts = statement<{ year: number; ids: readonly number[] }>()((db, p, { idIn }) =>
  db
    .selectFrom('contact_counts')
    .select(['establishment_id as establishmentId', 'total', 'has_action as hasAction'])
    .where('year', '=', p.year)
    .where(idIn('establishment_id', p.ids)),
);

/** Returns the contract's counts of a year, by residence (GET /fr/statscontact/:year). */
export function readContactCounts(read: Queries, year: number, establishmentIds: readonly number[]) {
  return read.all(contactCounts, { year, ids: establishmentIds });
}

type Counts = Awaited<ReturnType<typeof openCounts>>;

const isPart = (days: Period) => {
  const { from, to } = wholeMonths(days);
  return to < from;
};

/** Counts the days outside a period's whole months from their leads; the months are read by {@link readCounts}. */
export async function openCounts(read: Queries, period: Period, establishmentIds: readonly number[]) {
  const ends = emptyFold();
  for (const days of byMonth(period).filter(isPart))
    for await (const leads of leadsOf(read, days, establishmentIds))
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
    ids: establishmentIds,
  });
  return [...rows.map((row) => ({ ...row, count: Number(row.count) })), ...ends];
}
