import { sql } from 'kysely';
import Type from 'typebox';
import { isWithin, reachOf } from '../../access/roles.ts';
import { longestText } from '../../contract/fields.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Flag } from '../../store/tables.ts';
import { announcementColumns, insertAnnouncement } from '../statements.ts';
import type { DeskResidencesDeps } from './deps.ts';
import { changedBy, changedNames, changing, reading, requireReach, residenceWithin } from './reach.ts';

const everyAnnouncement = statement()((db) =>
  db.selectFrom('announcements').select(announcementColumns).orderBy('title').orderBy('id'),
);
const announcementsOf = statement<{ establishmentId: number }>()((db, p) =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'open'])
    .where('establishment_id', '=', p.establishmentId)
    .orderBy('id'),
);
const announcementById = statement<{ id: number }>()((db, p, dialect) => {
  const found = db.selectFrom('announcements').select(announcementColumns).where('id', '=', p.id);
  return dialect.forUpdate(found);
});
/** The applications that the lists show. */
const applicationsFor = rawStatement<{ ids: readonly number[] }, { id: number; count: number }>(
  (p, dialect) => sql`
    select announcement_id as id, count(*) as count from entries
    where ${dialect.idIn('announcement_id', p.ids)} and announcement_id is not null
      and test = 0 and spam = 0 and duplicate_of is null and restriction is null
    group by announcement_id`,
);
// Imports choose their own ids, so a sequence would collide: the lock serialises taking the next id.
const lockAnnouncements = rawStatement<Record<never, never>, unknown>((_, dialect) =>
  dialect.lockTable('announcements'),
);
const lastAnnouncement = statement()((db) =>
  db.selectFrom('announcements').select((eb) => eb.fn.max('id').as('id')),
);
const updateAnnouncement = statement<{ id: number; title: string; open: Flag }>()((db, p) =>
  db.updateTable('announcements').set({ title: p.title, open: p.open }).where('id', '=', p.id),
);

const title = Type.String({ maxLength: longestText });
const isOpen = Type.Boolean();
const listAllAnnouncements = deskRoute('listAllAnnouncements', 'GET /desk/announcements', {
  ...reading,
  async run({ database: { read } }: DeskResidencesDeps, { by }) {
    const reach = reachOf(by.grants, reading.right);
    const found = await read.all(everyAnnouncement, {});
    return {
      data: found
        .filter(({ establishmentId }) => isWithin(reach, establishmentId))
        .map((one) => ({ ...one, open: one.open === 1 })),
    };
  },
});

const listAnnouncements = deskRoute('listAnnouncements', 'GET /desk/establishments/:id/announcements', {
  ...reading,
  async run({ database: { read, background } }: DeskResidencesDeps, { by, id: establishmentId }) {
    await residenceWithin(read, reachOf(by.grants, reading.right), establishmentId);
    const rows = await read.all(announcementsOf, { establishmentId });
    const mayCount = isWithin(reachOf(by.grants, 'applications.read'), establishmentId);
    const ids = rows.map(({ id }) => id);
    const counts = mayCount ? await background.all(applicationsFor, { ids }) : [];
    const applications = new Map(counts.map(({ id, count }) => [id, count]));
    return {
      data: rows.map((row) => ({
        ...row,
        open: row.open === 1,
        applications: mayCount ? (applications.get(row.id) ?? 0) : null,
      })),
    };
  },
});

const addAnnouncement = deskWrite('addAnnouncement', 'POST /desk/establishments/:id/announcements', {
  ...changing,
  body: exactly({ title, open: Type.Optional(isOpen) }),
  async run(tx, { by, id: establishmentId, title: typed, open = true }, { record }) {
    await residenceWithin(tx, changedBy(by), establishmentId);
    await tx.run(lockAnnouncements, {});
    const id = ((await tx.first(lastAnnouncement, {}))?.id ?? 0) + 1;
    await tx.run(insertAnnouncement, { id, establishmentId, title: typed, open: open ? 1 : 0 });
    await record({ action: 'added', subject: 'announcement', subjectId: id, detail: { establishmentId } });
    return { id, title: typed, open };
  },
});

const changeAnnouncement = deskWrite('changeAnnouncement', 'PATCH /desk/announcements/:id', {
  ...changing,
  body: exactly({ title: Type.Optional(title), open: Type.Optional(isOpen) }, { minProperties: 1 }),
  async run(tx, { by, id, ...typed }, { record }) {
    const { establishmentId: _, ...row } = requireReach(
      changedBy(by),
      await tx.first(announcementById, { id }),
      ({ establishmentId }) => establishmentId,
    );
    const before = { ...row, open: row.open === 1 };
    const after = { ...before, ...typed };
    const changed = changedNames(before, after);
    if (changed.length === 0) return before;
    await tx.run(updateAnnouncement, { ...after, open: after.open ? 1 : 0 });
    await record({ action: 'changed', subject: 'announcement', subjectId: id, detail: { changed } });
    return after;
  },
});

/** Job offers of residences. */
export const announcementRoutes = [
  listAnnouncements,
  addAnnouncement,
  changeAnnouncement,
  listAllAnnouncements,
] as const;
