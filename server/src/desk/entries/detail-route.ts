import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { isWithin } from '../../access/roles.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, signedIn } from '../../http/desk-access.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import { reachOfChanges } from '../acts/reach.ts';
import type { DeskDeps } from '../deps.ts';
import { addressFor } from '../integrations/endpoints.ts';
import { wholeEntry } from './detail.ts';
import { WholeEntry } from './detail-schema.ts';
import { noSuchEntry } from './no-such-entry.ts';
import { reachOfReading } from './reach.ts';

export const Shown = Type.Object({
  ...WholeEntry.properties,
  mayChange: Type.Boolean({ description: 'Whether you may change it.' }),
});

/** `GET /desk/entries/:id`: one entry with everything known about it. */
export function detailRoute(scope: App, { database, clock }: DeskDeps): void {
  scope.get(
    '/desk/entries/:id',
    {
      config: { desk: 'entries.read' },
      schema: {
        tags: ['Entries'],
        summary: 'Show an entry with everything known about it',
        description:
          'The audit trail keeps who has read it. A job application needs the right `applications.read`.',
        params: IdPath,
        response: { 200: Shown, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const entry = await wholeEntry(database.background, id, (kind) => reachOfReading(request, kind));
      if (entry === undefined) throw noSuchEntry(id);
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
