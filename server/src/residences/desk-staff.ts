import Type from 'typebox';
import { recordAudit } from '../access/audit.ts';
import { longestName } from '../contract/fields.ts';
import { forUpdate, statement } from '../database/statement.ts';
import type { Flag } from '../database/tables.ts';
import type { App } from '../http/app-type.ts';
import { auditBy } from '../http/desk-access.ts';
import { deskErrors, exactly, IdPath } from '../http/desk-answers.ts';
import { Problem } from '../reading/problem.ts';
import type { DeskResidencesDeps } from './desk-deps.ts';
import { findResidence } from './desk-queries.ts';
import { notThere, requireReach } from './desk-reach.ts';

type MemberValues = { name: string; job: string; medical: Flag; doctor: Flag; active: Flag };

const columns = ['id', 'name', 'job', 'medical', 'doctor', 'active'] as const;
const staffOf = statement<{ establishmentId: number }>()((db, p) =>
  db
    .selectFrom('staff')
    .select(columns)
    .where('establishment_id', '=', p.establishmentId)
    .orderBy('name')
    .orderBy('id'),
);
const memberById = statement<{ id: number }>()((db, p, engine) => {
  const found = db
    .selectFrom('staff')
    .select([...columns, 'establishment_id as establishmentId'])
    .where('id', '=', p.id);
  return forUpdate(found, engine);
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

const member = {
  name: Type.String({ maxLength: longestName }),
  job: Type.String({ maxLength: longestName }),
  medical: Type.Boolean({ description: 'Doctors are medical staff too.' }),
  doctor: Type.Boolean(),
  active: Type.Boolean({ description: 'Whether the main API counts them.' }),
};
export const Member = Type.Object({ id: Type.Integer(), ...member });
const NewMember = exactly({
  name: member.name,
  job: member.job,
  medical: Type.Optional(member.medical),
  doctor: Type.Optional(member.doctor),
  active: Type.Optional(member.active),
});
const MemberChange = exactly(
  {
    name: Type.Optional(member.name),
    job: Type.Optional(member.job),
    medical: Type.Optional(member.medical),
    doctor: Type.Optional(member.doctor),
    active: Type.Optional(member.active),
  },
  { minProperties: 1 },
);
interface Member {
  readonly name: string;
  readonly job: string;
  readonly medical: boolean;
  readonly doctor: boolean;
  readonly active: boolean;
}
const fields = ['name', 'job', 'medical', 'doctor', 'active'] as const;

const tags = ['Residences'];
const changing = { desk: 'residences.change', readsBody: true } as const;

/** The staff of residences, whom the main API counts. */
export function deskStaffRoutes(scope: App, { database, clock }: DeskResidencesDeps): void {
  scope.get(
    '/desk/establishments/:id/staff',
    {
      config: { desk: 'residences.read' },
      schema: {
        tags,
        summary: 'List the staff of a residence, by name',
        params: IdPath,
        response: { 200: Type.Object({ data: Type.Array(Member) }), ...deskErrors },
      },
    },
    async (request) => {
      const residence = await findResidence(database.read, request.params.id);
      requireReach(request, 'residences.read', residence);
      const rows = await database.read.all(staffOf, { establishmentId: residence.id });
      return { data: rows.map((row) => ({ id: row.id, ...shown(row) })) };
    },
  );

  scope.post(
    '/desk/establishments/:id/staff',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add somebody to the staff of a residence',
        params: IdPath,
        body: NewMember,
        response: { 200: Member, ...deskErrors },
      },
    },
    async (request) =>
      database.transaction(async (tx) => {
        const residence = await findResidence(tx, request.params.id);
        requireReach(request, 'residences.change', residence);
        const added = after({ name: '', job: '', medical: false, doctor: false, active: true }, request.body);
        const row = await tx.first(insertMember, { ...stored(added), establishmentId: residence.id });
        if (row === undefined) throw new Error('The new member of staff has no id');
        await recordAudit(tx, {
          ...auditBy(request, clock()),
          action: 'added',
          subject: 'staff',
          subjectId: row.id,
          detail: { establishmentId: residence.id },
        });
        return { id: row.id, ...added };
      }),
  );

  scope.patch(
    '/desk/staff/:id',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Change a member of staff',
        description: 'Who has left is no longer active.',
        params: IdPath,
        body: MemberChange,
        response: { 200: Member, ...deskErrors },
      },
    },
    async (request) =>
      database.transaction(async (tx) => {
        const row = await tx.first(memberById, { id: request.params.id });
        if (row === undefined) throw notThere();
        requireReach(request, 'residences.change', { id: row.establishmentId });
        const before = shown(row);
        const changedTo = after(before, request.body);
        const changed = fields.filter((field) => changedTo[field] !== before[field]);
        if (changed.length === 0) return { id: row.id, ...before };
        await tx.run(updateMember, { ...stored(changedTo), id: row.id });
        await recordAudit(tx, {
          ...auditBy(request, clock()),
          action: 'changed',
          subject: 'staff',
          subjectId: row.id,
          detail: { changed },
        });
        return { id: row.id, ...changedTo };
      }),
  );
}

/** A doctor is medical staff, unless somebody says otherwise: that is a mistake. */
function after(before: Member, change: { readonly [F in keyof Member]?: Member[F] }): Member {
  const changed = { ...before, ...change };
  if (!changed.doctor) return changed;
  if (change.medical === false) throw new Problem('medical', 'expected true: a doctor is medical staff too');
  return { ...changed, medical: true };
}

function shown({ name, job, medical, doctor, active }: MemberValues): Member {
  return { name, job, medical: medical === 1, doctor: doctor === 1, active: active === 1 };
}

function stored({ name, job, medical, doctor, active }: Member): MemberValues {
  return { name, job, medical: medical ? 1 : 0, doctor: doctor ? 1 : 0, active: active ? 1 : 0 };
}
