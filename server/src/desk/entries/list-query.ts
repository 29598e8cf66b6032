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
import {
  commercialTypes,
  entryKinds,
  entryStatuses,
  motifs,
  resultats,
  sejourTypes,
  stages,
  surveyTypes,
} from '../../contract/enumerations.ts';
import { integer, oneOf } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { followUpStates } from '../../follow-up/state.ts';
import { todayBlocks } from '../../follow-up/today-blocks.ts';
import type { DeskActor } from '../../http/desk-route.ts';
import { applicationSteps } from '../../store/entry-columns.ts';
import type { Day } from '../../store/tables.ts';
import { residenceId } from '../residence.ts';
import { type EntryFilter, exclusions, offers, plannedKinds, reachedSteps } from './filter.ts';
import { type EntryList, sorts } from './list.ts';

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const SearchText = Type.String({
  // Untrimmed: a leading space may be a `+` that was not encoded.
  format: 'raw',
  maxLength: 255,
  description:
    'Two characters or more: beginnings of names, in any order and without regard to accents, or of an e-mail address (a word of more than three letters that is in more than 10000 entries matches only as a whole word); a phone number in any form, its first six digits or more, or its last four to eight; the number of an entry (`2843`, `n° 2843`); a `customId`; a partner’s number, or ours (`RES-000123`).',
});

export const ListQuery = Type.Object({
  kind: Type.Enum(entryKinds, {
    type: 'string',
    description: 'Job applications need `applications.read`, and complaints `complaints.read`.',
  }),
  q: Type.Optional(SearchText),
  establishmentId: Type.Optional(residenceId('Only this residence.')),
  unassigned: flag(
    'Only entries without a residence, for users who may read everywhere; or only those with one.',
  ),
  status: oneOf(entryStatuses, 'Whether staff have dealt with it.'),
  flagged: flag('Whether something is new that staff have not seen.'),
  type: oneOf([...commercialTypes, ...surveyTypes, 'none'], 'How the contact came, or the type of a survey.'),
  sejourType: oneOf(sejourTypes, 'Kind of stay wanted.'),
  resultat: oneOf([...resultats, 'none'], 'The result.'),
  motif: oneOf([...motifs, 'none'], 'The reason of the result.'),
  stage: oneOf([...stages, 'none'], 'The stage of its newest done action.'),
  orientation: flag('Whether it came from a placement partner.'),
  from: day('First day of contact.'),
  to: day('Last day of contact.'),
  advertised: flag('Whether it came with a click on an advertisement.'),
  sender: Type.Optional(
    Type.String({
      pattern: '^(staff|(caller|partner):[1-9]\\d{0,14})$',
      description: 'Who sent it: `caller:3`, `partner:1`, or `staff` for entries made by hand.',
    }),
  ),
  reached: oneOf(reachedSteps, 'Only leads that have come so far or farther, as the statistics count them.'),
  announcementId: Type.Optional(integer({ description: 'The job offer applied for.' })),
  offer: oneOf(offers, 'Only job applications without a job offer, or for an unknown one.'),
  planned: oneOf(plannedKinds, 'Only entries with an open action of this kind: any, or none at all.'),
  plannedOn: day('Only entries with an open action planned for this day.'),
  block: oneOf(todayBlocks, 'Only entries that this block of « Ma journée » shows today.'),
  forMe: flag(
    'Only entries that are yours: you are the owner, or a planned action is yours; and those of nobody that you may take charge of.',
  ),
  nextFrom: day('First day of the next action.'),
  nextTo: day('Last day of the next action.'),
  owner: oneOf(['me', 'none'], 'Only entries of yours, or of nobody.'),
  ownerId: Type.Optional(integer({ minimum: 1, description: 'Only entries of this user.' })),
  attempts: Type.Optional(
    integer({
      minimum: 1,
      maximum: 99,
      description: 'Only open leads with so many attempts without an answer, or more.',
    }),
  ),
  lastContactBefore: day('Only open leads whose newest contact is before this day.'),
  step: oneOf([...applicationSteps, 'none'], 'Only job applications that have come so far.'),
  followUp: oneOf(followUpStates, 'Only open leads in this state.'),
  open: flag('Only open leads; `false`: all other entries.'),
  mine: flag('Only the residences that your roles name, even if another role is for all residences.'),
  aside: oneOf(exclusions, 'Only entries that are excluded from lists for this reason.'),
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

/** Returns the filter of `forMe`: the entries of a user, and those that this user may take charge of. */
export function forMeFilter(
  { userId, grants }: DeskActor,
  { forMe, ...query }: ReachQuery & Pick<ListQuery, 'forMe'>,
): Pick<EntryFilter, 'forUser'> {
  if (forMe !== true) return {};
  return { forUser: { id: userId, ...reachOfQuery(grants, query, 'change') } };
}

/** Returns the residences within reach that roles name. */
function residencesOfRoles(grants: readonly Grant[], reach: Reach): Reach {
  const named = grants.flatMap(({ establishmentId }) => establishmentId ?? []);
  return new Set(named.filter((id) => isWithin(reach, id)));
}

/** Returns the list that a user asks for on a day in Europe/Paris. Throws 403 for a user who may read no such entries. */
export function listOf(by: DeskActor, query: ListQuery, today: Day): EntryList {
  const { q, sort = 'received', order = 'desc', aside: excluded, followUp: state, owner, block } = query;
  if (isNowhere(reachOfEntry(by.grants, 'read', { kind: query.kind, type: query.type ?? null })))
    throw new RequestError('FORBIDDEN', 'user: no role that you have allows this');
  const ownerId = owner === 'me' ? by.userId : owner === 'none' ? null : query.ownerId;
  const followUp = state === undefined ? undefined : { state, today };
  const filter = {
    ...query,
    ...reachOfQuery(by.grants, query),
    ...{ excluded, followUp, ownerId },
    block: block === undefined ? undefined : { name: block, today },
    ...forMeFilter(by, query),
  };
  return { filter, q, sort, descending: order === 'desc' };
}
