import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { isWithin, reachOfChanges } from '../../access/roles.ts';
import type { App } from '../../http/app-type.ts';
import { signedIn } from '../../http/desk-access.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import { statement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { requireEntry } from '../entries/require-entry.ts';
import { possibleOwners } from './owners.ts';
import { assignableReach } from './reach.ts';

const allResidences = statement()((db) =>
  db.selectFrom('establishments').select(['id', 'name']).orderBy('id'),
);

const Choices = Type.Object({ data: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })) });

/** The residences and the users that an entry can be handed to. */
export function choiceRoutes(scope: App, { database: { background: read } }: DeskDeps): void {
  const config = { desk: 'entries.change' } as const;
  const schema = { tags: ['Entries'], params: IdPath, response: { 200: Choices, ...deskErrors } };
  const changeableEntry = (request: FastifyRequest, id: number) =>
    requireEntry(read, id, (kind) => reachOfChanges(signedIn(request).grants, kind));

  scope.get(
    '/desk/entries/:id/residences',
    {
      config,
      schema: {
        ...schema,
        summary: 'List the residences that you may assign an entry to',
        description:
          'By id. With the right to hand the entry over, they include residences whose entries you can’t read.',
      },
    },
    async (request) => {
      const { kind, establishmentId } = await changeableEntry(request, request.params.id);
      const reach = assignableReach(signedIn(request).grants, kind, establishmentId);
      const residences = await read.all(allResidences, {});
      return { data: residences.filter(({ id }) => isWithin(reach, id)) };
    },
  );

  scope.get(
    '/desk/entries/:id/owners',
    {
      config,
      schema: {
        ...schema,
        summary: 'List who could take charge of an entry',
        description: 'The active users who may change it, by name.',
      },
    },
    async (request) => {
      const { kind, establishmentId } = await changeableEntry(request, request.params.id);
      return { data: await possibleOwners(read, kind, establishmentId) };
    },
  );
}
