import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Reach } from '../../access/roles.ts';
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
import type { App } from '../../http/app-type.ts';
import { RequestError } from '../../http/errors.ts';
import { isDay } from '../../reading/days.ts';
import { deskErrors } from '../answers.ts';
import type { DeskDeps } from '../desk.ts';
import { Page, PageQuery, pageOf, walkOf } from '../pages.ts';
import { listPage } from './list.ts';
import { type Place, type Sort, sorts } from './list-statements.ts';
import { ListedEntry, listedEntries } from './listed.ts';
import { isNowhere, narrowed, reachOfReading } from './reach.ts';
import { asides, type Wanted } from './wanted.ts';

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));
const yes = (description: string) => Type.Optional(Type.Boolean({ description }));

const Query = Type.Object({
  kind: Type.Enum(entryKinds, { type: 'string', description: 'Job applications need `applications.read`.' }),
  q: Type.Optional(
    Type.String({
      // A `+` that arrives as a space still counts.
      format: 'raw',
      maxLength: 255,
      description:
        'Two characters or more: beginnings of names, in any order and without regard to accents, or of an e-mail address; a phone number in any form; a `customId`; a partner’s number, or ours (`RES-000123`).',
    }),
  ),
  establishmentId: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'Of this residence.' }),
  ),
  unassigned: yes('Of no residence yet: for who reads everywhere.'),
  status: oneOf(entryStatuses, 'Whether staff have dealt with it.'),
  flagged: yes('Whether something is new that staff have not looked at.'),
  type: oneOf([...commercialTypes, ...surveyTypes], 'How the contact came, or the type of a survey.'),
  sejourType: oneOf(sejourTypes, 'Kind of stay wanted.'),
  resultat: oneOf([...resultats, 'none'], 'The result.'),
  motif: oneOf([...motifs, 'none'], 'The reason of the result.'),
  stage: oneOf([...stages, 'none'], 'How far it has come: the stage of its newest done action.'),
  orientation: yes('Whether it came from a placement partner.'),
  from: day('First day of contact.'),
  to: day('Last day of contact.'),
  announcementId: Type.Optional(
    Type.Integer({
      maximum: Number.MAX_SAFE_INTEGER,
      minimum: Number.MIN_SAFE_INTEGER,
      description: 'The job offer applied for.',
    }),
  ),
  aside: oneOf(asides, 'Only what the lists leave out otherwise.'),
  sort: oneOf(sorts, 'By when they came, or by the day of the contact.'),
  order: oneOf(['desc', 'asc'], 'Newest first by default.'),
  ...PageQuery,
});
type Query = Static<typeof Query>;

/** `GET /desk/entries`: the lists of the back office. */
export function listRoute(scope: App, { database }: DeskDeps): void {
  scope.get(
    '/desk/entries',
    {
      config: { desk: 'entries.read' },
      schema: {
        tags: ['Entries'],
        summary: 'List entries, or search them',
        description:
          'Of the residences within reach. Test entries, spam and duplicates are left out unless asked for. When a search finds more than 10000 before any other filter, `total.count` says how many there are at least.',
        querystring: Query,
        response: { 200: Page(ListedEntry), ...deskErrors },
      },
    },
    async (request) => {
      const { query } = request;
      const { sort = 'received', order = 'desc', q } = query;
      const walk = walkOf(query, (value) => placeOf(value, sort));
      const reach = reachOfQuery(request, query);
      const descending = order === 'desc';
      const page = isNowhere(reach)
        ? pageOf<Place>([], walk, () => null, 0)
        : await listPage(database.read, {
            wanted: wantedOf(query, reach),
            ...(q !== undefined && { q }),
            sort,
            descending,
            walk,
          });
      const ids = page.data.map(({ id }) => id);
      return { ...page, data: ids.length === 0 ? [] : await listedEntries(database.read, ids) };
    },
  );
}

function reachOfQuery(request: FastifyRequest, { kind, establishmentId, unassigned }: Query): Reach {
  const reach = reachOfReading(request, kind);
  if (isNowhere(reach)) throw new RequestError('FORBIDDEN', 'user: no role that you have allows this');
  if (establishmentId !== undefined) return narrowed(reach, establishmentId);
  // What belongs to no residence is within reach of who reaches everywhere.
  return unassigned === true && reach !== 'everywhere' ? new Set() : reach;
}

function wantedOf(query: Query, reach: Reach): Wanted {
  const { establishmentId: _, q: __, sort: ___, order: ____, limit: _____, after, before, ...wanted } = query;
  return { ...wanted, reach };
}

/** The place that a cursor says, if it is one of a list that is sorted so. */
function placeOf(value: unknown, sort: Sort): Place | undefined {
  if (!Array.isArray(value)) return undefined;
  const [by, id, contactDate = ''] = value;
  if (by !== sort || !Number.isSafeInteger(id) || typeof contactDate !== 'string') return undefined;
  return sort === 'received' || isDay(contactDate) ? { id, contactDate } : undefined;
}
