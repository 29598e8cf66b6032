import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { isWithin } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, signedIn } from '../../http/desk-access.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import { reachOfChanges } from '../acts/reach.ts';
import type { DeskDeps } from '../deps.ts';
import { addressFor } from '../integrations/endpoints.ts';
import { entryDetail } from './detail.ts';
import { EntryDetail } from './detail-schema.ts';
import { reachOfReading } from './reach.ts';
import { entryNotFound } from './require-entry.ts';

export const EntryResponse = Type.Object({
  ...EntryDetail.properties,
  mayChange: Type.Boolean({ description: 'Whether you may change it.' }),
});

/** `GET /desk/entries/:id`: one entry with all its details. */
export function detailRoute(scope: App, { database, secrets, clock }: DeskDeps): void {
  scope.get(
    '/desk/entries/:id',
    {
      config: { desk: 'entries.read' },
      schema: {
        tags: ['Entries'],
        summary: 'Show an entry with all its details',
        description:
          'The audit trail records who has read it. A job application needs the right `applications.read`.',
        params: IdPath,
        response: { 200: EntryResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const objections = { contentKey: secrets.contentKey, today: parisDay(clock()) };
      const reach = (kind: EntryKind) => reachOfReading(request, kind);
      const entry = await entryDetail(database.background, id, reach, objections);
      if (entry === undefined) throw entryNotFound(id);
      const act = { action: 'read', subject: 'entry', subjectId: id } as const;
      await database.write(recordActivity, { by: actorOf(request), act }, clock());
      const mayChange = isWithin(reachOfChanges(signedIn(request).grants, entry.kind), entry.establishmentId);
      const deliveries = entry.deliveries.map(({ url, ...delivery }) => ({
        ...delivery,
        url: addressFor(request, url),
      }));
      return { ...entry, deliveries, mayChange };
    },
  );
}
