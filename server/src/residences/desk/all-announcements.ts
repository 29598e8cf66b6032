import Type from 'typebox';
import { isWithin } from '../../access/roles.ts';
import type { App } from '../../http/app-type.ts';
import { reachFor } from '../../http/desk-access.ts';
import { deskErrors } from '../../http/desk-answers.ts';
import { statement } from '../../store/statement.ts';
import { announcementColumns } from '../statements.ts';
import type { DeskResidencesDeps } from './deps.ts';

const everyAnnouncement = statement()((db) =>
  db.selectFrom('announcements').select(announcementColumns).orderBy('title').orderBy('id'),
);

export const Announcement = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  open: Type.Boolean({ description: 'Whether the main API counts it.' }),
  establishmentId: Type.Integer(),
});

/** `GET /desk/announcements`: the job offers that applications may refer to. */
export function deskAllAnnouncementsRoute(scope: App, { database }: DeskResidencesDeps): void {
  scope.get(
    '/desk/announcements',
    {
      config: { desk: 'residences.read' },
      schema: {
        tags: ['Residences'],
        summary: 'List the job offers of all residences',
        description: 'Of the residences within reach, by title.',
        response: { 200: Type.Object({ data: Type.Array(Announcement) }), ...deskErrors },
      },
    },
    async (request) => {
      const reach = reachFor(request, 'residences.read');
      const found = await database.read.all(everyAnnouncement, {});
      return {
        data: found
          .filter(({ establishmentId }) => isWithin(reach, establishmentId))
          .map((one) => ({ ...one, open: one.open === 1 })),
      };
    },
  );
}
