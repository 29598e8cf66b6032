import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { isWithin, reachOfEntry } from '../../access/roles.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, signedIn } from '../../http/desk-access.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import type { DeskDeps } from '../deps.ts';
import { addressFor } from '../integrations/endpoints.ts';
import { entryDetail, type Visible } from './detail.ts';
import { EntryDetail } from './detail-schema.ts';
import { reachOfReading } from './reach.ts';
import { entryNotFound } from './require-entry.ts';

export const EntryResponse = Type.Object({
  ...EntryDetail.properties,
  mayChange: Type.Boolean({ description: 'Whether you may change it.' }),
});

/** `GET /desk/entries/:id`: one entry with all its details, as staff see it and as the data protection officer does. */
export function detailRoutes(scope: App, { database, secrets, clock }: DeskDeps): void {
  async function detailFor(request: FastifyRequest, id: number, visible: Visible) {
    const now = clock();
    const { contentKey } = secrets;
    const entry = await entryDetail(database.background, id, visible, { contentKey, now });
    if (entry === undefined) throw entryNotFound(id);
    const act = { action: 'read', subject: 'entry', subjectId: id } as const;
    await database.write(recordActivity, { by: actorOf(request), act }, now);
    const mayChange = isWithin(
      reachOfEntry(signedIn(request).grants, 'change', entry),
      entry.establishmentId,
    );
    const deliveries = entry.deliveries.map(({ url, ...delivery }) => ({
      ...delivery,
      url: addressFor(signedIn(request).grants, url),
    }));
    return { ...entry, deliveries, mayChange };
  }

  scope.get(
    '/desk/entries/:id',
    {
      config: { desk: 'entries.read' },
      schema: {
        tags: ['Entries'],
        summary: 'Show an entry with all its details',
        description:
          'The audit trail records who has read it. A complaint needs the right `complaints.read`, a job application `applications.read`.',
        params: IdPath,
        response: { 200: EntryResponse, ...deskErrors },
      },
    },
    (request) =>
      detailFor(request, request.params.id, { reachOf: (entry) => reachOfReading(request, entry) }),
  );

  scope.get(
    '/desk/privacy/entries/:id',
    {
      config: { desk: 'privacy' },
      schema: {
        tags: ['Privacy'],
        summary: 'Show an entry, also one whose processing is limited',
        description: 'As `GET /desk/entries/{id}`.',
        params: IdPath,
        response: { 200: EntryResponse, ...deskErrors },
      },
    },
    (request) => detailFor(request, request.params.id, { reachOf: () => 'everywhere', limited: true }),
  );
}
