import Type from 'typebox';
import { type EntryClass, isWithin, reachOf } from '../../access/roles.ts';
import { listUsers } from '../../access/users.ts';
import { parisDay } from '../../clock.ts';
import { integer, largestEstablishmentId } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { mayOwn, takesTurns, usersAway } from '../../entries/create/assignment.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';

const mode = Type.Enum(['none', 'user', 'turn'], { type: 'string' });
const lead = { kind: 'commercial', type: null } as const satisfies EntryClass;

const changing = { right: 'residences.change' } as const;

const showAssignment = deskRoute('showAssignment', 'GET /desk/establishments/:id/assignment', {
  ...changing,
  async run({ database: { background }, clock }: DeskDeps, { id, by }) {
    await requireReachable(background, id, by);
    return assignmentOf(background, id, parisDay(clock()));
  },
});

const putAssignment = deskWrite('putAssignment', 'PUT /desk/establishments/:id/assignment', {
  ...changing,
  body: exactly({
    mode,
    userId: Type.Optional(orNull(integer({ minimum: 1 }))),
  }),
  async run(tx, { id: establishmentId, mode: chosen, userId = null, by }, { now, record }) {
    await requireReachable(tx, establishmentId, by);
    if ((chosen === 'user') !== (userId !== null))
      throw new ValidationError('userId', 'expected a user for the mode `user`, and only for it');
    const user = (await listUsers(tx)).find(({ id }) => id === userId);
    if (userId !== null && (user === undefined || !mayOwn(user, lead, establishmentId)))
      throw new ValidationError('userId', `no user who may change entries there has the id ${userId}`);
    await tx.run(
      query((db) => db.deleteFrom('assignment_rules').where('establishment_id', '=', establishmentId)),
    );
    const rule = { establishment_id: establishmentId, user_id: userId, last_user_id: null };
    if (chosen !== 'none')
      await tx.run(query((db) => db.insertInto('assignment_rules').values({ ...rule, mode: chosen })));
    const detail = { changed: ['assignment'] };
    await record({ action: 'changed', subject: 'establishment', subjectId: establishmentId, detail });
    return assignmentOf(tx, establishmentId, parisDay(now));
  },
});

/** To whom new entries of a residence are given. */
export const assignmentRoutes = [showAssignment, putAssignment] as const;

/** Throws the same 404 for a residence that is unknown and one out of reach. */
async function requireReachable(read: Queries, id: number, by: DeskActor): Promise<void> {
  const isThere =
    id <= largestEstablishmentId &&
    (await read.first(query((db) => db.selectFrom('establishments').select('id').where('id', '=', id)))) !==
      undefined;
  if (!isThere || !isWithin(reachOf(by.grants, changing.right), id))
    throw new RequestError('NOTFOUND', 'path: there is nothing here');
}

async function assignmentOf(read: Queries, id: number, today: Day) {
  const rule = await read.first(
    query((db) => db.selectFrom('assignment_rules').selectAll().where('establishment_id', '=', id)),
  );
  const away = await usersAway(read, today);
  return {
    mode: rule?.mode ?? ('none' as const),
    userId: rule?.user_id ?? null,
    candidates: (await listUsers(read))
      .filter((user) => mayOwn(user, lead, id))
      .map((user) => ({
        id: user.id,
        name: user.name,
        away: away.has(user.id),
        inTurn: takesTurns(user, lead, id),
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'fr') || a.id - b.id),
  };
}
