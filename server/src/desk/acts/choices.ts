import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type EntryUse, reachOfEntry } from '../../access/roles.ts';
import type { App } from '../../http/app-type.ts';
import { signedIn } from '../../http/desk-access.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import { statement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { requireEntry } from '../entries/require-entry.ts';
import { possibleOwners } from './owners.ts';

const allResidences = statement()((db) =>
  db.selectFrom('establishments').select(['id', 'name']).orderBy('id'),
);

const Choices = Type.Object({ data: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })) });

/** The residences and the users that an entry can be handed to. */
export function choiceRoutes(scope: App, { database: { background: read } }: DeskDeps): void {
  const schema = { tags: ['Entries'], params: IdPath, response: { 200: Choices, ...deskErrors } };
  const entryWithin = (request: FastifyRequest, id: number, use: EntryUse) =>
    requireEntry(read, id, (entry) => reachOfEntry(signedIn(request).grants, use, entry));

  scope.get(
    '/desk/entries/:id/residences',
    {
      config: { desk: 'entries.hand-over' },
      schema: {
        ...schema,
        summary: 'List the residences that you may assign an entry to',
        description: 'All of them, by id, also those whose entries you can’t read.',
      },
    },
    async (request) => {
      await entryWithin(request, request.params.id, 'hand-over');
      return { data: await read.all(allResidences, {}) };
    },
  );

  scope.get(
    '/desk/entries/:id/owners',
    {
      config: { desk: 'entries.change' },
      schema: {
        ...schema,
        summary: 'List who could take charge of an entry',
        description: 'The active users who may change it, by name.',
      },
    },
    async (request) => {
      const entry = await entryWithin(request, request.params.id, 'change');
      return { data: await possibleOwners(read, entry, entry.establishmentId) };
    },
  );
}
