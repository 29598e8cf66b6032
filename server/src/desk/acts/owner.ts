import Type from 'typebox';
import { isWithin, reachOf } from '../../access/roles.ts';
import { listUsers } from '../../access/users.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import { integer } from '../../contract/fields.ts';
import type { Queries } from '../../database/port.ts';
import { statement } from '../../database/statement.ts';
import { type Owner, setOwner } from '../../entries/owner.ts';
import type { App } from '../../http/app-type.ts';
import { deskErrors, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { Problem } from '../../reading/problem.ts';
import type { DeskDeps } from '../deps.ts';
import { noSuchEntry } from '../entries/no-such-entry.ts';
import { Acted, actOn, reachOfChanges } from './act.ts';
import { answerOutcome, Conflict, SeenVersion } from './conflict.ts';

const placeOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select(['kind', 'establishment_id as establishmentId']).where('id', '=', p.id),
);

interface Place {
  readonly kind: EntryKind;
  readonly establishmentId: number | null;
}

const User = Type.Object({ id: Type.Integer(), name: Type.String() });

/** Who takes charge of a complaint, and who could. */
export function ownerRoutes(scope: App, deps: DeskDeps): void {
  const { database } = deps;
  const schema = { tags: ['Entries'], params: IdPath };

  scope.get(
    '/desk/entries/:id/owners',
    {
      config: { desk: 'entries.change' },
      schema: {
        ...schema,
        summary: 'List who could take charge of an entry',
        description: 'The users who may change it, by name; without those who are disabled or only invited.',
        response: { 200: Type.Object({ data: Type.Array(User) }), ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const entry = await database.background.first(placeOf, { id });
      if (entry === undefined || !isWithin(reachOfChanges(request, entry.kind), entry.establishmentId))
        throw noSuchEntry(id);
      return { data: await possibleOwners(database.background, entry) };
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
          'One of those whom `GET /desk/entries/{id}/owners` lists. A new complaint stays new. When it moves to another residence nobody is in charge any more.',
        body: exactly({
          version: SeenVersion,
          userId: orNull(integer({ minimum: 1, description: 'The user; null: nobody any more.' })),
        }),
        response: { 200: Acted, 409: Conflict, ...deskErrors },
      },
    },
    async (request, reply) => {
      const { userId, version } = request.body;
      const outcome = await actOn(deps, request, {
        entryId: request.params.id,
        ...(version !== undefined && { version }),
        work: async (tx, entry, staff) => {
          const owner = userId === null ? null : await ownerById(tx, entry, userId);
          await setOwner(tx, entry.id, staff, owner);
        },
      });
      return answerOutcome(reply, outcome);
    },
  );
}

async function possibleOwners(read: Queries, { kind, establishmentId }: Place): Promise<Owner[]> {
  const right = kind === 'postuler' ? 'applications.change' : 'entries.change';
  return (await listUsers(read))
    .filter(({ state, grants }) => state === 'active' && isWithin(reachOf(grants, right), establishmentId))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'fr') || a.id - b.id);
}

async function ownerById(read: Queries, place: Place, userId: number): Promise<Owner> {
  const owner = (await possibleOwners(read, place)).find(({ id }) => id === userId);
  if (owner === undefined)
    throw new Problem('userId', `no user who may change this entry has the id ${userId}`);
  return owner;
}
