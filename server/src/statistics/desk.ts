import type { CountRow } from '../entries/funnel/funnel-counts.ts';
import { type Step, steps } from '../entries/funnel/funnel-position.ts';
import { deskRoute } from '../http/desk-route.ts';
import type { Queries } from '../store/database.ts';
import { query } from '../store/statement.ts';
import type { DeskStatistics } from './desk-answer.ts';
import {
  durationsByResidence,
  leadsByMonth,
  leadsByResidence,
  leadsBySender,
  leadsBySource,
  losses,
  lostResults,
  openCounts,
  readContactCounts,
  readCounts,
} from './desk-queries.ts';
import { byMonth, monthOf, type Period, yearBefore, yearOf } from './period.ts';
import { type Asked, askedFor, type StatisticsDeps, StatisticsQuery } from './query.ts';

type Duration = CountRow<'delay_counts'>;

/** Computes the funnel from the number of leads by the last step reached (an index of `steps`). */
function funnelOf(
  leads: readonly { readonly reached: number; readonly count: number }[],
): Record<Step, number> {
  const atLeast = (step: Step) =>
    leads.reduce((sum, { reached, count }) => (reached >= steps.indexOf(step) ? sum + count : sum), 0);
  return {
    received: atLeast('received'),
    validated: atLeast('validated'),
    contacted: atLeast('contacted'),
    visited: atLeast('visited'),
    admitted: atLeast('admitted'),
  };
}

/** Computes the median durations, in working minutes and in days; null when no lead has come so far. */
function mediansOf(durations: readonly Pick<Duration, 'measure' | 'value' | 'count'>[]) {
  const of = (measure: Duration['measure']) =>
    medianOf(durations.filter((duration) => duration.measure === measure));
  return { firstContactMinutes: of('contact'), admissionDays: of('admission') };
}

/** Computes the median of a histogram; for an even number of values, the mean of the two in the middle. */
function medianOf(values: readonly { readonly value: number; readonly count: number }[]): number | null {
  const counts = new Map<number, number>();
  for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
  const sorted = [...counts].filter(([, count]) => count > 0).sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const at = (rank: number): number => {
    let before = 0;
    for (const [value, count] of sorted) {
      before += count;
      if (rank < before) return value;
    }
    throw new Error('A median lies among its values');
  };
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}

type Sender = DeskStatistics['senders'][number];

/** Returns a function that finds the sender of a row of `lead_counts`: `caller:3`, `partner:1` or `staff`. */
async function readSenders(read: Queries): Promise<(sender: string) => Pick<Sender, 'kind' | 'id' | 'name'>> {
  const named = {
    caller: await read.all(query((db) => db.selectFrom('callers').select(['id', 'name']))),
    partner: await read.all(query((db) => db.selectFrom('partners').select(['id', 'slug as name']))),
  };
  return (sender) => {
    const [kind, digits] = sender.split(':');
    if (kind !== 'caller' && kind !== 'partner') return { kind: 'staff', id: null, name: null };
    const id = Number(digits);
    return { kind, id, name: named[kind].find((one) => one.id === id)?.name ?? null };
  };
}

export const countLeads = deskRoute('countLeads', 'GET /desk/statistics', {
  right: 'statistics.read',
  query: StatisticsQuery,
  async run(deps: StatisticsDeps, input) {
    const asked = await askedFor(deps, input);
    const { period, establishmentId } = asked;
    return { ...period, establishmentId, ...(await figuresOf(deps.database.background, asked)) };
  },
});

async function figuresOf(
  read: Queries,
  { period, previous, residences }: Asked,
): Promise<Omit<DeskStatistics, 'from' | 'to' | 'establishmentId'>> {
  const establishmentIds = residences.map(({ id }) => id);
  const open = (days: Period) => openCounts(read, days, establishmentIds);
  const year = yearOf(period);
  const isOver = previous.to === yearBefore(period).to;
  const current = await open(period);
  const before = await open(yearBefore(period));
  const compared = isOver ? before : await open(previous);
  const leads = [...current.ends.leads.values()];
  const [contacts, inMonths, inMonthsBefore, toCompare, bySource, bySender, lost, byResidence] =
    await Promise.all([
      year === undefined ? undefined : readContactCounts(read, year, establishmentIds),
      readCounts(read, current, leadsByMonth, leads),
      readCounts(read, before, leadsByMonth, before.ends.leads.values()),
      readCounts(read, compared, leadsByMonth, compared.ends.leads.values()),
      readCounts(read, current, leadsBySource, leads),
      readCounts(read, current, leadsBySender, leads),
      readCounts(
        read,
        current,
        losses,
        leads.filter(({ resultat }) => lostResults.includes(resultat)),
      ),
      readCounts(read, current, leadsByResidence, leads),
    ]);
  const durations = await readCounts(read, current, durationsByResidence, current.ends.durations.values());
  const durationsBefore = await readCounts(
    read,
    compared,
    durationsByResidence,
    compared.ends.durations.values(),
  );
  const names = await readSenders(read);
  const partsBefore = byMonth(before.period);
  return {
    current: { ...funnelOf(inMonths), ...mediansOf(durations) },
    previous: { ...previous, ...funnelOf(toCompare), ...mediansOf(durationsBefore) },
    months: byMonth(period).map((days, i) => ({
      month: days.from.slice(0, 7),
      current: funnelOfMonth(days, inMonths),
      previous: funnelOfMonth(partsBefore[i] ?? days, inMonthsBefore),
    })),
    sources: groupsOf(bySource, ({ type, advertised }) => `${advertised} ${type}`).map(([first, group]) => ({
      type: first.type === '' ? null : first.type,
      advertised: first.advertised === 1,
      ...funnelOf(group),
    })),
    senders: groupsOf(bySender, ({ sender }) => sender).map(([{ sender }, group]) => ({
      ...names(sender),
      ...funnelOf(group),
    })),
    losses: groupsOf(lost, ({ resultat, motif }) => `${resultat} ${motif}`).map(
      ([{ resultat, motif }, group]) => ({
        resultat,
        motif: motif === '' ? null : motif,
        count: group.reduce((sum, { count }) => sum + count, 0),
      }),
    ),
    residences: residences.map(({ id, name }) => {
      const counts = contacts?.find(({ establishmentId }) => establishmentId === id);
      return {
        id,
        name,
        total: contacts === undefined ? null : (counts?.total ?? 0),
        hasAction: contacts === undefined ? null : (counts?.hasAction ?? 0),
        ...funnelOf(byResidence.filter(({ establishmentId }) => establishmentId === id)),
        ...mediansOf(durations.filter(({ establishmentId }) => establishmentId === id)),
      };
    }),
  };
}

function funnelOfMonth(
  days: Period,
  rows: readonly {
    readonly year: number;
    readonly month: number;
    readonly reached: number;
    readonly count: number;
  }[],
) {
  return {
    ...days,
    ...funnelOf(rows.filter(({ year, month }) => year * 12 + month - 1 === monthOf(days.from))),
  };
}

/** Groups rows by a key. A count of 0 is a lead that has moved on: a group of those alone is left out. */
function groupsOf<R extends { readonly count: number }>(rows: readonly R[], key: (row: R) => string) {
  const present = rows.filter(({ count }) => count > 0);
  return [...Map.groupBy(present, key).values()].flatMap((group) =>
    group[0] === undefined ? [] : [[group[0], group] as const],
  );
}
