import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { isWithin, type Reach } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import { statement } from '../../database/statement.ts';
import type { App } from '../../http/app-type.ts';
import { reachFor } from '../../http/desk-access.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import type { DeskDeps } from '../deps.ts';
import { noSuchEntry } from '../entries/no-such-entry.ts';
import { reachOfChanges } from './act.ts';

const placeOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select(['kind', 'establishment_id as establishmentId']).where('id', '=', p.id),
);
const allResidences = statement()((db) =>
  db.selectFrom('establishments').select(['id', 'name']).orderBy('id'),
);

/** Where whoever asks may give an entry: to any residence with the right to hand it over where it is now. */
export function reachOfReceivers(
  request: FastifyRequest,
  { kind, establishmentId }: { readonly kind: EntryKind; readonly establishmentId: number | null },
): Reach {
  const handsOver = isWithin(reachFor(request, 'entries.hand-over'), establishmentId);
  return handsOver ? 'everywhere' : reachOfChanges(request, kind);
}

/** `GET /desk/entries/:id/residences`: those that an entry can be given to. */
export function receiversRoute(scope: App, { database }: DeskDeps): void {
  scope.get(
    '/desk/entries/:id/residences',
    {
      config: { desk: 'entries.change' },
      schema: {
        tags: ['Entries'],
        summary: 'List the residences that you may give an entry to',
        description:
          'By id. Among them, where you may hand the entry over, residences whose entries you can’t read.',
        params: IdPath,
        response: {
          200: Type.Object({ data: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })) }),
          ...deskErrors,
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      const entry = await database.background.first(placeOf, { id });
      if (entry === undefined || !isWithin(reachOfChanges(request, entry.kind), entry.establishmentId))
        throw noSuchEntry(id);
      const reach = reachOfReceivers(request, entry);
      const residences = await database.background.all(allResidences, {});
      return { data: residences.filter((residence) => isWithin(reach, residence.id)) };
    },
  );
}
