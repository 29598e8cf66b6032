import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { isWithin, type Reach } from '../../access/roles.ts';
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
import { followUpStates } from '../../entries/follow-up/state.ts';
import { signedIn } from '../../http/desk-access.ts';
import type { Day } from '../../store/tables.ts';
import { residenceId } from '../residence.ts';
import { exclusions, offers, plannedKinds } from './filter.ts';
import { type EntryList, sorts } from './list.ts';
import { isNowhere, narrowReach, reachOfReading } from './reach.ts';

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const ListQuery = Type.Object({
  kind: Type.Enum(entryKinds, { type: 'string', description: 'Job applications need `applications.read`.' }),
  q: Type.Optional(
    Type.String({
      // Untrimmed: a leading space may be a `+` that was not encoded.
      format: 'raw',
      maxLength: 255,
      description:
        'Two characters or more: beginnings of names, in any order and without regard to accents, or of an e-mail address (a word of more than three letters that is in more than 10000 entries matches only as a whole word); a phone number in any form; a `customId`; a partner’s number, or ours (`RES-000123`).',
    }),
  ),
  establishmentId: Type.Optional(residenceId('Only this residence.')),
  unassigned: flag('Only entries without a residence; for users who may read everywhere.'),
  status: oneOf(entryStatuses, 'Whether staff have dealt with it.'),
  flagged: flag('Whether something is new that staff have not seen.'),
  type: oneOf([...commercialTypes, ...surveyTypes], 'How the contact came, or the type of a survey.'),
  sejourType: oneOf(sejourTypes, 'Kind of stay wanted.'),
  resultat: oneOf([...resultats, 'none'], 'The result.'),
  motif: oneOf([...motifs, 'none'], 'The reason of the result.'),
  stage: oneOf([...stages, 'none'], 'The stage of its newest done action.'),
  orientation: flag('Whether it came from a placement partner.'),
  from: day('First day of contact.'),
  to: day('Last day of contact.'),
  announcementId: Type.Optional(integer({ description: 'The job offer applied for.' })),
  offer: oneOf(offers, 'Only job applications without a job offer, or for an unknown one.'),
  planned: oneOf(plannedKinds, 'Only entries with an open action of this kind.'),
  followUp: oneOf(followUpStates, 'Only open leads in this state.'),
  open: flag('Only open leads; `false`: all other entries.'),
  ownerId: Type.Optional(integer({ minimum: 1, description: 'The user in charge.' })),
  mine: flag('Only the residences that your roles name, even if another role is for all residences.'),
  aside: oneOf(exclusions, 'Only entries that are excluded from lists for this reason.'),
  sort: oneOf(sorts, 'By time of receipt, or by day of contact.'),
  order: oneOf(['desc', 'asc'], 'Newest first by default.'),
});
export type ListQuery = Static<typeof ListQuery>;

function reachOfQuery(
  request: FastifyRequest,
  { kind, establishmentId, unassigned, mine }: ListQuery,
): Reach {
  const reach = reachOfReading(request, kind);
  if (isNowhere(reach)) throw new RequestError('FORBIDDEN', 'user: no role that you have allows this');
  if (establishmentId !== undefined) return narrowReach(reach, establishmentId);
  if (mine === true) return residencesOfRoles(request, reach);
  // Entries without a residence need a reach of everywhere.
  return unassigned === true && reach !== 'everywhere' ? new Set() : reach;
}

/** Returns the residences within reach that the user's roles name. */
function residencesOfRoles(request: FastifyRequest, reach: Reach): Reach {
  const named = signedIn(request).grants.flatMap(({ establishmentId }) => establishmentId ?? []);
  return new Set(named.filter((id) => isWithin(reach, id)));
}

/** Returns the list that a query asks for on a day in Europe/Paris. Throws 403 for a user who may read no entries of its kind. */
export function listOf(request: FastifyRequest, query: ListQuery, today: Day): EntryList {
  const { q, sort = 'received', order = 'desc', aside: excluded, followUp: state } = query;
  const followUp = state === undefined ? undefined : { state, today };
  const filter = { ...query, reach: reachOfQuery(request, query), excluded, followUp };
  return { filter, q, sort, descending: order === 'desc' };
}
