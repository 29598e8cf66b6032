import Type from 'typebox';
import { integer } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { signedIn } from '../../http/desk-access.ts';
import { deskErrors, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { requireEntry } from '../entries/require-entry.ts';
import {
  type ActDeps,
  ActResponse,
  actInput,
  ConflictResponse,
  ExpectedVersion,
  sendOutcome,
} from './act-route.ts';
import { ownerAct } from './operations.ts';
import { possibleOwners } from './owners.ts';
import { reachOfChanges } from './reach.ts';

const User = Type.Object({ id: Type.Integer(), name: Type.String() });

export function ownerRoutes(scope: App, { database, clock }: ActDeps): void {
  const schema = { tags: ['Entries'], params: IdPath };

  scope.get(
    '/desk/entries/:id/owners',
    {
      config: { desk: 'entries.change' },
      schema: {
        ...schema,
        summary: 'List who could take charge of an entry',
        description: 'The active users who may change it, by name.',
        response: { 200: Type.Object({ data: Type.Array(User) }), ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { grants } = signedIn(request);
      const entry = await requireEntry(database.background, id, (kind) => reachOfChanges(grants, kind));
      return { data: await possibleOwners(database.background, entry.kind, entry.establishmentId) };
    },
  );

  scope.post(
    '/desk/entries/:id/owner',
    {
      config: { desk: 'entries.change', readsBody: true },
      schema: {
        ...schema,
        summary: 'Note who takes charge of a complaint',
        description:
          'A user whom `GET /desk/entries/{id}/owners` lists. A new complaint stays new. When it moves to another residence, it has no owner any more.',
        body: exactly({
          version: ExpectedVersion,
          userId: orNull(integer({ minimum: 1, description: 'The user; null for none.' })),
        }),
        response: { 200: ActResponse, 409: ConflictResponse, ...deskErrors },
      },
    },
    async (request, reply) => {
      const { userId, version } = request.body;
      const input = { ...actInput(request, version), userId };
      return sendOutcome(reply, await database.write(ownerAct, input, clock()));
    },
  );
}
