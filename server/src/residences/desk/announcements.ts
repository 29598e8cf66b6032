import { sql } from 'kysely';
import Type from 'typebox';
import { isWithin } from '../../access/roles.ts';
import { longestText } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, reachFor } from '../../http/desk-access.ts';
import { deskErrors, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { rawStatement, statement } from '../../store/statement.ts';
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

/** The applications that the lists show. */
const applicationsFor = rawStatement<{ ids: string }, { id: number; count: number }>(
  (p, dialect) => sql`
    select announcement_id as id, count(*) as count from entries
    where ${dialect.idIn('announcement_id', p.ids)} and announcement_id is not null
      and test = 0 and spam = 0 and duplicate_of is null and restriction is null
    group by announcement_id`,
);

const title = Type.String({ maxLength: longestText });
const open = Type.Boolean({ description: 'Whether the main API counts it.' });
const Announcement = Type.Object({ id: Type.Integer(), title, open });
export const ListedAnnouncement = Type.Object({
  ...Announcement.properties,
  applications: orNull(
    Type.Integer({
      description: 'How many applied for it; null for users who may not read applications there.',
    }),
  ),
});
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
        response: { 200: Type.Object({ data: Type.Array(ListedAnnouncement) }), ...deskErrors },
      },
    },
    async (request) => {
      const found = await findResidence(database.read, request.params.id);
      const residence = requireReach(reachFor(request, 'residences.read'), found);
      const rows = await database.read.all(announcementsOf, { establishmentId: residence.id });
      const mayCount = isWithin(reachFor(request, 'applications.read'), residence.id);
      const ids = JSON.stringify(rows.map(({ id }) => id));
      const counts = mayCount ? await database.background.all(applicationsFor, { ids }) : [];
      const applications = new Map(counts.map(({ id, count }) => [id, count]));
      return {
        data: rows.map((row) => ({
          ...row,
          open: row.open === 1,
          applications: mayCount ? (applications.get(row.id) ?? 0) : null,
        })),
      };
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
