import Type, { type Static } from 'typebox';
import { type EntryClass, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { entryKinds, surveyTypes } from '../../contract/enumerations.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { noteListView } from '../list-views.ts';
import { findAll, maxLookedAt, maxShown } from './find-all.ts';
import { identifiersIn, KnownEntry, type LookUpDeps, Objected, objectedOn } from './known-family.ts';
import { complaint, SearchText } from './list-query.ts';
import { ListedEntry, listedEntries } from './listed.ts';

export const SearchResponse = Type.Object({
  groups: Type.Array(
    Type.Object({
      kind: Type.Enum(entryKinds, { type: 'string' }),
      type: orNull(Type.Enum(surveyTypes, { type: 'string', description: 'The type of a survey.' })),
      data: Type.Array(ListedEntry, { description: `At most ${maxShown}.` }),
      count: Type.Integer({ description: 'How many there are in all, spam and duplicates aside.' }),
    }),
    { description: 'By kind, surveys by type; only those in which something was found.' },
  ),
  near: Type.Array(ListedEntry, {
    description: `When fewer than ${maxShown} were found: entries with a name that differs by one typing error.`,
  }),
  known: Type.Array(KnownEntry, {
    description:
      'For a phone number or a whole e-mail address: entries that you may not read, by which you may recognise the family; newest first.',
  }),
  objectedOn: Objected,
  exact: Type.Boolean({
    description: `False when more than ${maxLookedAt} entries match: only the newest of them were looked at.`,
  }),
});

export type SearchResponse = Static<typeof SearchResponse>;

/** One search over all kinds of entries. */
export const searchEntries = deskRoute('searchEntries', 'GET /desk/search', {
  right: 'entries.look-up',
  tag: 'Entries',
  summary: 'Search entries of all kinds',
  description:
    'Entries that you may read. An entry that the text names by a number of its own comes first, spam and duplicates last; otherwise the newest first. Test entries are left out.',
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
