import Type, { type Static } from 'typebox';
import { type EntryClass, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { entryKinds, surveyTypes } from '../../contract/enumerations.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { noteListView } from '../list-views.ts';
import { findAll } from './find-all.ts';
import { identifiersIn, KnownEntry, type LookUpDeps, Objected, objectedOn } from './known-family.ts';
import { complaint, SearchText } from './list-query.ts';
import { ListedEntry, listedEntries } from './listed.ts';

export const SearchResponse = Type.Object({
  groups: Type.Array(
    Type.Object({
      kind: Type.Enum(entryKinds, { type: 'string' }),
      type: orNull(Type.Enum(surveyTypes, { type: 'string' })),
      data: Type.Array(ListedEntry),
      count: Type.Integer(),
    }),
  ),
  near: Type.Array(ListedEntry),
  known: Type.Array(KnownEntry),
  objectedOn: Objected,
  exact: Type.Boolean(),
});

export type SearchResponse = Static<typeof SearchResponse>;

/** One search over all kinds of entries. */
export const searchEntries = deskRoute('searchEntries', 'GET /desk/search', {
  right: 'entries.look-up',
  query: Type.Object({ q: SearchText }),
  answer: SearchResponse,
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
