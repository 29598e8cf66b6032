import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../access/audit.ts';
import { isWithin } from '../access/roles.ts';
import {
  confidentialDetails,
  type EstablishmentDetail,
  establishmentDetails,
} from '../contract/establishment.ts';
import { longestName, longestText } from '../contract/fields.ts';
import type { App } from '../http/app-type.ts';
import { auditBy, reachFor } from '../http/desk-access.ts';
import { deskErrors, exactly, IdPath, orNull } from '../http/desk-answers.ts';
import { Problem } from '../reading/problem.ts';
import type { DeskResidencesDeps } from './desk-deps.ts';
import {
  addResidence,
  type Details,
  findGroup,
  findResidence,
  findResidenceToChange,
  largestId,
  listResidences,
  nextResidenceId,
  type Residence,
  storeResidence,
} from './desk-queries.ts';
import { requireEverywhere, requireReach } from './desk-reach.ts';
import { identifierRules } from './identifiers.ts';

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
      Type.Optional(orNull(Type.String({ description: 'Only for who may change the residence.' }))),
    ),
  },
  { description: 'A residence, by the names of the main API; null is what is unknown.' },
);
const name = Type.String({ maxLength: longestName });
const groupId = Type.Integer({
  minimum: 1,
  maximum: largestId,
  description: 'Only for who may change every residence.',
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
    Type.Integer({ minimum: 1, maximum: largestId, description: 'The next free one by default.' }),
  ),
  name,
  groupId,
  ...givenDetails,
});

const tags = ['Residences'];
const reading = { desk: 'residences.read' } as const;
const changing = { desk: 'residences.change', readsBody: true } as const;

/** Residences, as the public directory knows them. */
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
      return {
        data: residences.filter(({ id }) => isWithin(reach, id)).map((one) => shownTo(request, one)),
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
      requireReach(request, 'residences.read', residence);
      return shownTo(request, residence);
    },
  );

  scope.post(
    '/desk/establishments',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a residence',
        description: 'Only for who may change every residence.',
        body: NewResidence,
        response: { 200: Shown, ...deskErrors },
      },
    },
    async (request) => {
      requireEverywhere(request, 'residences.change', 'establishment');
      const { id: given, name: newName, groupId: group, ...typed } = request.body;
      const details = detailsAfter({}, typed);
      return database.transaction(async (tx) => {
        await requireGroup(findGroup(tx, group), group);
        if (given !== undefined && (await findResidence(tx, given)) !== undefined)
          throw new Problem('id', 'a residence has this id already');
        const id = given ?? (await nextResidenceId(tx));
        if (id > largestId) throw new Problem('id', 'expected one, for no number follows the largest');
        await addResidence(tx, { id, name: newName, groupId: group, details });
        await recordAudit(tx, {
          ...auditBy(request, clock()),
          action: 'added',
          subject: 'establishment',
          subjectId: id,
          detail: { name: newName, groupId: group },
        });
        const added = await findResidence(tx, id);
        requireReach(request, 'residences.change', added);
        return shownTo(request, added);
      });
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
          'What is not named stays, null takes away. The main API answers it from the next request on. Moving a residence to another group is only for who may change every residence.',
        params: IdPath,
        body: Change,
        response: { 200: Shown, ...deskErrors },
      },
    },
    async (request) => {
      const { name: newName, groupId: group, ...typed } = request.body;
      return database.transaction(async (tx) => {
        const before = await findResidenceToChange(tx, request.params.id);
        requireReach(request, 'residences.change', before);
        if (group !== undefined && group !== before.groupId) {
          requireEverywhere(request, 'residences.change', 'groupId');
          await requireGroup(findGroup(tx, group), group);
        }
        const after = {
          id: before.id,
          name: newName ?? before.name,
          groupId: group ?? before.groupId,
          details: detailsAfter(before.details, typed),
        };
        const changed = [
          ...(after.name === before.name ? [] : ['name']),
          ...(after.groupId === before.groupId ? [] : ['groupId']),
          ...establishmentDetails.filter((detail) => after.details[detail] !== before.details[detail]),
        ];
        if (changed.length === 0) return shownTo(request, before);
        await storeResidence(tx, after);
        await recordAudit(tx, {
          ...auditBy(request, clock()),
          action: 'changed',
          subject: 'establishment',
          subjectId: before.id,
          detail: { changed },
        });
        const stored = await findResidence(tx, before.id);
        requireReach(request, 'residences.change', stored);
        return shownTo(request, stored);
      });
    },
  );
}

function shownTo(request: FastifyRequest, { details, ...residence }: Residence) {
  const isInsider = isWithin(reachFor(request, 'residences.change'), residence.id);
  const known = (detail: EstablishmentDetail) => details[detail] ?? null;
  return { ...residence, ...each(openDetails, known), ...(isInsider && each(confidentialDetails, known)) };
}

/** Details after a change, in the contract's order. Throws a {@link Problem} for an identifier that is none. */
function detailsAfter(before: Details, typed: Partial<Record<EstablishmentDetail, string | null>>): Details {
  const after: Details = {};
  for (const detail of establishmentDetails) {
    const given = typed[detail];
    const value = given === undefined ? before[detail] : given === null ? undefined : checked(detail, given);
    if (value !== undefined) after[detail] = value;
  }
  return after;
}

function checked(detail: EstablishmentDetail, typed: string): string {
  const rule = identifierRules[detail];
  if (rule === undefined) return typed;
  const read = rule.read(typed);
  if (read === undefined) throw new Problem(detail, `expected ${rule.expected}`);
  return read;
}

async function requireGroup(found: Promise<unknown>, id: number): Promise<void> {
  if ((await found) === undefined) throw new Problem('groupId', `no group has the id ${id}`);
}

/** An object with the same kind of value under each name. */
function each<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((one) => [one, value(one)])) as Record<Name, Value>;
}
