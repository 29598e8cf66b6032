import Type from 'typebox';
import type { App } from '../../http/app-type.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import { currentVersion } from '../acts/versions.ts';
import type { DeskDeps } from '../deps.ts';
import { reachOfReading } from './reach.ts';
import { requireEntry } from './require-entry.ts';

/** `GET /desk/entries/:id/version`: for a page that shows an entry, so that it need not read it again at every event. */
export function versionRoute(scope: App, { database }: DeskDeps): void {
  scope.get(
    '/desk/entries/:id/version',
    {
      config: { desk: 'entries.read', askedByPages: true },
      schema: {
        tags: ['Entries'],
        summary: 'Tell whether an entry has changed',
        description: 'Its version alone: the audit trail does not keep that, and no session lasts longer.',
        params: IdPath,
        response: {
          200: Type.Object({ version: Type.Integer({ description: 'Grows with each change.' }) }),
          ...deskErrors,
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      await requireEntry(database.background, id, (kind) => reachOfReading(request, kind));
      return { version: await currentVersion(database.background, id) };
    },
  );
}
