import Type, { type Static } from 'typebox';
import { type Grant, isWithin, reachOf } from '../access/roles.ts';
import { type Clock, parisDay } from '../clock.ts';
import { integer, largestEstablishmentId } from '../contract/fields.ts';
import { RequestError } from '../contract/request-error.ts';
import type { Directory } from '../directory.ts';
import type { Cached } from '../store/cache.ts';
import type { Database } from '../store/database.ts';
import { periodOf, toDate, yearBefore } from './period.ts';

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));

export const ResidenceQuery = {
  establishmentId: Type.Optional(
    integer({
      minimum: 1,
      maximum: largestEstablishmentId,
      description: 'One residence; all that the user may see by default.',
    }),
  ),
};
export const StatisticsQuery = Type.Object({
  year: Type.Optional(
    Type.Integer({
      minimum: 1900,
      maximum: 2999,
      description: 'A calendar year; the current one by default.',
    }),
  ),
  from: day('Or the first day of a period.'),
  to: day('Its last day, less than ten years later.'),
  ...ResidenceQuery,
});

export interface StatisticsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly directory: Cached<Directory>;
}

export type AskedPeriod = Awaited<ReturnType<typeof askedFor>>;

interface By {
  readonly grants: readonly Grant[];
}
type Residences = Pick<StatisticsDeps, 'clock' | 'directory'>;

/** Returns which days and residences a user has asked for, with the days that they are compared with. */
export async function askedFor(
  deps: Residences,
  { by, ...query }: Static<typeof StatisticsQuery> & { readonly by: By },
) {
  const today = parisDay(deps.clock());
  const period = periodOf(query, today);
  const previous = yearBefore(toDate(period, today));
  return { period, previous, ...(await residencesFor(deps, by, query)) };
}

/** Returns which residences a user has asked for. Rejects with NOTFOUND for one that is out of reach. */
export async function residencesFor(
  { directory }: Residences,
  by: By,
  { establishmentId = null }: { readonly establishmentId?: number | null | undefined },
) {
  const reach = reachOf(by.grants, 'statistics.read');
  const { establishments } = await directory.get();
  const residences = [...establishments.values()]
    .map(({ establishment: { id, name } }) => ({ id, name }))
    .filter(({ id }) => isWithin(reach, id) && (establishmentId === null || id === establishmentId));
  if (establishmentId !== null && residences.length === 0)
    throw new RequestError('NOTFOUND', 'establishmentId: there is no such residence');
  return { establishmentId, residences };
}
