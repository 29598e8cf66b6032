import { addCalendarToken, calendarTokensOf, revokeCalendarToken } from '../../access/calendar-tokens.ts';
import { deskRoute, writing } from '../../http/desk-route.ts';
import type { DeskDeps } from '../deps.ts';

const listCalendars = deskRoute('listCalendars', 'GET /desk/calendars', {
  right: 'entries.read',
  run: async ({ database }: DeskDeps, { by }) => ({
    data: await calendarTokensOf(database.background, by.userId),
  }),
});

const addCalendar = deskRoute('addCalendar', 'POST /desk/calendars', {
  right: 'entries.read',
  operation: addCalendarToken,
  async run({ database, clock, publicUrl }: DeskDeps, input) {
    const { id, token } = await database.write(addCalendarToken, input, clock());
    return { id, url: `${publicUrl()}/desk/calendar/${token}.ics` };
  },
});

const revokeCalendar = deskRoute('revokeCalendar', 'POST /desk/calendars/:id/revoke', {
  right: 'entries.read',
  ...writing(revokeCalendarToken),
});

/** Calendar feeds for a user's own devices: the tokens in their addresses. */
export const calendarRoutes = [listCalendars, addCalendar, revokeCalendar] as const;
