import { auditedOperation } from '../../access/audit.ts';
import type { Reach } from '../../access/roles.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import {
  insertMember,
  type Member,
  memberColumns,
  memberOf,
  memberValues,
  updateMember,
} from '../statements.ts';
import { findResidence } from './queries.ts';
import { notFound, requireReach } from './reach.ts';

const fields = ['name', 'job', 'medical', 'doctor', 'active'] as const;

const memberById = statement<{ id: number }>()((db, p, dialect) => {
  const found = db.selectFrom('staff').select(memberColumns).where('id', '=', p.id);
  return dialect.forUpdate(found);
});

interface MemberChange {
  /** The residence's id when adding, the member's when changing. */
  readonly id: number;
  readonly reach: Reach;
  /** Absent fields stay unchanged. */
  readonly change: { readonly [F in keyof Member]?: Member[F] };
}

/** Adds a member to the staff of a residence. */
export const addMember = auditedOperation(
  'addMember',
  async (tx, { id: establishmentId, reach, change }: MemberChange, { record }) => {
    requireReach(reach, await findResidence(tx, establishmentId));
    const added = after({ name: '', job: '', medical: false, doctor: false, active: true }, change);
    const row = await tx.first(insertMember, { ...memberValues(added), establishmentId });
    if (row === undefined) throw new Error('The new member of staff has no id');
    await record({ action: 'added', subject: 'staff', subjectId: row.id, detail: { establishmentId } });
    return { id: row.id, ...added };
  },
);

/** Returns the changed member. */
export const changeMember = auditedOperation(
  'changeMember',
  async (tx, { id, reach, change }: MemberChange, { record }) => {
    const row = await tx.first(memberById, { id });
    if (row === undefined) throw notFound();
    requireReach(reach, { id: row.establishmentId });
    const before = memberOf(row);
    const changedTo = after(before, change);
    const changed = fields.filter((field) => changedTo[field] !== before[field]);
    if (changed.length === 0) return { id, ...before };
    await tx.run(updateMember, { ...row, ...memberValues(changedTo) });
    await record({ action: 'changed', subject: 'staff', subjectId: id, detail: { changed } });
    return { id, ...changedTo };
  },
);

/** A doctor counts as medical staff; saying otherwise explicitly is an error. */
function after(before: Member, change: MemberChange['change']): Member {
  const changed = { ...before, ...change };
  if (!changed.doctor) return changed;
  if (change.medical === false)
    throw new ValidationError('medical', 'expected true: a doctor is medical staff too');
  return { ...changed, medical: true };
}
