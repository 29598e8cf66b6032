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
  durationsByYear,
  leadsByMonth,
  leadsByResidence,
  leadsBySource,
  readContactCounts,
  readCounts,
  readYears,
} from './desk-queries.ts';
import { funnelOf, mediansOf } from './figures.ts';

interface DeskStatisticsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly directory: Cached<Directory>;
}

interface Residence {
  readonly id: number;
  readonly name: string;
}

const Query = Type.Object({
  year: Type.Optional(
    Type.Integer({
      minimum: 1900,
      maximum: 2999,
      description: 'Year of the contact date; the current year by default.',
    }),
  ),
  establishmentId: Type.Optional(
    integer({
      minimum: 1,
      maximum: largestEstablishmentId,
      description: 'One residence; all that the user may see by default.',
    }),
  ),
});

/** `GET /desk/statistics`: what became of the leads of a year. */
export function deskStatisticsRoutes(scope: App, { database, clock, directory }: DeskStatisticsDeps): void {
  scope.get(
    '/desk/statistics',
    {
      config: { desk: 'statistics.read' },
      schema: {
        tags: ['Statistics'],
        summary: 'Count what became of the leads of a year',
        description:
          'Leads are the commercial entries whose contact date falls in the year. Test entries, spam, duplicates and surveys are never counted. The figures are up to date.',
        querystring: Query,
        response: { 200: DeskStatistics, ...deskErrors },
      },
    },
    async (request) => {
      const reach = reachFor(request, 'statistics.read');
      const { establishments } = await directory.get();
      const { year = Number(parisDay(clock()).slice(0, 4)), establishmentId = null } = request.query;
      const residences = [...establishments.values()]
        .map(({ establishment: { id, name } }) => ({ id, name }))
        .filter(({ id }) => isWithin(reach, id) && (establishmentId === null || id === establishmentId));
      if (establishmentId !== null && residences.length === 0)
        throw new RequestError('NOTFOUND', 'establishmentId: there is no such residence');
      return { year, establishmentId, ...(await figuresOf(database.background, year, residences)) };
    },
  );
}

async function figuresOf(
  read: Queries,
  year: number,
  residences: readonly Residence[],
): Promise<Omit<DeskStatistics, 'year' | 'establishmentId'>> {
  const filter = { year, establishmentIds: residences.map(({ id }) => id) };
  const [years, contacts, byMonth, bySource, byResidence, durations, residenceDurations] = await Promise.all([
    readYears(read, filter.establishmentIds),
    readContactCounts(read, filter),
    readCounts(read, leadsByMonth, filter),
    readCounts(read, leadsBySource, filter),
    readCounts(read, leadsByResidence, filter),
    readCounts(read, durationsByYear, filter),
    readCounts(read, durationsByResidence, filter),
  ]);
  const ofYear = <R extends { readonly year: number }>(rows: readonly R[], wanted: number) =>
    rows.filter((row) => row.year === wanted);
  const period = (wanted: number) => ({
    ...funnelOf(ofYear(byMonth, wanted)),
    ...mediansOf(ofYear(durations, wanted)),
  });
  return {
    years,
    current: period(year),
    previous: period(year - 1),
    months: Array.from({ length: 12 }, (_, i) => {
      const leads = byMonth.filter(({ month }) => month === i + 1);
      return {
        month: i + 1,
        current: funnelOf(ofYear(leads, year)),
        previous: funnelOf(ofYear(leads, year - 1)),
      };
    }),
    sources: [...Map.groupBy(bySource, ({ type, advertised }) => `${advertised} ${type}`).values()].flatMap(
      (leads) => {
        const [{ type, advertised } = { type: '', advertised: 0 }] = leads;
        const funnel = funnelOf(leads);
        if (funnel.received === 0) return [];
        return { type: type === '' ? null : type, advertised: advertised === 1, ...funnel };
      },
    ),
    residences: residences.map(({ id, name }) => {
      const counts = contacts.find(({ establishmentId }) => establishmentId === id);
      return {
        id,
        name,
        total: counts?.total ?? 0,
        hasAction: counts?.hasAction ?? 0,
        ...funnelOf(byResidence.filter(({ establishmentId }) => establishmentId === id)),
        ...mediansOf(residenceDurations.filter(({ establishmentId }) => establishmentId === id)),
      };
    }),
  };
}
