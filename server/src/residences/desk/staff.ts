import Type, { type Static } from 'typebox';
import { reachOf } from '../../access/roles.ts';
import { longestName } from '../../contract/fields.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import {
  insertMember,
  type Member as MemberFields,
  memberColumns,
  memberOf,
  memberValues,
  updateMember,
} from '../statements.ts';
import type { DeskResidencesDeps } from './deps.ts';
import { changedBy, changedNames, changing, reading, requireReach, residenceWithin } from './reach.ts';

const staffOf = statement<{ establishmentId: number }>()((db, p) =>
  db
    .selectFrom('staff')
    .select(memberColumns)
    .where('establishment_id', '=', p.establishmentId)
    .orderBy('name')
    .orderBy('id'),
);
const memberById = statement<{ id: number }>()((db, p, dialect) => {
  const found = db.selectFrom('staff').select(memberColumns).where('id', '=', p.id);
  return dialect.forUpdate(found);
});

const member = {
  name: Type.String({ maxLength: longestName }),
  job: Type.String({ maxLength: longestName }),
  medical: Type.Boolean(),
  doctor: Type.Boolean(),
  active: Type.Boolean(),
};
const optional = Type.Partial(Type.Object(member)).properties;
const Change = exactly(optional, { minProperties: 1 });

const listStaff = deskRoute('listStaff', 'GET /desk/establishments/:id/staff', {
  ...reading,
  async run({ database: { read } }: DeskResidencesDeps, { by, id: establishmentId }) {
    await residenceWithin(read, reachOf(by.grants, reading.right), establishmentId);
    const rows = await read.all(staffOf, { establishmentId });
    return { data: rows.map((row) => ({ id: row.id, ...memberOf(row) })) };
  },
});

const addMember = deskWrite('addMember', 'POST /desk/establishments/:id/staff', {
  ...changing,
  body: exactly({ ...optional, name: member.name, job: member.job }),
  async run(tx, { by, id: establishmentId, ...typed }, { record }) {
    await residenceWithin(tx, changedBy(by), establishmentId);
    const added = after({ name: '', job: '', medical: false, doctor: false, active: true }, typed);
    const row = await tx.first(insertMember, { ...memberValues(added), establishmentId });
    if (row === undefined) throw new Error('The new member of staff has no id');
    await record({ action: 'added', subject: 'staff', subjectId: row.id, detail: { establishmentId } });
    return { id: row.id, ...added };
  },
});

const changeMember = deskWrite('changeMember', 'PATCH /desk/staff/:id', {
  ...changing,
  body: Change,
  async run(tx, { by, id, ...typed }, { record }) {
    const row = requireReach(
      changedBy(by),
      await tx.first(memberById, { id }),
      ({ establishmentId }) => establishmentId,
    );
    const before = memberOf(row);
    const changedTo = after(before, typed);
    const changed = changedNames(before, changedTo);
    if (changed.length === 0) return { id, ...before };
    await tx.run(updateMember, { ...row, ...memberValues(changedTo) });
    await record({ action: 'changed', subject: 'staff', subjectId: id, detail: { changed } });
    return { id, ...changedTo };
  },
});

/** The staff of residences, which the main API counts. */
export const staffRoutes = [listStaff, addMember, changeMember] as const;

/** A doctor counts as medical staff; saying otherwise explicitly is an error. */
function after(before: MemberFields, typed: Static<typeof Change>): MemberFields {
  const changed = { ...before, ...typed };
  if (!changed.doctor) return changed;
  if (typed.medical === false)
    throw new ValidationError('medical', 'expected true: a doctor is medical staff too');
  return { ...changed, medical: true };
}
