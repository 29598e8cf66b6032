import { deskRoute } from '../http/desk-route.ts';
import type { Queries } from '../store/database.ts';
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
import { funnelOf, mediansOf } from './figures.ts';
import { byMonth, monthOf, type Period, yearBefore, yearOf } from './period.ts';
import { type Asked, askedFor, type StatisticsDeps, StatisticsQuery } from './query.ts';
import { readSenders } from './senders.ts';

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
