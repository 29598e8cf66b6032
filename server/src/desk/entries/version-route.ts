import Type from 'typebox';
import type { App } from '../../http/app-type.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import { currentVersion } from '../acts/versions.ts';
import type { DeskDeps } from '../deps.ts';
import { reachOfReading } from './reach.ts';
import { requireEntry } from './require-entry.ts';

/** `GET /desk/entries/:id/version`: tells an open page whether it must reload its entry. */
export function versionRoute(scope: App, { database }: DeskDeps): void {
  scope.get(
    '/desk/entries/:id/version',
    {
      config: { desk: 'entries.read', askedByPages: true },
      schema: {
        tags: ['Entries'],
        summary: 'Tell whether an entry has changed',
        description:
          'Returns only the version. Not recorded in the audit trail, and does not extend the session.',
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
