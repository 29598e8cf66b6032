import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { isWithin, reachOf } from '../../access/roles.ts';
import { longestName, longestText } from '../../contract/fields.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite, type WriteDeps } from '../../http/desk-route.ts';
import { changedNames, insert, nextId, update } from '../../store/rows.ts';
import { bind, dynamicStatement, query } from '../../store/statement.ts';
import type { Tables } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { changedBy, changing, reading, requireReach, requireResidence } from './reach.ts';

const member = {
  name: Type.String({ maxLength: longestName }),
  job: Type.String({ maxLength: longestName }),
  medical: Type.Boolean(),
  doctor: Type.Boolean(),
  active: Type.Boolean(),
};
type Member = Static<ReturnType<typeof Type.Object<typeof member>>>;
const optional = Type.Partial(Type.Object(member)).properties;

const listStaff = deskRoute('listStaff', 'GET /desk/establishments/:id/staff', {
  ...reading,
  async run({ database: { read } }: WriteDeps, { by, id }) {
    await requireResidence(read, reachOf(by.grants, reading.right), id);
    const rows = await read.all(
      query((db) =>
        db.selectFrom('staff').selectAll().where('establishment_id', '=', id).orderBy('name').orderBy('id'),
      ),
    );
    return { data: rows.map((row) => ({ id: row.id, ...memberOf(row) })) };
  },
});

const addMember = deskWrite('addMember', 'POST /desk/establishments/:id/staff', {
  ...changing,
  body: exactly({ ...optional, name: member.name, job: member.job }),
  async run(tx, { by, id: establishmentId, ...typed }, { record }) {
    await requireResidence(tx, changedBy(by), establishmentId);
    const added = memberAfter({ name: '', job: '', medical: false, doctor: false, active: true }, typed);
    const id = await insert(tx, 'staff', { establishment_id: establishmentId, ...added });
    await record({ action: 'added', subject: 'staff', subjectId: id, detail: { establishmentId } });
    return { id, ...added };
  },
});

const changeMember = deskWrite('changeMember', 'PATCH /desk/staff/:id', {
  ...changing,
  body: exactly(optional, { minProperties: 1 }),
  async run(tx, { by, id, ...typed }, { record }) {
    const found = await tx.first(
      query((db, { forUpdate }) =>
        forUpdate(
          db
            .selectFrom('staff')
            .selectAll()
            .select('establishment_id as establishmentId')
            .where('id', '=', id),
        ),
      ),
    );
    const before = memberOf(requireReach(changedBy(by), found));
    const changedTo = memberAfter(before, typed);
    const changed = changedNames(before, changedTo);
    if (changed.length > 0) {
      await update(tx, 'staff', id, changedTo);
      await record({ action: 'changed', subject: 'staff', subjectId: id, detail: { changed } });
    }
    return { id, ...changedTo };
  },
});

function memberOf({ name, job, medical, doctor, active }: Omit<Tables['staff'], 'id'>): Member {
  return { name, job, medical: medical === 1, doctor: doctor === 1, active: active === 1 };
}

/** A doctor counts as medical staff; saying otherwise explicitly is an error. */
function memberAfter(before: Member, typed: Partial<Member>): Member {
  const changed = { ...before, ...typed };
  if (!changed.doctor) return changed;
  if (typed.medical === false)
    throw new ValidationError('medical', 'expected true: a doctor is medical staff too');
  return { ...changed, medical: true };
}

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

/** The staff of residences, which the main API counts, and their job offers. */
export const partRoutes = [
  listStaff,
  addMember,
  changeMember,
  listAnnouncements,
  addAnnouncement,
  changeAnnouncement,
  listAllAnnouncements,
] as const;
