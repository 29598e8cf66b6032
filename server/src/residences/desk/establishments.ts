import Type from 'typebox';
import { isWithin, type Reach } from '../../access/roles.ts';
import {
  confidentialDetails,
  type EstablishmentDetail,
  establishmentDetails,
} from '../../contract/establishment.ts';
import { largestEstablishmentId, longestName, longestText } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, reachFor } from '../../http/desk-access.ts';
import { deskErrors, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { addResidence, changeResidence } from './change-residences.ts';
import type { DeskResidencesDeps } from './deps.ts';
import { findResidence, listResidences, type Residence } from './queries.ts';
import { requireEverywhere, requireReach } from './reach.ts';

type Confidential = (typeof confidentialDetails)[number];

const hidden: readonly string[] = confidentialDetails;
const openDetails = establishmentDetails.filter(
  (detail): detail is Exclude<EstablishmentDetail, Confidential> => !hidden.includes(detail),
);

export const Shown = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    groupId: Type.Integer(),
    groupName: Type.String(),
    ...each(openDetails, () => orNull(Type.String())),
    ...each(confidentialDetails, () =>
      Type.Optional(orNull(Type.String({ description: 'Only with the right to change the residence.' }))),
    ),
  },
  { description: 'A residence, under the names of the main API; null means unknown.' },
);
const name = Type.String({ maxLength: longestName });
const groupId = Type.Integer({
  minimum: 1,
  maximum: largestEstablishmentId,
  description: 'Requires the right to change every residence.',
});
const givenDetails = each(establishmentDetails, () =>
  Type.Optional(orNull(Type.String({ maxLength: longestText }))),
);
const Change = exactly(
  { name: Type.Optional(name), groupId: Type.Optional(groupId), ...givenDetails },
  { minProperties: 1 },
);
const NewResidence = exactly({
  id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: largestEstablishmentId,
      description: 'The next free one by default.',
    }),
  ),
  name,
  groupId,
  ...givenDetails,
});

const tags = ['Residences'];
const reading = { desk: 'residences.read' } as const;
const changing = { desk: 'residences.change', readsBody: true } as const;

/** Routes for residences, under the names of the public directory. */
export function deskEstablishmentRoutes(scope: App, { database, clock }: DeskResidencesDeps): void {
  scope.get(
    '/desk/establishments',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List residences, by id',
        response: { 200: Type.Object({ data: Type.Array(Shown) }), ...deskErrors },
      },
    },
    async (request) => {
      const reach = reachFor(request, 'residences.read');
      const residences = await listResidences(database.read);
      const insiders = reachFor(request, 'residences.change');
      return {
        data: residences.filter(({ id }) => isWithin(reach, id)).map((one) => shown(one, insiders)),
      };
    },
  );

  scope.get(
    '/desk/establishments/:id',
    {
      config: reading,
      schema: { tags, summary: 'Show a residence', params: IdPath, response: { 200: Shown, ...deskErrors } },
    },
    async (request) => {
      const residence = await findResidence(database.read, request.params.id);
      return shown(
        requireReach(reachFor(request, 'residences.read'), residence),
        reachFor(request, 'residences.change'),
      );
    },
  );

  scope.post(
    '/desk/establishments',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a residence',
        description: 'Requires the right to change every residence.',
        body: NewResidence,
        response: { 200: Shown, ...deskErrors },
      },
    },
    async (request) => {
      const reach = reachFor(request, 'residences.change');
      requireEverywhere(reach, 'establishment');
      const { id, name: newName, groupId: group, ...details } = request.body;
      const input = { by: actorOf(request), reach, id, name: newName, groupId: group, details };
      return shown(await database.write(addResidence, input, clock()), reach);
    },
  );

  scope.patch(
    '/desk/establishments/:id',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Change a residence',
        description:
          'Absent fields stay unchanged, null removes a value. The main API returns the change from the next request on. ' +
          'Moving a residence to another group requires the right to change every residence.',
        params: IdPath,
        body: Change,
        response: { 200: Shown, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { name: newName, groupId: group, ...details } = request.body;
      const reach = reachFor(request, 'residences.change');
      const input = { by: actorOf(request), reach, id, name: newName, groupId: group, details };
      return shown(await database.write(changeResidence, input, clock()), reach);
    },
  );
}

/** A residence. Confidential details are included only if it is within `insiders`. */
function shown({ details, ...residence }: Residence, insiders: Reach) {
  const isInsider = isWithin(insiders, residence.id);
  const known = (detail: EstablishmentDetail) => details[detail] ?? null;
  return { ...residence, ...each(openDetails, known), ...(isInsider && each(confidentialDetails, known)) };
}

/** An object with a value for each name. */
function each<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((one) => [one, value(one)])) as Record<Name, Value>;
}
