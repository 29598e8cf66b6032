import Type, { type Static } from 'typebox';
import { reachOf } from '../../access/roles.ts';
import { longestName } from '../../contract/fields.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite, type WriteDeps } from '../../http/desk-route.ts';
import { changedNames, insert, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
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
    const added = after({ name: '', job: '', medical: false, doctor: false, active: true }, typed);
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
    const changedTo = after(before, typed);
    const changed = changedNames(before, changedTo);
    if (changed.length > 0) {
      await update(tx, 'staff', id, changedTo);
      await record({ action: 'changed', subject: 'staff', subjectId: id, detail: { changed } });
    }
    return { id, ...changedTo };
  },
});

/** The staff of residences, which the main API counts. */
export const staffRoutes = [listStaff, addMember, changeMember] as const;

function memberOf({ name, job, medical, doctor, active }: Omit<Tables['staff'], 'id'>): Member {
  return { name, job, medical: medical === 1, doctor: doctor === 1, active: active === 1 };
}

/** A doctor counts as medical staff; saying otherwise explicitly is an error. */
function after(before: Member, typed: Partial<Member>): Member {
  const changed = { ...before, ...typed };
  if (!changed.doctor) return changed;
  if (typed.medical === false)
    throw new ValidationError('medical', 'expected true: a doctor is medical staff too');
  return { ...changed, medical: true };
}
