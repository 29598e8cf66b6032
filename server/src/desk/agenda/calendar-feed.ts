import ical, { ICalEventStatus } from 'ical-generator';
import { hourMs, instantIn } from '../../clock.ts';
import { applicationStepNames } from '../../french/labels.ts';
import { entryAddress } from '../../mail/entry-address.ts';
import type { Instant } from '../../store/tables.ts';
import type { Appointment } from './appointments.ts';

/** How long a visit, an interview and a call are shown, in minutes. */
const minutesOf = ({ kind, stage }: Appointment) => (kind === 'postuler' || stage === 'Visite' ? 60 : 15);

export interface FeedOptions {
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
export function calendarFeed(appointments: readonly Appointment[], options: FeedOptions): string {
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
