import Type from 'typebox';
import { reachOfEntry } from '../../access/roles.ts';
import { daysBetween, parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { noteListView } from '../list-views.ts';
import { ResidenceId } from '../residence.ts';
import { appointments, maxAppointments } from './appointments.ts';

const maxDays = 42;

/** Visits and calls, planned and done. */
export const listAppointments = deskRoute('listAppointments', 'GET /desk/agenda', {
  right: 'entries.read',
  query: Type.Object({
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    establishmentId: Type.Optional(ResidenceId),
    personId: Type.Optional(integer({ minimum: 1 })),
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
