import Type, { type Static } from 'typebox';
import { parisDay } from '../../clock.ts';
import { entryKinds, surveyTypes } from '../../contract/enumerations.ts';
import type { App } from '../../http/app-type.ts';
import { deskErrors, orNull } from '../../http/desk-answers.ts';
import type { DeskDeps } from '../deps.ts';
import { findAll, maxLookedAt, maxShown } from './find-all.ts';
import { type FamilyLookUp, identifiersIn, KnownEntry } from './known-family.ts';
import { SearchText } from './list-query.ts';
import { ListedEntry, listedEntries } from './listed.ts';
import { complaint, reachOfReading } from './reach.ts';

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
  exact: Type.Boolean({
    description: `False when more than ${maxLookedAt} entries match: only the newest of them were looked at.`,
  }),
});
export type SearchResponse = Static<typeof SearchResponse>;

/** `GET /desk/search`: one search over all kinds of entries. */
export function searchRoute(scope: App, { database, clock }: DeskDeps, lookUp: FamilyLookUp): void {
  scope.get(
    '/desk/search',
    {
      config: { desk: 'entries.look-up' },
      schema: {
        tags: ['Entries'],
        summary: 'Search entries of all kinds',
        description:
          'Entries that you may read. An entry that the text names by a number of its own comes first, spam and duplicates last; otherwise the newest first. Test entries are left out.',
        querystring: Type.Object({ q: SearchText }),
        response: { 200: SearchResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { background: read } = database;
      const { q } = request.query;
      const today = parisDay(clock());
      const found = await findAll(read, q, (entry) => reachOfReading(request, entry));
      // Who may read complaints everywhere may read all that others only recognise.
      const readsAll = reachOfReading(request, complaint) === 'everywhere';
      const identifiers = readsAll ? undefined : identifiersIn(q);
      const family = identifiers === undefined ? [] : (await lookUp(request, identifiers)).data;
      const ids = [...found.groups.flatMap((group) => group.ids), ...found.near];
      const entries = new Map((await listedEntries(read, ids, today)).map((entry) => [entry.id, entry]));
      const listed = (some: readonly number[]) => some.flatMap((id) => entries.get(id) ?? []);
      return {
        groups: found.groups.map(({ ids: some, ...group }) => ({ ...group, data: listed(some) })),
        near: listed(found.near),
        known: family.filter(({ mayRead }) => !mayRead),
        exact: found.isComplete,
      };
    },
  );
}
