import Type from 'typebox';
import type { App } from '../../http/app-type.ts';
import { deskErrors } from '../../http/desk-answers.ts';
import { isDay } from '../../reading/days.ts';
import type { DeskDeps } from '../deps.ts';
import { Page, PageQuery, pageOf, walkOf } from '../pages.ts';
import { listPage } from './list.ts';
import { ListQuery, reachOfQuery, wantedOf } from './list-query.ts';
import type { Place, Sort } from './list-statements.ts';
import { ListedEntry, listedEntries } from './listed.ts';
import { isNowhere } from './reach.ts';

const Query = Type.Object({ ...ListQuery.properties, ...PageQuery });

/** `GET /desk/entries`: the lists of the back office. */
export function listRoute(scope: App, { database }: DeskDeps): void {
  scope.get(
    '/desk/entries',
    {
      config: { desk: 'entries.read' },
      schema: {
        tags: ['Entries'],
        summary: 'List entries, or search them',
        description:
          'Of the residences within reach. Test entries, spam, presumed or not, and duplicates are left out unless asked for. When a search finds more than 10000 before any other filter, `total.count` says how many there are at least.',
        querystring: Query,
        response: { 200: Page(ListedEntry), ...deskErrors },
      },
    },
    async (request) => {
      const { query } = request;
      const { limit: _, after: __, before: ___, ...filters } = query;
      const { sort = 'received', order = 'desc', q } = filters;
      const walk = walkOf(query, (value) => placeOf(value, sort));
      const reach = reachOfQuery(request, query);
      const descending = order === 'desc';
      const page = isNowhere(reach)
        ? pageOf<Place>([], walk, () => null, 0)
        : await listPage(database.read, {
            wanted: wantedOf(filters, reach),
            ...(q !== undefined && { q }),
            sort,
            descending,
            walk,
          });
      const ids = page.data.map(({ id }) => id);
      return { ...page, data: ids.length === 0 ? [] : await listedEntries(database.read, ids) };
    },
  );
}

/** The place that a cursor says, if it is one of a list that is sorted so. */
function placeOf(value: unknown, sort: Sort): Place | undefined {
  if (!Array.isArray(value)) return undefined;
  const [by, id, contactDate = ''] = value;
  if (by !== sort || !Number.isSafeInteger(id) || typeof contactDate !== 'string') return undefined;
  return sort === 'received' || isDay(contactDate) ? { id, contactDate } : undefined;
}
