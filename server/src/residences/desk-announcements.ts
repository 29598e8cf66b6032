import { sql } from 'kysely';
import Type from 'typebox';
import { recordAudit } from '../access/audit.ts';
import { longestText } from '../contract/fields.ts';
import { forUpdate, rawStatement, statement } from '../database/statement.ts';
import type { Flag } from '../database/tables.ts';
import type { App } from '../http/app-type.ts';
import { auditBy } from '../http/desk-access.ts';
import { deskErrors, exactly, IdPath } from '../http/desk-answers.ts';
import type { DeskResidencesDeps } from './desk-deps.ts';
import { findResidence } from './desk-queries.ts';
import { notThere, requireReach } from './desk-reach.ts';

const announcementsOf = statement<{ establishmentId: number }>()((db, p) =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'open'])
    .where('establishment_id', '=', p.establishmentId)
    .orderBy('id'),
);
const announcementById = statement<{ id: number }>()((db, p, engine) => {
  const found = db
    .selectFrom('announcements')
    .select(['id', 'title', 'open', 'establishment_id as establishmentId'])
    .where('id', '=', p.id);
  return forUpdate(found, engine);
});
// Imports choose ids themselves, so that no sequence knows them: one at a time takes the next one.
const lockAnnouncements = rawStatement<Record<never, never>, unknown>(
  () => sql`lock table announcements in share row exclusive mode`,
);
const lastAnnouncement = statement()((db) =>
  db.selectFrom('announcements').select((eb) => eb.fn.max('id').as('id')),
);
const insertAnnouncement = statement<{ id: number; establishmentId: number; title: string; open: Flag }>()(
  (db, p) =>
    db
      .insertInto('announcements')
      .values({ id: p.id, establishment_id: p.establishmentId, title: p.title, open: p.open }),
);
const updateAnnouncement = statement<{ id: number; title: string; open: Flag }>()((db, p) =>
  db.updateTable('announcements').set({ title: p.title, open: p.open }).where('id', '=', p.id),
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
      const residence = await findResidence(database.read, request.params.id);
      requireReach(request, 'residences.read', residence);
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
        description: 'It is open unless you say otherwise.',
        params: IdPath,
        body: NewAnnouncement,
        response: { 200: Announcement, ...deskErrors },
      },
    },
    async (request) =>
      database.transaction(async (tx) => {
        const residence = await findResidence(tx, request.params.id);
        requireReach(request, 'residences.change', residence);
        if (tx.engine === 'postgres') await tx.run(lockAnnouncements, {});
        const { title: text, open: isOpen = true } = request.body;
        const id = ((await tx.first(lastAnnouncement, {}))?.id ?? 0) + 1;
        await tx.run(insertAnnouncement, {
          id,
          establishmentId: residence.id,
          title: text,
          open: isOpen ? 1 : 0,
        });
        await recordAudit(tx, {
          ...auditBy(request, clock()),
          action: 'added',
          subject: 'announcement',
          subjectId: id,
          detail: { establishmentId: residence.id },
        });
        return { id, title: text, open: isOpen };
      }),
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
    async (request) =>
      database.transaction(async (tx) => {
        const row = await tx.first(announcementById, { id: request.params.id });
        if (row === undefined) throw notThere();
        requireReach(request, 'residences.change', { id: row.establishmentId });
        const before = { id: row.id, title: row.title, open: row.open === 1 };
        const after = { ...before, ...request.body };
        const changed = (['title', 'open'] as const).filter((field) => after[field] !== before[field]);
        if (changed.length === 0) return before;
        await tx.run(updateAnnouncement, { ...after, open: after.open ? 1 : 0 });
        await recordAudit(tx, {
          ...auditBy(request, clock()),
          action: 'changed',
          subject: 'announcement',
          subjectId: row.id,
          detail: { changed },
        });
        return after;
      }),
  );
}
