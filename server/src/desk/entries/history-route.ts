import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { integer } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf } from '../../http/desk-access.ts';
import { deskErrors, IdPath, orNull } from '../../http/desk-answers.ts';
import { currentVersion, HistoryLine, historyPage } from '../acts/versions.ts';
import type { DeskDeps } from '../deps.ts';
import { reachOfReading } from './reach.ts';
import { requireEntry } from './require-entry.ts';

const Query = Type.Object({
  before: Type.Optional(
    integer({
      minimum: 1,
      description: 'For older lines: `historyNext` of an entry, or `next` of this response.',
    }),
  ),
});
const HistoryResponse = Type.Object({
  data: Type.Array(HistoryLine, { description: 'Newest first, at most 50; fewer where they are long.' }),
  next: orNull(Type.Integer({ description: 'For `before`; null when there are no older lines.' })),
});

/** An entry's history page by page, and its version, which tells an open page whether to reload the entry. */
export function historyRoutes(scope: App, { database, clock }: DeskDeps): void {
  scope.get(
    '/desk/entries/:id/history',
    {
      config: { desk: 'entries.read' },
      schema: {
        tags: ['Entries'],
        summary: 'Show the history of an entry, newest first',
        description:
          'The audit trail records who has read it. A complaint needs the right `complaints.read`, a job application `applications.read`.',
        params: IdPath,
        querystring: Query,
        response: { 200: HistoryResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      await requireEntry(database.background, id, (entry) => reachOfReading(request, entry));
      const page = await historyPage(database.background, id, request.query);
      const act = { action: 'read', subject: 'entry', subjectId: id } as const;
      await database.write(recordActivity, { by: actorOf(request), act }, clock());
      return page;
    },
  );

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
      await requireEntry(database.background, id, (entry) => reachOfReading(request, entry));
      return { version: await currentVersion(database.background, id) };
    },
  );
}
