import { addDays } from '../clock.ts';
import { type Step, steps } from '../entries/funnel/steps.ts';
import { deskRoute } from '../http/desk-route.ts';
import type { Queries } from '../store/database.ts';
import { query } from '../store/statement.ts';
import type { DeskStatistics } from './desk-answer.ts';
import { countLeadsIn, type Delays, delaysIn, type LeadCount, readContactCounts } from './desk-queries.ts';
import { byMonth, type Period, yearBefore, yearOf } from './period.ts';
import { type AskedPeriod, askedFor, type StatisticsDeps, StatisticsQuery } from './query.ts';

/** The results of a lost lead. */
const lostResults = ['commercial.resultat.nosuite', 'commercial.resultat.refuse'];

/** Computes the funnel of leads that are counted. */
function funnelOf(leads: readonly Pick<LeadCount, 'reached' | 'count'>[]): Record<Step, number> {
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

/** Computes the median delays, in working minutes and in days; null when no lead has come so far. */
function mediansOf(delays: readonly Delays[]) {
  return {
    firstContactMinutes: medianOf(delays.flatMap(({ contactMinutes }) => contactMinutes)),
    admissionDays: medianOf(delays.flatMap(({ admissionDays }) => admissionDays)),
  };
}

/** For an even number of values, the mean of the two in the middle. */
function medianOf(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

type Sender = DeskStatistics['senders'][number];

/** Returns a function that names who sent a lead. */
async function readSenders(read: Queries) {
  const callers = await read.all(query((db) => db.selectFrom('callers').select(['id', 'name'])));
  const partners = await read.all(query((db) => db.selectFrom('partners').select(['id', 'slug as name'])));
  return ({ callerId, partnerId }: LeadCount): Pick<Sender, 'kind' | 'id' | 'name'> => {
    const id = callerId ?? partnerId;
    if (id === null) return { kind: 'staff', id, name: null };
    const [kind, named] =
      callerId === null ? (['partner', partners] as const) : (['caller', callers] as const);
    return { kind, id, name: named.find((one) => one.id === id)?.name ?? null };
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
  { period, previous, residences }: AskedPeriod,
): Promise<Omit<DeskStatistics, 'from' | 'to' | 'establishmentId'>> {
  const ids = residences.map(({ id }) => id);
  const year = yearOf(period);
  const before = yearBefore(period);
  const rest = { from: addDays(previous.to, 1), to: before.to };
  const [contacts, leads, leadsToDate, leadsAfter, delays, delaysBefore] = await Promise.all([
    year === undefined ? undefined : readContactCounts(read, year, ids),
    countLeadsIn(read, period, ids),
    countLeadsIn(read, previous, ids),
    rest.to < rest.from ? [] : countLeadsIn(read, rest, ids),
    delaysIn(read, period, ids),
    delaysIn(read, previous, ids),
  ]);
  const leadsBefore = [...leadsToDate, ...leadsAfter];
  const names = await readSenders(read);
  const partsBefore = byMonth(before);
  return {
    current: { ...funnelOf(leads), ...mediansOf([...delays.values()]) },
    previous: { ...previous, ...funnelOf(leadsToDate), ...mediansOf([...delaysBefore.values()]) },
    months: byMonth(period).map((days, i) => ({
      month: days.from.slice(0, 7),
      current: funnelOfMonth(days, leads),
      previous: funnelOfMonth(partsBefore[i] ?? days, leadsBefore),
    })),
    sources: groupsOf(leads, ({ type, advertised }) => `${type ?? ''} ${advertised}`).map(
      ([first, group]) => ({
        type: first.type,
        advertised: first.advertised === 1,
        ...funnelOf(group),
      }),
    ),
    senders: groupsOf(leads, (lead) => `${names(lead).kind} ${names(lead).id}`).map(([first, group]) => ({
      ...names(first),
      ...funnelOf(group),
    })),
    losses: lostResults.flatMap((resultat) =>
      groupsOf(
        leads.filter((lead) => lead.resultat === resultat),
        ({ motif }) => motif ?? '',
      ).map(([{ motif }, group]) => ({ resultat, motif, count: funnelOf(group).received })),
    ),
    residences: residences.map(({ id, name }) => {
      const counts = contacts?.find(({ establishmentId }) => establishmentId === id);
      return {
        id,
        name,
        total: contacts === undefined ? null : (counts?.total ?? 0),
        hasAction: contacts === undefined ? null : (counts?.hasAction ?? 0),
        ...funnelOf(leads.filter(({ establishmentId }) => establishmentId === id)),
        ...mediansOf([delays.get(id)].flatMap((one) => one ?? [])),
      };
    }),
  };
}

const funnelOfMonth = (days: Period, leads: readonly LeadCount[]) => ({
  ...days,
  ...funnelOf(leads.filter(({ from }) => from.slice(0, 7) === days.from.slice(0, 7))),
});

/** Groups leads by a key, in its order. Returns the first of each group and all of it. */
function groupsOf(leads: readonly LeadCount[], key: (lead: LeadCount) => string) {
  return [...Map.groupBy(leads, key)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => (group[0] === undefined ? [] : [[group[0], group] as const]));
}
