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
import { oneOf } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { signedIn } from '../../http/desk-access.ts';
import { type EntryFilter, exclusions, offers, plannedKinds } from './filter.ts';
import { sorts } from './list.ts';
import { isNowhere, narrowReach, reachOfReading } from './reach.ts';

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

/** Which entries a list shows, and in which order. */
export const ListQuery = Type.Object({
  kind: Type.Enum(entryKinds, { type: 'string', description: 'Job applications need `applications.read`.' }),
  q: Type.Optional(
    Type.String({
      // A `+` that arrives as a space still counts.
      format: 'raw',
      maxLength: 255,
      description:
        'Two characters or more: beginnings of names, in any order and without regard to accents, or of an e-mail address (a word of more than three letters that more than 10000 entries have is looked for as it stands); a phone number in any form; a `customId`; a partner’s number, or ours (`RES-000123`).',
    }),
  ),
  establishmentId: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'Of this residence.' }),
  ),
  unassigned: flag('Of no residence yet: for who reads everywhere.'),
  status: oneOf(entryStatuses, 'Whether staff have dealt with it.'),
  flagged: flag('Whether something is new that staff have not looked at.'),
  type: oneOf([...commercialTypes, ...surveyTypes], 'How the contact came, or the type of a survey.'),
  sejourType: oneOf(sejourTypes, 'Kind of stay wanted.'),
  resultat: oneOf([...resultats, 'none'], 'The result.'),
  motif: oneOf([...motifs, 'none'], 'The reason of the result.'),
  stage: oneOf([...stages, 'none'], 'How far it has come: the stage of its newest done action.'),
  orientation: flag('Whether it came from a placement partner.'),
  from: day('First day of contact.'),
  to: day('Last day of contact.'),
  announcementId: Type.Optional(
    Type.Integer({
      maximum: Number.MAX_SAFE_INTEGER,
      minimum: Number.MIN_SAFE_INTEGER,
      description: 'The job offer applied for.',
    }),
  ),
  offer: oneOf(offers, 'Job applications for no job offer, or for one that is not known.'),
  planned: oneOf(plannedKinds, 'What staff have planned for it and not done.'),
  mine: flag('Of the residences that your roles name, for who has a role everywhere as well.'),
  aside: oneOf(exclusions, 'Only what the lists leave out otherwise.'),
  sort: oneOf(sorts, 'By when they came, or by the day of the contact.'),
  order: oneOf(['desc', 'asc'], 'Newest first by default.'),
});
export type ListQuery = Static<typeof ListQuery>;

/** Where the entries of a list are. 403 for who may read none of their kind. */
export function reachOfQuery(
  request: FastifyRequest,
  { kind, establishmentId, unassigned, mine }: ListQuery,
): Reach {
  const reach = reachOfReading(request, kind);
  if (isNowhere(reach)) throw new RequestError('FORBIDDEN', 'user: no role that you have allows this');
  if (establishmentId !== undefined) return narrowReach(reach, establishmentId);
  if (mine === true) return residencesOfRoles(request, reach);
  // What belongs to no residence is within reach of who reaches everywhere.
  return unassigned === true && reach !== 'everywhere' ? new Set() : reach;
}

/** The residences within reach that roles name one by one. */
function residencesOfRoles(request: FastifyRequest, reach: Reach): Reach {
  const named = signedIn(request).grants.flatMap(({ establishmentId }) => establishmentId ?? []);
  return new Set(named.filter((id) => isWithin(reach, id)));
}

/** The filter of a query: whatever of it is not about the order or the page. */
export function filterOf(query: ListQuery, reach: Reach): EntryFilter {
  const { kind, unassigned, status, flagged, type, sejourType, resultat, motif, stage } = query;
  const { orientation, from, to, announcementId, offer, planned, aside } = query;
  const filter = { unassigned, status, flagged, type, sejourType, resultat, motif, stage };
  return { kind, reach, ...filter, orientation, from, to, announcementId, offer, planned, excluded: aside };
}
