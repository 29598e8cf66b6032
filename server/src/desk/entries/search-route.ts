import Type from 'typebox';
import { type EntryClass, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { noteListView } from '../list-views.ts';
import { findAll } from './find-all.ts';
import { identifiersIn, type LookUpDeps, objectedOn } from './known-family.ts';
import { complaint, SearchText } from './list-query.ts';
import { listedEntries } from './listed.ts';

/** One search over all kinds of entries. */
export const searchEntries = deskRoute('searchEntries', 'GET /desk/search', {
  right: 'entries.look-up',
  query: Type.Object({ q: SearchText }),
  async run({ database, clock, objections, lookUpFamily }: LookUpDeps, { q, by }, { request }) {
    const { background: read } = database;
    const reachOf = (entry: EntryClass) => reachOfEntry(by.grants, 'read', entry);
    const objects = await objections.get();
    const found = await findAll(read, q, reachOf);
    // Who may read complaints everywhere may read all that others only recognise.
    const identifiers = identifiersIn(q);
    const readsAll = identifiers === undefined || reachOf(complaint) === 'everywhere';
    const family = readsAll ? [] : (await lookUpFamily(by, identifiers)).data;
    const ids = [...found.groups.flatMap((group) => group.ids), ...found.near];
    noteListView({ database, clock }, request.log, { by, list: 'search', query: { q }, ids });
    const listed = await listedEntries(read, ids, { today: parisDay(clock()), objections: objects });
    const entries = new Map(listed.map((entry) => [entry.id, entry]));
    const entriesOf = (some: readonly number[]) => some.flatMap((id) => entries.get(id) ?? []);
    return {
      groups: found.groups.map(({ ids: some, ...group }) => ({ ...group, data: entriesOf(some) })),
      near: entriesOf(found.near),
      known: family.filter(({ mayRead }) => !mayRead),
      objectedOn: identifiers === undefined ? null : objectedOn(objects, identifiers),
      exact: found.isComplete,
    };
  },
});
