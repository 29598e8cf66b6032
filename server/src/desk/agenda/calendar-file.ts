import { createHash } from 'node:crypto';
import ical, { ICalEventStatus } from 'ical-generator';
import { sql } from 'kysely';
import Type from 'typebox';
import { reachOfEntry } from '../../access/roles.ts';
import { deskUser } from '../../access/sessions.ts';
import { readSettings } from '../../access/settings.ts';
import { addDays, hourMs, instantIn, parisDay } from '../../clock.ts';
import { applicationStepNames } from '../../french/labels.ts';
import { addressGroup } from '../../http/address.ts';
import type { App } from '../../http/app-type.ts';
import { nothingThere } from '../../http/errors.ts';
import { limiter, throwIfLimited, wrongGuesses } from '../../http/limiter.ts';
import { entryAddress } from '../../mail/entry-address.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';
import { type Appointment, appointments, maxAppointments } from './appointments.ts';

/** How long a visit, an interview and a call are shown, in minutes. */
const minutesOf = ({ kind, stage }: Appointment) => (kind === 'postuler' || stage === 'Visite' ? 60 : 15);

interface FeedOptions {
  /** Names of residences, by id. */
  readonly residences: ReadonlyMap<number, string>;
  /** By entry: its newest change, so that the sequence grows when an appointment is moved. */
  readonly versions: ReadonlyMap<number, { readonly version: number; readonly at: Instant }>;
  readonly hasNames: boolean;
  readonly publicUrl: string;
}

/**
 * Returns appointments as an iCalendar file (RFC 5545). Times are in UTC, so that no calendar has to know the zone. It has
 * no time of its own making: the same appointments give the same bytes.
 */
function calendarFeed(appointments: readonly Appointment[], options: FeedOptions): string {
  const calendar = ical({
    name: 'Agenda – Accueil',
    ttl: hourMs / 1_000,
    prodId: { company: 'accueil', product: 'accueil', language: 'FR' },
  });
  for (const appointment of appointments) {
    const { entryId, position, kind, zone, date, time, done } = appointment;
    const newest = options.versions.get(entryId);
    // Deleted since it was found.
    if (newest === undefined) continue;
    const start = time === null ? new Date(`${date}T00:00:00Z`) : instantIn(zone, date, time);
    calendar.createEvent({
      id: `${entryId}-${position}@accueil`,
      sequence: newest.version,
      stamp: new Date(newest.at),
      start,
      end: time === null ? null : new Date(start.getTime() + minutesOf(appointment) * 60_000),
      allDay: time === null,
      summary: summaryOf(appointment, options),
      url: entryAddress(kind, entryId, options.publicUrl),
      status: done ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    });
  }
  // Every line ends with CRLF (RFC 5545, 3.1), also the last one.
  return `${calendar.toString()}\r\n`;
}

/** What a stage is called; anything else is a call. */
const stageWords: Readonly<Record<string, string>> = { Visite: 'Visite', 'Admission réalisé': 'Admission' };

/** For example « Visite – La Roseraie – fiche 812 », or « Appel – La Roseraie – fiche 812 – opposition à la prospection ». */
function summaryOf(
  { kind, entryId, establishmentId, stage, name, contactName, objection }: Appointment,
  { residences, hasNames }: FeedOptions,
): string {
  const what = kind === 'postuler' ? applicationStepNames.interview : (stageWords[stage ?? ''] ?? 'Appel');
  const residence = establishmentId === null ? undefined : residences.get(establishmentId);
  const names = hasNames ? [...new Set([contactName, name])] : [];
  const isOpposed = objection?.recontact && objection.ways.includes('phone');
  const opposed = isOpposed ? 'opposition à la prospection' : undefined;
  return [what, residence, ...names, `fiche ${entryId}`, opposed]
    .filter((part) => part !== undefined && part !== null)
    .join(' – ');
}

/** Days that a feed shows before and after today. */
const daysBack = 60;
const daysAhead = 180;

const userByToken = statement<{ hash: string }>()((db, p) =>
  db
    .selectFrom('calendar_tokens')
    .innerJoin('users', 'users.id', 'calendar_tokens.user_id')
    .leftJoin('grants', 'grants.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'grants.role',
      'grants.establishment_id as establishmentId',
    ])
    .where('calendar_tokens.hash', '=', p.hash)
    .where('calendar_tokens.revoked_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .orderBy('grants.id'),
);
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
      const hash = secrets.hash(request.params.file.replace(/\.ics$/, ''));
      const rows = await database.read.all(userByToken, { hash });
      const [first] = rows;
      if (first === undefined) {
        throwIfLimited(guesses.take(addressGroup(request.ip)), 'Too many wrong addresses of calendars');
        throw nothingThere();
      }
      const user = deskUser(first, rows);
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
