import { sql } from 'kysely';
import Type from 'typebox';
import { isWithin, reachOf } from '../../access/roles.ts';
import { longestText } from '../../contract/fields.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite, type WriteDeps } from '../../http/desk-route.ts';
import { changedNames, insert, nextId, update } from '../../store/rows.ts';
import { bind, dynamicStatement, query } from '../../store/statement.ts';
import { changedBy, changing, reading, requireReach, requireResidence } from './reach.ts';

const fields = { title: Type.String({ maxLength: longestText }), open: Type.Boolean() };
const columns = ['id', 'establishment_id as establishmentId', 'title', 'open'] as const;

/** The applications that the lists show. */
const applicationsFor = (ids: readonly number[]) =>
  dynamicStatement(
    (_, { idIn }) => sql<{ id: number; count: number }>`
      select announcement_id as id, count(*) as count from entries
      where ${idIn('announcement_id', bind(ids))} and announcement_id is not null
        and test = 0 and spam = 0 and duplicate_of is null and restriction is null
      group by announcement_id`,
  );

const listAllAnnouncements = deskRoute('listAllAnnouncements', 'GET /desk/announcements', {
  ...reading,
  async run({ database: { read } }: WriteDeps, { by }) {
    const reach = reachOf(by.grants, reading.right);
    const found = await read.all(
      query((db) => db.selectFrom('announcements').select(columns).orderBy('title').orderBy('id')),
    );
    return {
      data: found
        .filter(({ establishmentId }) => isWithin(reach, establishmentId))
        .map((one) => ({ ...one, open: one.open === 1 })),
    };
  },
});

const listAnnouncements = deskRoute('listAnnouncements', 'GET /desk/establishments/:id/announcements', {
  ...reading,
  async run({ database: { read, background } }: WriteDeps, { by, id: establishmentId }) {
    await requireResidence(read, reachOf(by.grants, reading.right), establishmentId);
    const rows = await read.all(
      query((db) =>
        db
          .selectFrom('announcements')
          .select(['id', 'title', 'open'])
          .where('establishment_id', '=', establishmentId)
          .orderBy('id'),
      ),
    );
    const mayCount = isWithin(reachOf(by.grants, 'applications.read'), establishmentId);
    const counts = mayCount ? await background.all(applicationsFor(rows.map(({ id }) => id))) : [];
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
  body: exactly({ title: fields.title, open: Type.Optional(fields.open) }),
  async run(tx, { by, id: establishmentId, title, open = true }, { record }) {
    await requireResidence(tx, changedBy(by), establishmentId);
    // Two that are added at once would get the same id.
    await tx.run(dynamicStatement((_, { lockTable }) => lockTable('announcements')));
    const id = await nextId(tx, 'announcements');
    await insert(tx, 'announcements', { id, establishment_id: establishmentId, title, open });
    await record({ action: 'added', subject: 'announcement', subjectId: id, detail: { establishmentId } });
    return { id, title, open };
  },
});

const changeAnnouncement = deskWrite('changeAnnouncement', 'PATCH /desk/announcements/:id', {
  ...changing,
  body: exactly(Type.Partial(Type.Object(fields)).properties, { minProperties: 1 }),
  async run(tx, { by, id, ...typed }, { record }) {
    const found = await tx.first(
      query((db, { forUpdate }) =>
        forUpdate(db.selectFrom('announcements').select(columns).where('id', '=', id)),
      ),
    );
    const { title, open } = requireReach(changedBy(by), found);
    const before = { title, open: open === 1 };
    const after = { ...before, ...typed };
    const changed = changedNames(before, after);
    if (changed.length > 0) {
      await update(tx, 'announcements', id, after);
      await record({ action: 'changed', subject: 'announcement', subjectId: id, detail: { changed } });
    }
    return { id, ...after };
  },
});

/** Job offers of residences. */
export const announcementRoutes = [
  listAnnouncements,
  addAnnouncement,
  changeAnnouncement,
  listAllAnnouncements,
] as const;
