import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import type { App } from '../../http/app-type.ts';
import { deskErrors } from '../../http/desk-answers.ts';
import type { Value } from '../../store/statement.ts';
import { isDay } from '../../validation/days.ts';
import type { DeskDeps } from '../deps.ts';
import { Page, PageQuery, requestedPage } from '../pages.ts';
import { keyOf, listPage, type Sort } from './list.ts';
import { ListQuery, listOf } from './list-query.ts';
import { ListedEntry, listedEntries } from './listed.ts';

const Query = Type.Object({ ...ListQuery.properties, ...PageQuery });

/** `GET /desk/entries`: the lists of the back office. */
export function listRoute(scope: App, { database, clock }: DeskDeps): void {
  scope.get(
    '/desk/entries',
    {
      config: { desk: 'entries.read' },
      schema: {
        tags: ['Entries'],
        summary: 'List entries, or search them',
        description:
          'Entries of the residences within reach. Without `aside`, test entries, spam (presumed or not) and duplicates are excluded. When a search alone matches more than 10000 entries, `total.count` is a lower bound.',
        querystring: Query,
        response: { 200: Page(ListedEntry), ...deskErrors },
      },
    },
    async (request) => {
      const { query } = request;
      const { sort = 'received' } = query;
      const requested = requestedPage(query, (value) => keyOfCursor(value, sort));
      const today = parisDay(clock());
      const page = await listPage(database.background, listOf(request, query, today), requested);
      const ids = page.data.map(({ id }) => id);
      return { ...page, data: await listedEntries(database.background, ids, today) };
    },
  );
}

/** Returns the key that a cursor holds; undefined unless it is a cursor of this sort. */
function keyOfCursor(value: unknown, sort: Sort): readonly Value[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [by, id, sortedBy = null] = value;
  if (by !== sort || !Number.isSafeInteger(id)) return undefined;
  if (sort === 'received') return sortedBy === null ? keyOf({ id, sortedBy }) : undefined;
  if (typeof sortedBy !== 'string' || (sort === 'contactDate' && !isDay(sortedBy))) return undefined;
  return keyOf({ id, sortedBy });
}
