import Type from 'typebox';
import { longestName } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, reachFor } from '../../http/desk-access.ts';
import { deskErrors, exactly, IdPath } from '../../http/desk-answers.ts';
import { statement } from '../../store/statement.ts';
import { memberColumns, memberOf } from '../statements.ts';
import { addMember, changeMember } from './change-staff.ts';
import type { DeskResidencesDeps } from './deps.ts';
import { findResidence } from './queries.ts';
import { requireReach } from './reach.ts';

const staffOf = statement<{ establishmentId: number }>()((db, p) =>
  db
    .selectFrom('staff')
    .select(memberColumns)
    .where('establishment_id', '=', p.establishmentId)
    .orderBy('name')
    .orderBy('id'),
);

const member = {
  name: Type.String({ maxLength: longestName }),
  job: Type.String({ maxLength: longestName }),
  medical: Type.Boolean({ description: 'Doctors are medical staff too.' }),
  doctor: Type.Boolean(),
  active: Type.Boolean({ description: 'Whether the main API counts them.' }),
};
export const Member = Type.Object({ id: Type.Integer(), ...member });
const optional = Type.Partial(Type.Object(member)).properties;
const NewMember = exactly({ ...optional, name: member.name, job: member.job });
const MemberChange = exactly(optional, { minProperties: 1 });
const tags = ['Residences'];
const changing = { desk: 'residences.change', readsBody: true } as const;

/** Routes for the staff of residences, which the main API counts. */
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
      const found = await findResidence(database.read, request.params.id);
      const residence = requireReach(reachFor(request, 'residences.read'), found);
      const rows = await database.read.all(staffOf, { establishmentId: residence.id });
      return { data: rows.map((row) => ({ id: row.id, ...memberOf(row) })) };
    },
  );

  scope.post(
    '/desk/establishments/:id/staff',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a member to the staff of a residence',
        params: IdPath,
        body: NewMember,
        response: { 200: Member, ...deskErrors },
      },
    },
    async (request) => {
      const reach = reachFor(request, 'residences.change');
      const input = { by: actorOf(request), reach, id: request.params.id, change: request.body };
      return database.write(addMember, input, clock());
    },
  );

  scope.patch(
    '/desk/staff/:id',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Change a member of staff',
        description: 'Set `active` to false for a member who has left.',
        params: IdPath,
        body: MemberChange,
        response: { 200: Member, ...deskErrors },
      },
    },
    async (request) => {
      const reach = reachFor(request, 'residences.change');
      const input = { by: actorOf(request), reach, id: request.params.id, change: request.body };
      return database.write(changeMember, input, clock());
    },
  );
}
