import Type, { type Static } from 'typebox';
import { type EntryClass, isWithin, reachOf } from '../../access/roles.ts';
import { listUsers } from '../../access/users.ts';
import { parisDay } from '../../clock.ts';
import { integer, largestEstablishmentId } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { type AssignmentRule, mayOwn, takesTurns, usersAway } from '../../entries/create/assignment.ts';
import { defaultTarget, targetOf } from '../../follow-up/targets.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';
import { residenceId } from '../residence.ts';
import { changeAssignment, changeTarget } from './operations.ts';

const modes = ['none', 'user', 'turn'] as const;
const mode = Type.Enum(modes, {
  type: 'string',
  description:
    'New entries are given to nobody, to `userId`, or in turn to those who work there and are not away.',
});
const Assignment = Type.Object({
  mode,
  userId: orNull(Type.Integer({ description: 'The user of the mode `user`.' })),
  candidates: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      away: Type.Boolean({ description: 'Today. Passed over in turn.' }),
      inTurn: Type.Boolean({ description: 'By a role at this residence; roles for all take no turns.' }),
    }),
    { description: 'Who may change entries of the residence, by name.' },
  ),
});

const minutes = { minimum: 1, maximum: 9 * 60 * 30 };
const days = { minimum: 1, maximum: 365 };
const targetProperties = {
  firstCallMinutes: integer({
    ...minutes,
    description: 'From its arrival to the first call, in working minutes.',
  }),
  afterVisitDays: integer({ ...days, description: 'From a visit to the next contact or plan.' }),
  staleDays: integer({ ...days, description: 'Without a contact; then a lead is stale.' }),
};
const Targets = Type.Object({
  defaults: Type.Object(targetProperties, { description: 'Where nothing else is set.' }),
  data: Type.Array(
    Type.Object({
      groupId: orNull(Type.Integer({ description: 'For the residences of this group.' })),
      establishmentId: orNull(Type.Integer({ description: 'For this residence. Without either: for all.' })),
      ...targetProperties,
    }),
  ),
});

const ruleOf = statement<{ establishmentId: number }>()((db, p) =>
  db.selectFrom('assignment_rules').selectAll().where('establishment_id', '=', p.establishmentId),
);
const residenceById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('establishments').select('id').where('id', '=', p.id),
);
const allTargets = statement()((db) => db.selectFrom('targets').selectAll().orderBy('id'));

const lead = { kind: 'commercial', type: null } as const satisfies EntryClass;

const changing = { right: 'residences.change', tag: 'Residences' } as const;

const showAssignment = deskRoute('showAssignment', 'GET /desk/establishments/:id/assignment', {
  ...changing,
  summary: 'Show to whom new entries of a residence are given',
  answer: Assignment,
  async run({ database, clock }: DeskDeps, { id, by }) {
    const { background: read } = database;
    await requireReachable(read, id, isWithin(reachOf(by.grants, changing.right), id));
    return assignmentOf(read, id, parisDay(clock()));
  },
});

const putAssignment = deskRoute('putAssignment', 'PUT /desk/establishments/:id/assignment', {
  ...changing,
  summary: 'Say to whom new entries of a residence are given',
  description:
    'Leads, contact forms, complaints and applications that arrive from then on. It makes no entry processed, and tells no caller.',
  body: exactly({
    mode,
    userId: Type.Optional(orNull(integer({ minimum: 1, description: 'For the mode `user` alone.' }))),
  }),
  answer: Assignment,
  async run({ database, clock }: DeskDeps, { id: establishmentId, mode: chosen, userId = null, by }) {
    const { background: read } = database;
    const isWithinReach = isWithin(reachOf(by.grants, changing.right), establishmentId);
    await requireReachable(read, establishmentId, isWithinReach);
    await database.write(changeAssignment, { by, establishmentId, mode: chosen, userId }, clock());
    return assignmentOf(read, establishmentId, parisDay(clock()));
  },
});

const listTargets = deskRoute('listTargets', 'GET /desk/targets', {
  ...changing,
  right: 'residences.read',
  summary: 'List the targets of follow-up',
  description: 'A residence has its own, else those of its group, else those of all, else the defaults.',
  answer: Targets,
  run: ({ database }: DeskDeps) => targetsOf(database.background),
});

const putTargets = deskRoute('putTargets', 'PUT /desk/targets', {
  ...changing,
  summary: 'Set the targets of a residence, a group or all',
  description: 'Requires the right to change every residence. `target` null: none of its own.',
  body: exactly({
    groupId: Type.Optional(orNull(integer({ minimum: 1, description: 'A group.' }))),
    establishmentId: Type.Optional(orNull(residenceId('A residence.'))),
    target: orNull(exactly(targetProperties)),
  }),
  answer: Targets,
  async run({ database, clock }: DeskDeps, { groupId = null, establishmentId = null, target, by }) {
    if (reachOf(by.grants, changing.right) !== 'everywhere')
      throw new RequestError('FORBIDDEN', 'targets: only for who may change every residence');
    await database.write(changeTarget, { by, groupId, establishmentId, target }, clock());
    return targetsOf(database.background);
  },
});

/** To whom new entries of a residence are given, and within which times leads are to be followed up. */
export const followUpRoutes = [showAssignment, putAssignment, listTargets, putTargets] as const;

/** Throws the same 404 for a residence that is unknown and one out of reach. */
async function requireReachable(read: Queries, id: number, isWithinReach: boolean): Promise<void> {
  const isThere = id <= largestEstablishmentId && (await read.first(residenceById, { id })) !== undefined;
  if (!isWithinReach || !isThere) throw new RequestError('NOTFOUND', 'path: there is nothing here');
}

async function assignmentOf(read: Queries, id: number, today: Day): Promise<Static<typeof Assignment>> {
  const rule: AssignmentRule | undefined = await read.first(ruleOf, { establishmentId: id });
  const away = await usersAway(read, today);
  return {
    mode: rule?.mode ?? 'none',
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
