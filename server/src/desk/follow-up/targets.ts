import Type from 'typebox';
import { reachOf } from '../../access/roles.ts';
import { integer } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { ResidenceId } from '../../entries/residence.ts';
import { defaultTarget, targetOf } from '../../follow-up/targets.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { insert } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';

const days = integer({ minimum: 1, maximum: 365 });
const Target = exactly({
  firstCallMinutes: integer({ minimum: 1, maximum: 9 * 60 * 30 }),
  afterVisitDays: days,
  staleDays: days,
});

const listTargets = deskRoute('listTargets', 'GET /desk/targets', {
  right: 'residences.read',
  run: ({ database }: DeskDeps) => targetsOf(database.background),
});

const putTargets = deskWrite('putTargets', 'PUT /desk/targets', {
  right: 'residences.change',
  body: exactly({
    groupId: Type.Optional(orNull(integer({ minimum: 1 }))),
    establishmentId: Type.Optional(orNull(ResidenceId)),
    target: orNull(Target),
  }),
  async run(tx, { groupId = null, establishmentId = null, target, by }, { record }) {
    if (reachOf(by.grants, 'residences.change') !== 'everywhere')
      throw new RequestError('FORBIDDEN', 'targets: only for who may change every residence');
    if (groupId !== null && establishmentId !== null)
      throw new ValidationError('groupId', 'expected a group or a residence, not both');
    const one =
      establishmentId !== null
        ? ({
            field: 'establishmentId',
            table: 'establishments',
            name: 'residence',
            id: establishmentId,
          } as const)
        : groupId !== null
          ? ({ field: 'groupId', table: 'groups', name: 'group', id: groupId } as const)
          : undefined;
    if (one !== undefined) {
      const { field, table, name, id } = one;
      const found = await tx.first(query((db) => db.selectFrom(table).select('id').where('id', '=', id)));
      if (found === undefined) throw new ValidationError(field, `no ${name} has the id ${id}`);
    }
    await tx.run(
      query((db) =>
        db
          .deleteFrom('targets')
          .where('group_id', 'is not distinct from', groupId)
          .where('establishment_id', 'is not distinct from', establishmentId),
      ),
    );
    if (target !== null)
      await insert(tx, 'targets', {
        ...{ group_id: groupId, establishment_id: establishmentId },
        first_call_minutes: target.firstCallMinutes,
        after_visit_days: target.afterVisitDays,
        stale_days: target.staleDays,
      });
    const subject = one?.name === 'group' ? 'group' : 'establishment';
    const detail = { changed: ['targets'] };
    await record({ action: 'changed', subject, ...(one && { subjectId: one.id }), detail });
    return targetsOf(tx);
  },
});

/** Within which times leads are to be followed up. */
export const targetRoutes = [listTargets, putTargets] as const;

async function targetsOf(read: Queries) {
  const rows = await read.all(query((db) => db.selectFrom('targets').selectAll().orderBy('id')));
  return {
    defaults: defaultTarget,
    data: rows.map((row) => ({
      groupId: row.group_id,
      establishmentId: row.establishment_id,
      ...targetOf(row),
    })),
  };
}
