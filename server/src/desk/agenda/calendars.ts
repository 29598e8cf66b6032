import { notFound, RequestError } from '../../contract/request-error.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { newSecret } from '../../secrets.ts';
import { insert } from '../../store/rows.ts';
import { query, statement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';

/** Calendars that a user may have on their devices. */
const maxCalendars = 5;

const calendarsOf = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('calendar_tokens')
    .select(['id', 'created_at as createdAt'])
    .where('user_id', '=', p.userId)
    .where('revoked_at', 'is', null)
    .orderBy('id'),
);

const listCalendars = deskRoute('listCalendars', 'GET /desk/calendars', {
  right: 'entries.read',
  run: async ({ database }: DeskDeps, { by: { userId } }) => ({
    data: await database.background.all(calendarsOf, { userId }),
  }),
});

const addCalendar = deskWrite('addCalendar', 'POST /desk/calendars', {
  right: 'entries.read',
  prepare: ({ publicUrl }: DeskDeps) => ({ publicUrl: publicUrl() }),
  async run(tx, { by: { userId }, publicUrl }, { secrets, now, record }) {
    if ((await tx.all(calendarsOf, { userId })).length >= maxCalendars)
      throw new RequestError('INVALID', `calendar: at most ${maxCalendars}; please revoke one first`);
    const token = newSecret('cal');
    const values = { user_id: userId, hash: secrets.hash(token), created_at: now.toISOString() };
    const id = await insert(tx, 'calendar_tokens', values);
    await record({ action: 'added', subject: 'calendar', subjectId: id });
    return { id, url: `${publicUrl}/desk/calendar/${token}.ics` };
  },
});

const revokeCalendar = deskWrite('revokeCalendar', 'POST /desk/calendars/:id/revoke', {
  right: 'entries.read',
  async run(tx, { by: { userId }, id }, { now, record }) {
    const revoked = await tx.run(
      query((db) =>
        db
          .updateTable('calendar_tokens')
          .set({ revoked_at: now.toISOString() })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null),
      ),
    );
    if (revoked === 0) throw notFound('calendar of yours', id);
    await record({ action: 'removed', subject: 'calendar', subjectId: id });
  },
});

/** Calendar feeds for a user's own devices: the tokens in their addresses. */
export const calendarRoutes = [listCalendars, addCalendar, revokeCalendar] as const;
