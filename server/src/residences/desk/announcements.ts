import Type from 'typebox';
import { longestText } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, reachFor } from '../../http/desk-access.ts';
import { deskErrors, exactly, IdPath } from '../../http/desk-answers.ts';
import { statement } from '../../store/statement.ts';
import { addAnnouncement, changeAnnouncement } from './change-announcements.ts';
import type { DeskResidencesDeps } from './deps.ts';
import { findResidence } from './queries.ts';
import { requireReach } from './reach.ts';

const announcementsOf = statement<{ establishmentId: number }>()((db, p) =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'open'])
    .where('establishment_id', '=', p.establishmentId)
    .orderBy('id'),
);

const title = Type.String({ maxLength: longestText });
const open = Type.Boolean({ description: 'Whether the main API counts it.' });
const Announcement = Type.Object({ id: Type.Integer(), title, open });
const NewAnnouncement = exactly({ title, open: Type.Optional(open) });
const AnnouncementChange = exactly(
  { title: Type.Optional(title), open: Type.Optional(open) },
  { minProperties: 1 },
);

const tags = ['Residences'];
const changing = { desk: 'residences.change', readsBody: true } as const;

/** Job offers of residences. */
export function deskAnnouncementRoutes(scope: App, { database, clock }: DeskResidencesDeps): void {
  scope.get(
    '/desk/establishments/:id/announcements',
    {
      config: { desk: 'residences.read' },
      schema: {
        tags,
        summary: 'List the job offers of a residence, by id',
        params: IdPath,
        response: { 200: Type.Object({ data: Type.Array(Announcement) }), ...deskErrors },
      },
    },
    async (request) => {
      const found = await findResidence(database.read, request.params.id);
      const residence = requireReach(reachFor(request, 'residences.read'), found);
      const rows = await database.read.all(announcementsOf, { establishmentId: residence.id });
      return { data: rows.map((row) => ({ ...row, open: row.open === 1 })) };
    },
  );

  scope.post(
    '/desk/establishments/:id/announcements',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a job offer of a residence',
        description: 'Open by default.',
        params: IdPath,
        body: NewAnnouncement,
        response: { 200: Announcement, ...deskErrors },
      },
    },
    async (request) => {
      const reach = reachFor(request, 'residences.change');
      const { title: text, open: isOpen = true } = request.body;
      const announcement = { establishmentId: request.params.id, title: text, open: isOpen };
      return database.write(addAnnouncement, { by: actorOf(request), reach, ...announcement }, clock());
    },
  );

  scope.patch(
    '/desk/announcements/:id',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Change a job offer, close it or open it again',
        params: IdPath,
        body: AnnouncementChange,
        response: { 200: Announcement, ...deskErrors },
      },
    },
    async (request) => {
      const reach = reachFor(request, 'residences.change');
      const input = { by: actorOf(request), reach, id: request.params.id, change: request.body };
      return database.write(changeAnnouncement, input, clock());
    },
  );
}
