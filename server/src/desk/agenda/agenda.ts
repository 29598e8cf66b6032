import Type from 'typebox';
import { reachOfEntry } from '../../access/roles.ts';
import { daysBetween, parisDay } from '../../clock.ts';
import { entryKinds, stages } from '../../contract/enumerations.ts';
import { integer } from '../../contract/fields.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { outcomes } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { ListedEntry } from '../entries/listed.ts';
import { noteListView } from '../list-views.ts';
import { residenceId } from '../residence.ts';
import { appointments, maxAppointments } from './appointments.ts';

const maxDays = 42;

const Appointment = Type.Object({
  entryId: Type.Integer(),
  position: Type.Integer({ description: 'Of the action, for `PATCH /desk/entries/{id}`.' }),
  kind: Type.Enum(entryKinds, { type: 'string' }),
  type: orNull(Type.String({ description: 'Of the entry.' })),
  establishmentId: orNull(Type.Integer()),
  date: Type.String(),
  time: orNull(Type.String({ description: '`HH:MM`.' })),
  zone: Type.String({ description: 'The time zone of its residence, in which day and time are meant.' }),
  stage: orNull(Type.Enum(stages, { type: 'string' })),
  done: Type.Boolean(),
  outcome: orNull(Type.Enum(outcomes, { type: 'string' })),
  person: orNull(
    Type.Object(
      { id: Type.Integer(), name: Type.String() },
      { description: 'Who is to do it: the assignee of the action, or else the owner of the entry.' },
    ),
  ),
  name: orNull(Type.String({ description: 'Who it is about.' })),
  contactName: orNull(
    Type.String({ description: 'The related person to call; null where it is the client.' }),
  ),
  phone: orNull(
    Type.String({
      description: 'Their number, or that of the client; as typed.',
    }),
  ),
  objection: ListedEntry.properties.objection,
});

/** Visits and calls, planned and done. */
export const listAppointments = deskRoute('listAppointments', 'GET /desk/agenda', {
  right: 'entries.read',
  tag: 'Agenda',
  summary: 'List visits and calls of some days',
  description: `Planned and done, of entries within reach; at most ${maxDays} days at once.`,
  query: Type.Object({
    from: Type.String({ format: 'date', description: 'First day.' }),
    to: Type.String({ format: 'date', description: 'Last day.' }),
    establishmentId: Type.Optional(residenceId('Only this residence.')),
    personId: Type.Optional(integer({ minimum: 1, description: 'Only what this user is to do.' })),
  }),
  answer: Type.Object({
    data: Type.Array(Appointment, { description: 'By day and time; those without a time last.' }),
    truncated: Type.Boolean({ description: `Whether there are more than these ${maxAppointments}.` }),
  }),
  async run({ database, clock, objections }: DeskDeps, { by, ...query }, { request }) {
    const days = daysBetween(query.from, query.to) + 1;
    if (days < 1 || days > maxDays)
      throw new ValidationError('to', `expected a day from \`from\` on, at most ${maxDays} days in all`);
    const found = await appointments(database.background, {
      ...query,
      reachOf: (entry) => reachOfEntry(by.grants, 'read', entry),
      today: parisDay(clock()),
      objections: await objections.get(),
    });
    const ids = found.slice(0, maxAppointments).map(({ entryId }) => entryId);
    noteListView({ database, clock }, request.log, { by, list: 'agenda', query, ids });
    return { data: found.slice(0, maxAppointments), truncated: found.length > maxAppointments };
  },
});
