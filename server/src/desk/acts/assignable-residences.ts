import Type from 'typebox';
import { isWithin } from '../../access/roles.ts';
import type { App } from '../../http/app-type.ts';
import { signedIn } from '../../http/desk-access.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import { statement } from '../../store/statement.ts';
import { requireEntry } from '../entries/require-entry.ts';
import type { ActDeps } from './act-route.ts';
import { assignableReach, reachOfChanges } from './reach.ts';

const allResidences = statement()((db) =>
  db.selectFrom('establishments').select(['id', 'name']).orderBy('id'),
);

/** `GET /desk/entries/:id/residences`: the residences that an entry can be assigned to. */
export function assignableResidencesRoute(scope: App, { database }: Pick<ActDeps, 'database'>): void {
  scope.get(
    '/desk/entries/:id/residences',
    {
      config: { desk: 'entries.change' },
      schema: {
        tags: ['Entries'],
        summary: 'List the residences that you may assign an entry to',
        description:
          'By id. With the right to hand the entry over, they include residences whose entries you can’t read.',
        params: IdPath,
        response: {
          200: Type.Object({ data: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })) }),
          ...deskErrors,
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { grants } = signedIn(request);
      const entry = await requireEntry(database.background, id, (kind) => reachOfChanges(grants, kind));
      const reach = assignableReach(grants, entry.kind, entry.establishmentId);
      const residences = await database.background.all(allResidences, {});
      return { data: residences.filter((residence) => isWithin(reach, residence.id)) };
    },
  );
}
