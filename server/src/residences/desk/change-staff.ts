import { auditedOperation } from '../../access/audit.ts';
import type { Reach } from '../../access/roles.ts';
import { statement } from '../../store/statement.ts';
import type { Flag } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { findResidence } from './queries.ts';
import { notFound, requireReach } from './reach.ts';

/** A row of `staff`. */
export type MemberValues = { name: string; job: string; medical: Flag; doctor: Flag; active: Flag };

/** A member of the staff of a residence. */
export interface Member {
  readonly name: string;
  readonly job: string;
  readonly medical: boolean;
  readonly doctor: boolean;
  readonly active: boolean;
}

export const memberColumns = ['id', 'name', 'job', 'medical', 'doctor', 'active'] as const;
const fields = ['name', 'job', 'medical', 'doctor', 'active'] as const;

const memberById = statement<{ id: number }>()((db, p, dialect) => {
  const found = db
    .selectFrom('staff')
    .select([...memberColumns, 'establishment_id as establishmentId'])
    .where('id', '=', p.id);
  return dialect.forUpdate(found);
});
const insertMember = statement<MemberValues & { establishmentId: number }>()((db, p) =>
  db
    .insertInto('staff')
    .values({
      establishment_id: p.establishmentId,
      name: p.name,
      job: p.job,
      medical: p.medical,
      doctor: p.doctor,
      active: p.active,
    })
    .returning('id'),
);
const updateMember = statement<MemberValues & { id: number }>()((db, p) =>
  db
    .updateTable('staff')
    .set({ name: p.name, job: p.job, medical: p.medical, doctor: p.doctor, active: p.active })
    .where('id', '=', p.id),
);

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
    const row = await tx.first(insertMember, { ...stored(added), establishmentId });
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
    await tx.run(updateMember, { ...stored(changedTo), id });
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

/** The member in a row. */
export function memberOf({ name, job, medical, doctor, active }: MemberValues): Member {
  return { name, job, medical: medical === 1, doctor: doctor === 1, active: active === 1 };
}

function stored({ name, job, medical, doctor, active }: Member): MemberValues {
  return { name, job, medical: medical ? 1 : 0, doctor: doctor ? 1 : 0, active: active ? 1 : 0 };
}
