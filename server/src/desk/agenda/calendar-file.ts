import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import Type from 'typebox';
import { userOfCalendar } from '../../access/calendar-tokens.ts';
import { reachOfEntry } from '../../access/roles.ts';
import { readSettings } from '../../access/settings.ts';
import { addDays, parisDay } from '../../clock.ts';
import { addressGroup } from '../../http/address.ts';
import type { App } from '../../http/app-type.ts';
import { nothingThere } from '../../http/errors.ts';
import { limiter, throwIfLimited, wrongGuesses } from '../../http/limiter.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';
import { appointments, maxAppointments } from './appointments.ts';
import { calendarFeed } from './calendar-feed.ts';

/** Days that a feed shows before and after today. */
const daysBack = 60;
const daysAhead = 180;

const newestChanges = rawStatement<{ ids: readonly number[] }, { id: number; version: number; at: Instant }>(
  (p, dialect) => sql`
select e.id, coalesce(max(h.id), 0) as version, coalesce(max(h.at), e.received_at) as at
from entries e left join history h on h.entry_id = e.id where ${dialect.idIn('e.id', p.ids)} group by e.id`,
);
const residenceNames = statement()((db) => db.selectFrom('establishments').select(['id', 'name']));

/** `GET /desk/calendar/<token>.ics`: a user's appointments, for their own devices. */
export function calendarFileRoute(scope: App, deps: DeskDeps): void {
  const { database, secrets, clock, monotonicClock, objections, publicUrl } = deps;
  const { background: read } = database;
  const guesses = limiter({ ...wrongGuesses, clock: monotonicClock });

  scope.get(
    '/desk/calendar/:file',
    {
      config: { desk: 'anybody' },
      schema: {
        params: Type.Object({
          file: Type.String({ maxLength: 64 }),
        }),
      },
    },
    async (request, reply) => {
      const user = await userOfCalendar(database.read, secrets, request.params.file.replace(/\.ics$/, ''));
      if (user === undefined) {
        throwIfLimited(guesses.take(addressGroup(request.ip)), 'Too many wrong addresses of calendars');
        throw nothingThere();
      }
      const today = parisDay(clock());
      const found = await appointments(read, {
        from: addDays(today, -daysBack),
        to: addDays(today, daysAhead),
        reachOf: (entry) => reachOfEntry(user.grants, 'read', entry),
        personId: user.id,
        orUnassigned: true,
        callsFrom: today,
        today,
        objections: await objections.get(),
      });
      const residences = new Map((await read.all(residenceNames, {})).map(({ id, name }) => [id, name]));
      const shown = found.slice(0, maxAppointments);
      const ids = shown.map(({ entryId }) => entryId);
      const versions = new Map((await read.all(newestChanges, { ids })).map((one) => [one.id, one]));
      const feed = calendarFeed(shown, {
        residences,
        versions,
        hasNames: (await readSettings(read))['calendar.names'],
        publicUrl: publicUrl(),
      });
      const etag = `"${createHash('sha256').update(feed).digest('base64url')}"`;
      reply.header('etag', etag);
      const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim());
      if (known.some((one) => one === '*' || one === etag || one === `W/${etag}`))
        return reply.code(304).send();
      return reply.type('text/calendar; charset=utf-8').send(feed);
    },
  );
}
