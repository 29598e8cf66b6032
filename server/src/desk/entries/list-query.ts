import Type, { type Static } from 'typebox';
import {
  type EntryClass,
  type EntryUse,
  type Grant,
  isNowhere,
  isWithin,
  narrowReach,
  type Reach,
  reachOfEntry,
} from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { entryKinds } from '../../contract/enumerations.ts';
import { oneOf } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { ResidenceId } from '../../entries/residence.ts';
import { withMissedTargets } from '../../follow-up/targets.ts';
import { type DeskActor, deskRoute } from '../../http/desk-route.ts';
import type { Day } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';
import { noteListView } from '../list-views.ts';
import { PageQuery, requestedPage } from '../pages.ts';
import { type EntryFilter, filterParameters } from './filter.ts';
import { type EntryList, keyOfCursor, listPage, sorts } from './list.ts';
import { listedEntries } from './listed.ts';

export const SearchText = Type.String({
  // Untrimmed: a leading space may be a `+` that was not encoded.
  format: 'raw',
  maxLength: 255,
});

export const ListQuery = Type.Object({
  kind: Type.Enum(entryKinds, { type: 'string' }),
  q: Type.Optional(SearchText),
  establishmentId: Type.Optional(ResidenceId),
  ...filterParameters,
  sort: oneOf(
    sorts,
    'By time of receipt, by day of contact, or by the next action; the latter lists only entries that have one.',
  ),
  order: oneOf(['desc', 'asc'], 'Newest first by default.'),
});
export type ListQuery = Static<typeof ListQuery>;

type ReachQuery = Pick<ListQuery, 'kind' | 'type' | 'establishmentId' | 'unassigned' | 'mine'>;

export const complaint = { kind: 'survey', type: 'survey.type.complaint' } as const satisfies EntryClass;

/** Returns the residences that a query lists, within the reach of these grants for this use. */
export function reachOfQuery(
  grants: readonly Grant[],
  { kind, type, establishmentId, unassigned, mine }: ReachQuery,
  use: EntryUse = 'read',
): Pick<EntryFilter, 'reach' | 'complaints'> {
  const within = (entry: EntryClass): Reach => {
    const reach = reachOfEntry(grants, use, entry);
    if (establishmentId !== undefined) return narrowReach(reach, establishmentId);
    if (mine === true) return residencesOfRoles(grants, reach);
    // Entries without a residence need a reach of everywhere.
    return unassigned === true && reach !== 'everywhere' ? new Set() : reach;
  };
  return {
    reach: within({ kind, type: type ?? null }),
    ...(kind === 'survey' && type === undefined && { complaints: within(complaint) }),
  };
}

/** Returns the filter of `whose`: the entries of this user, or those that this user may take charge of. */
export function whoseFilter(
  { userId, grants }: DeskActor,
  { whose, ...query }: ReachQuery & Pick<ListQuery, 'whose'>,
): Pick<EntryFilter, 'whose'> {
  if (whose === undefined) return {};
  return { whose: whose === 'me' ? { userId } : { userId: null, ...reachOfQuery(grants, query, 'change') } };
}

/** Returns the residences within reach that roles name. */
function residencesOfRoles(grants: readonly Grant[], reach: Reach): Reach {
  const named = grants.flatMap(({ establishmentId }) => establishmentId ?? []);
  return new Set(named.filter((id) => isWithin(reach, id)));
}

/** Returns the list that a user asks for on a day in Europe/Paris. Throws 403 for a user who may read no such entries. */
export function listOf(by: DeskActor, query: ListQuery, today: Day): EntryList {
  const { q, sort = 'received', order = 'desc', aside: excluded, followUp: state, owner, block } = query;
  const { whose: _, late, ...filters } = query;
  if (isNowhere(reachOfEntry(by.grants, 'read', { kind: query.kind, type: query.type ?? null })))
    throw new RequestError('FORBIDDEN', 'user: no role that you have allows this');
  const ownerId = owner === 'me' ? by.userId : owner === 'none' ? null : query.ownerId;
  const followUp = state === undefined ? undefined : { state, today };
  const filter = {
    ...filters,
    ...reachOfQuery(by.grants, query),
    ...{ excluded, followUp, ownerId },
    lateOn: late === true ? today : undefined,
    block: block === undefined ? undefined : { name: block, today },
    ...whoseFilter(by, query),
  };
  return { filter, q, sort, descending: order === 'desc' };
}

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
