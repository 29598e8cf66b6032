import { auditedOperation } from '../../access/audit.ts';
import { listUsers } from '../../access/users.ts';
import { type AssignmentRule, mayOwn } from '../../entries/create/assignment.ts';
import type { Target } from '../../follow-up/targets.ts';
import { pick } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';

const deleteRule = statement<{ establishmentId: number }>()((db, p) =>
  db.deleteFrom('assignment_rules').where('establishment_id', '=', p.establishmentId),
);
const insertRule = statement<AssignmentRule>()((db, p) =>
  db
    .insertInto('assignment_rules')
    .values(pick(p, ['establishment_id', 'mode', 'user_id', 'last_user_id'] as const)),
);

export interface AssignmentChange {
  readonly establishmentId: number;
  readonly mode: 'none' | 'user' | 'turn';
  readonly userId: number | null;
}

/** Replaces a residence's rule. Rejects with a `ValidationError` for a user who may not change its entries. */
export const changeAssignment = auditedOperation(
  'changeAssignment',
  async (tx, { establishmentId, mode, userId }: AssignmentChange, { record }) => {
    if ((mode === 'user') !== (userId !== null))
      throw new ValidationError('userId', 'expected a user for the mode `user`, and only for it');
    const user = (await listUsers(tx)).find(({ id }) => id === userId);
    if (
      userId !== null &&
      (user === undefined || !mayOwn(user, { kind: 'commercial', type: null }, establishmentId))
    )
      throw new ValidationError('userId', `no user who may change entries there has the id ${userId}`);
    await tx.run(deleteRule, { establishmentId });
    if (mode !== 'none')
      await tx.run(insertRule, {
        establishment_id: establishmentId,
        mode,
        user_id: userId,
        last_user_id: null,
      });
    await record({
      action: 'changed',
      subject: 'establishment',
      subjectId: establishmentId,
      detail: { changed: ['assignment'] },
    });
  },
);

const deleteTarget = statement<{ groupId: number | null; establishmentId: number | null }>()((db, p) =>
  db
    .deleteFrom('targets')
    .where('group_id', 'is not distinct from', p.groupId)
    .where('establishment_id', 'is not distinct from', p.establishmentId),
);
const insertTarget = statement<{
  groupId: number | null;
  establishmentId: number | null;
  firstCallMinutes: number;
  afterVisitDays: number;
  staleDays: number;
}>()((db, p) =>
  db.insertInto('targets').values({
    group_id: p.groupId,
    establishment_id: p.establishmentId,
    first_call_minutes: p.firstCallMinutes,
    after_visit_days: p.afterVisitDays,
    stale_days: p.staleDays,
  }),
);
const groupExists = statement<{ id: number }>()((db, p) =>
  db.selectFrom('groups').select('id').where('id', '=', p.id),
);
const residenceExists = statement<{ id: number }>()((db, p) =>
  db.selectFrom('establishments').select('id').where('id', '=', p.id),
);

export interface TargetChange {
  readonly groupId: number | null;
  readonly establishmentId: number | null;
  /** Null: no target of its own. */
  readonly target: Target | null;
}

/** Sets the targets of a residence, of a group, or without either of all. */
export const changeTarget = auditedOperation(
  'changeTarget',
  async (tx, { groupId, establishmentId, target }: TargetChange, { record }) => {
    if (groupId !== null && establishmentId !== null)
      throw new ValidationError('groupId', 'expected a group or a residence, not both');
    if (groupId !== null && (await tx.first(groupExists, { id: groupId })) === undefined)
      throw new ValidationError('groupId', `no group has the id ${groupId}`);
    if (establishmentId !== null && (await tx.first(residenceExists, { id: establishmentId })) === undefined)
      throw new ValidationError('establishmentId', `no residence has the id ${establishmentId}`);
    await tx.run(deleteTarget, { groupId, establishmentId });
    if (target !== null) await tx.run(insertTarget, { groupId, establishmentId, ...target });
    const subject =
      establishmentId !== null
        ? ({ subject: 'establishment', subjectId: establishmentId } as const)
        : groupId !== null
          ? ({ subject: 'group', subjectId: groupId } as const)
          : ({ subject: 'establishment' } as const);
    await record({ action: 'changed', ...subject, detail: { changed: ['targets'] } });
  },
);
