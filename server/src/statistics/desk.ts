import Type from 'typebox';
import { isWithin } from '../access/roles.ts';
import { type Clock, parisDay } from '../clock.ts';
import { integer, largestEstablishmentId } from '../contract/fields.ts';
import { RequestError } from '../contract/request-error.ts';
import type { App } from '../http/app-type.ts';
import { reachFor } from '../http/desk-access.ts';
import { deskErrors } from '../http/desk-answers.ts';
import type { Directory } from '../residences/directory.ts';
import type { Cached } from '../store/cache.ts';
import type { Database, Queries } from '../store/database.ts';
import { DeskStatistics } from './desk-answer.ts';
import {
  durationsByResidence,
  leadsByMonth,
  leadsByResidence,
  leadsBySender,
  leadsBySource,
  losses,
  readContactCounts,
  readCounts,
  readYears,
} from './desk-queries.ts';
import { funnelOf, mediansOf } from './figures.ts';
import { monthOf, monthsOf, monthText, type Period, periodOf, toDate, yearBefore, yearOf } from './period.ts';
import { readSenders } from './senders.ts';

interface DeskStatisticsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly directory: Cached<Directory>;
}

interface Residence {
  readonly id: number;
  readonly name: string;
}

const month = (description: string) =>
  Type.Optional(Type.String({ pattern: '^(19|2\\d)\\d\\d-(0[1-9]|1[0-2])$', description }));

const Query = Type.Object({
  year: Type.Optional(
    Type.Integer({
      minimum: 1900,
      maximum: 2999,
      description: 'A calendar year; the current one by default.',
    }),
  ),
  from: month('Or the first month of a period, `YYYY-MM`.'),
  to: month('Its last month, at most ten years later.'),
  establishmentId: Type.Optional(
    integer({
      minimum: 1,
      maximum: largestEstablishmentId,
      description: 'One residence; all that the user may see by default.',
    }),
  ),
});

/** `GET /desk/statistics`: what became of the leads of a period. */
export function deskStatisticsRoutes(scope: App, { database, clock, directory }: DeskStatisticsDeps): void {
  scope.get(
    '/desk/statistics',
    {
      config: { desk: 'statistics.read' },
      schema: {
        tags: ['Statistics'],
        summary: 'Count what became of the leads of a period',
        description:
          'Leads are the commercial entries whose contact date falls in the period, which consists of whole months. Test entries, spam, duplicates and surveys are never counted. The figures are up to date.',
        querystring: Query,
        response: { 200: DeskStatistics, ...deskErrors },
      },
    },
    async (request) => {
      const reach = reachFor(request, 'statistics.read');
      const { establishments } = await directory.get();
      const { establishmentId = null } = request.query;
      const runningMonth = monthOf(parisDay(clock()));
      const period = periodOf(request.query, runningMonth);
      const residences = [...establishments.values()]
        .map(({ establishment: { id, name } }) => ({ id, name }))
        .filter(({ id }) => isWithin(reach, id) && (establishmentId === null || id === establishmentId));
      if (establishmentId !== null && residences.length === 0)
        throw new RequestError('NOTFOUND', 'establishmentId: there is no such residence');
      const previous = yearBefore(toDate(period, runningMonth));
      return {
        from: monthText(period.from),
        to: monthText(period.to),
        establishmentId,
        ...(await figuresOf(database.background, period, previous, residences)),
      };
    },
  );
}

async function figuresOf(
  read: Queries,
  period: Period,
  previous: Period,
  residences: readonly Residence[],
): Promise<Omit<DeskStatistics, 'from' | 'to' | 'establishmentId'>> {
  const establishmentIds = residences.map(({ id }) => id);
  const filter = { ...period, establishmentIds };
  const filterBefore = { ...yearBefore(period), establishmentIds };
  const year = yearOf(period);
  const [years, contacts, byMonth, byMonthBefore, bySource, bySender, lost, byResidence, durations, before] =
    await Promise.all([
      readYears(read, establishmentIds),
      year === undefined ? undefined : readContactCounts(read, year, establishmentIds),
      readCounts(read, leadsByMonth, filter),
      readCounts(read, leadsByMonth, filterBefore),
      readCounts(read, leadsBySource, filter),
      readCounts(read, leadsBySender, filter),
      readCounts(read, losses, filter),
      readCounts(read, leadsByResidence, filter),
      readCounts(read, durationsByResidence, filter),
      readCounts(read, durationsByResidence, { ...previous, establishmentIds }),
    ]);
  const names = await readSenders(read);
  return {
    years,
    current: { ...funnelOf(byMonth), ...mediansOf(durations) },
    previous: {
      from: monthText(previous.from),
      to: monthText(previous.to),
      ...funnelOf(byMonthBefore.filter((row) => row.year * 12 + row.month - 1 <= previous.to)),
      ...mediansOf(before),
    },
    months: monthsOf(period).map((month) => {
      const of = (rows: typeof byMonth, wanted: number) =>
        funnelOf(rows.filter((row) => row.year * 12 + row.month - 1 === wanted));
      return {
        month: monthText(month),
        current: of(byMonth, month),
        previous: of(byMonthBefore, month - 12),
      };
    }),
    sources: groupsOf(bySource, ({ type, advertised }) => `${advertised} ${type}`).map(([first, leads]) => ({
      type: first.type === '' ? null : first.type,
      advertised: first.advertised === 1,
      ...funnelOf(leads),
    })),
    senders: groupsOf(bySender, ({ sender }) => sender).map(([{ sender }, leads]) => ({
      ...names(sender),
      ...funnelOf(leads),
    })),
    losses: lost
      .filter(({ count }) => count > 0)
      .map(({ resultat, motif, count }) => ({ resultat, motif: motif === '' ? null : motif, count })),
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

/** Groups rows by a key, in order. A count of 0 is a lead that has moved on: a group of those alone is left out. */
function groupsOf<R extends { readonly count: number }>(
  rows: readonly R[],
  key: (row: R) => string,
): (readonly [R, R[]])[] {
  const present = rows.filter(({ count }) => count > 0);
  return [...Map.groupBy(present, key).values()].flatMap((group) =>
    group[0] === undefined ? [] : [[group[0], group] as const],
  );
}
