import Type from 'typebox';
import { isWithin } from '../../access/roles.ts';
import { longestName, longestText } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, reachFor } from '../../http/desk-access.ts';
import { deskErrors, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { isSlug } from '../identifiers.ts';
import { allGroups } from '../statements.ts';
import { addGroup, changeGroup } from './change-groups.ts';
import type { DeskResidencesDeps } from './deps.ts';
import { listResidences } from './queries.ts';
import { requireEverywhere } from './reach.ts';

export const Group = Type.Object({
  id: Type.Integer(),
  slug: Type.String({ description: 'Its short name in the addresses of the main API.' }),
  name: Type.String(),
  detail: Type.String({ description: 'Empty when there is nothing to say.' }),
});
const name = Type.String({ maxLength: longestName });
const detail = Type.Optional(orNull(Type.String({ maxLength: longestText })));
const NewGroup = exactly({
  slug: Type.String({
    maxLength: 63,
    description: 'Small letters, digits, - and _; begins with a letter or digit.',
  }),
  name,
  detail,
});

const tags = ['Residences'];
const changing = { desk: 'residences.change', readsBody: true } as const;

/** Groups of residences. */
export function deskGroupRoutes(scope: App, { database, clock }: DeskResidencesDeps): void {
  scope.get(
    '/desk/groups',
    {
      config: { desk: 'residences.read' },
      schema: {
        tags,
        summary: 'List groups, by id',
        description: 'Those of residences within your reach.',
        response: { 200: Type.Object({ data: Type.Array(Group) }), ...deskErrors },
      },
    },
    async (request) => {
      const reach = reachFor(request, 'residences.read');
      const groups = await database.read.all(allGroups, {});
      if (reach === 'everywhere') return { data: groups };
      const residences = await listResidences(database.read);
      const within = new Set(
        residences.filter(({ id }) => isWithin(reach, id)).map(({ groupId }) => groupId),
      );
      return { data: groups.filter(({ id }) => within.has(id)) };
    },
  );

  scope.post(
    '/desk/groups',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a group',
        description: 'Requires the right to change every residence.',
        body: NewGroup,
        response: { 200: Group, ...deskErrors },
      },
    },
    async (request) => {
      requireEverywhere(reachFor(request, 'residences.change'), 'group');
      const { slug } = request.body;
      if (!isSlug(slug)) throw new ValidationError('slug', 'expected 1 to 63 small letters, digits, - and _');
      const group = { ...request.body, detail: request.body.detail ?? '' };
      return database.write(addGroup, { by: actorOf(request), ...group }, clock());
    },
  );

  scope.patch(
    '/desk/groups/:id',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Change a group',
        description: 'Requires the right to change every residence. The slug cannot change: callers know it.',
        params: IdPath,
        body: exactly({ name: Type.Optional(name), detail }, { minProperties: 1 }),
        response: { 200: Group, ...deskErrors },
      },
    },
    async (request) => {
      requireEverywhere(reachFor(request, 'residences.change'), 'group');
      const input = { by: actorOf(request), id: request.params.id, change: request.body };
      return database.write(changeGroup, input, clock());
    },
  );
}
