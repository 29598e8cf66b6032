import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import { withMissedTargets } from '../../follow-up/targets.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { DeskDeps } from '../deps.ts';
import { noteListView } from '../list-views.ts';
import { PageQuery, requestedPage } from '../pages.ts';
import { keyOfCursor, listPage } from './list.ts';
import { ListQuery, listOf } from './list-query.ts';
import { listedEntries } from './listed.ts';

/** The lists of the back office. */
export const listEntries = deskRoute('listEntries', 'GET /desk/entries', {
  right: 'entries.read',
  query: Type.Object({ ...ListQuery.properties, ...PageQuery }),
  async run({ database, clock, objections }: DeskDeps, { by, ...query }, { request }) {
    const { sort = 'received' } = query;
    const requested = requestedPage(query, (value) => keyOfCursor(value, sort));
    const now = clock();
    const today = parisDay(now);
    const page = await listPage(database.background, listOf(by, query, today), requested);
    const ids = page.data.map(({ id }) => id);
    noteListView({ database, clock }, request.log, { by, list: 'entries', query, ids });
    const entries = await listedEntries(database.background, ids, {
      today,
      objections: await objections.get(),
    });
    return { ...page, data: await withMissedTargets(database.background, entries, now) };
  },
});
