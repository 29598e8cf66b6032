import Type from 'typebox';
import { ContactStatistics } from '../contract/establishment.ts';
import { PasswordQuery } from '../contract/parameters.ts';
import type { Directory } from '../directory.ts';
import { mainErrors } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import type { Authentication } from '../http/authentication.ts';
import type { Cached } from '../store/cache.ts';
import type { Database } from '../store/database.ts';
import { readContactCounts } from './desk-queries.ts';

interface StatisticsDeps {
  readonly authentication: Authentication;
  readonly database: Database;
  readonly directory: Cached<Directory>;
}

const YearPath = Type.Object({
  year: Type.Integer({ minimum: 1900, maximum: 2999, description: 'Year.', examples: [2026] }),
});
const Query = Type.Object(PasswordQuery);

/** Route 9: yearly contact counts, which every change of an entry keeps up to date. */
export function statisticsRoutes(app: App, { authentication, database, directory }: StatisticsDeps): void {
  app.get(
    '/fr/statscontact/:year',
    {
      onRequest: authentication.reading(),
      schema: {
        tags: ['Main API'],
        summary: 'Count the contacts of a year',
        params: YearPath,
        querystring: Query,
        response: {
          200: Type.Array(ContactStatistics, { description: 'One record for every establishment, by id.' }),
          ...mainErrors,
        },
      },
    },
    async ({ params: { year } }) => {
      const { establishments } = await directory.get();
      const found = await readContactCounts(database.read, year, [...establishments.keys()]);
      const counts = new Map(found.map((count) => [count.establishmentId, count]));
      return [...establishments.values()].map(({ establishment: { id, name } }) => {
        const { total = 0, hasAction = 0 } = counts.get(id) ?? {};
        return { id, name, total, hasAction };
      });
    },
  );
}
