import { hash } from 'node:crypto';
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { hourMs, instantIn } from '../clock.ts';
import type { ClaimedLetter } from '../outbox/queues.ts';
import type { OperationContext } from '../store/database.ts';
import type { VisitUse } from '../store/tables.ts';
import type { Parties } from './write.ts';

interface Invitation extends Parties {
  readonly use: VisitUse;
  readonly visit: NonNullable<ClaimedLetter['visit']>;
  readonly zone: string;
  /** Of the entry: each one replaces those before. */
  readonly version: number;
  readonly text: string;
  readonly place: string;
}

/**
 * Returns a visit as an iCalendar file (RFC 5546), an hour long. A calendar adds it, moves it or takes it out, and asks for no
 * answer. It says what the mail says. Times are in UTC, so that no calendar has to know the zone.
 */
export function invitation(
  { use, visit, zone, version, text, place, recipient, sender, replyTo }: Invitation,
  { now, secrets }: OperationContext,
): string {
  const isCancelled = use === 'visit-cancelled';
  const calendar = ical({
    prodId: { company: 'accueil', product: 'accueil', language: 'FR' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  const start = instantIn(zone, visit.date, visit.time);
  calendar.createEvent({
    id: calendarUid(visit.uid, secrets.contentKey),
    sequence: version,
    stamp: now,
    start,
    end: new Date(start.getTime() + hourMs),
    summary: `Visite – ${sender}`,
    description: text,
    location: place,
    organizer: { name: sender, email: replyTo },
    attendees: [
      {
        email: recipient,
        status: ICalAttendeeStatus.ACCEPTED,
        role: ICalAttendeeRole.REQ,
        rsvp: false,
      },
    ],
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  // Every line ends with CRLF (RFC 5545, 3.1), also the last one.
  return `${calendar.toString()}\r\n`;
}

/** The same when the visit is moved, and another one on every installation. */
function calendarUid(uid: string, contentKey: string): string {
  const name = hash('sha256', `${contentKey}:visit:${uid}`, 'base64url');
  return `${name.slice(0, 24)}@accueil`;
}
