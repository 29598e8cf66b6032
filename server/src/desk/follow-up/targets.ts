import Type, { type Static } from 'typebox';
import { reachOf } from '../../access/roles.ts';
import { integer } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { defaultTarget, targetOf } from '../../follow-up/targets.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { ResidenceId } from '../residence.ts';

const minutes = { minimum: 1, maximum: 9 * 60 * 30 };
const days = { minimum: 1, maximum: 365 };
const targetProperties = {
  firstCallMinutes: integer({
    ...minutes,
  }),
  afterVisitDays: integer({ ...days }),
  staleDays: integer({ ...days }),
};
const Targets = Type.Object({
  defaults: Type.Object(targetProperties),
  data: Type.Array(
    Type.Object({
      groupId: orNull(Type.Integer()),
      establishmentId: orNull(Type.Integer()),
      ...targetProperties,
    }),
  ),
});

const allTargets = statement()((db) => db.selectFrom('targets').selectAll().orderBy('id'));
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

const listTargets = deskRoute('listTargets', 'GET /desk/targets', {
  right: 'residences.read',
  run: ({ database }: DeskDeps) => targetsOf(database.background),
});

const putTargets = deskWrite('putTargets', 'PUT /desk/targets', {
  right: 'residences.change',
  body: exactly({
    groupId: Type.Optional(orNull(integer({ minimum: 1 }))),
    establishmentId: Type.Optional(orNull(ResidenceId)),
    target: orNull(exactly(targetProperties)),
  }),
  async run(tx, { groupId = null, establishmentId = null, target, by }, { record }) {
    if (reachOf(by.grants, 'residences.change') !== 'everywhere')
      throw new RequestError('FORBIDDEN', 'targets: only for who may change every residence');
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
    return targetsOf(tx);
  },
});

/** Within which times leads are to be followed up. */
export const targetRoutes = [listTargets, putTargets] as const;

async function targetsOf(read: Queries): Promise<Static<typeof Targets>> {
  const rows = await read.all(allTargets, {});
  return {
    defaults: defaultTarget,
    data: rows.map((row) => ({
      groupId: row.group_id,
      establishmentId: row.establishment_id,
      ...targetOf(row),
    })),
  };
}
