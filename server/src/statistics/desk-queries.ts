import { sql } from 'kysely';
import { daysBetween } from '../clock.ts';
import { visitor } from '../entries/entry.ts';
import { furthestStep } from '../entries/funnel/steps.ts';
import type { Queries } from '../store/database.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { Day, Instant } from '../store/tables.ts';
import { minuteOf, parisMoment, workingMinutesBetween } from '../working-hours/working-minutes.ts';
import { type Counted, isCountedIn } from './leads.ts';
import { byMonth, byWeek, type Period } from './period.ts';

/** Leads with the same values. */
export interface LeadCount {
  /** The first day of the month, or of the period. */
  readonly from: Day;
  readonly establishmentId: number;
  /** The commercial contact type. */
  readonly type: string | null;
  /** Whether it came with the click identifier of an advertisement. */
  readonly advertised: 0 | 1;
  readonly callerId: number | null;
  readonly partnerId: number | null;
  readonly resultat: string | null;
  readonly motif: string | null;
  /** The index of the furthest step. */
  readonly reached: number;
  readonly count: number;
}

const leadCounts = rawStatement<Counted, Omit<LeadCount, 'from'>>(
  (p, dialect) => sql`
select e.establishment_id as "establishmentId", e.type, e.advertised, e.caller_id as "callerId",
  e.partner_id as "partnerId", e.resultat, e.motif, ${furthestStep} as reached, count(*) as count
from entries e where ${isCountedIn(p, dialect)}
group by 1, 2, 3, 4, 5, 6, 7, 8`,
);

/** Counts the leads of a period by what the statistics tell apart, month by month. PostgreSQL returns counts as text. */
export async function countLeadsIn(
  read: Queries,
  period: Period,
  ids: readonly number[],
): Promise<LeadCount[]> {
  const counts: LeadCount[] = [];
  for (const month of byMonth(period))
    for (const row of await read.all(leadCounts, { ...month, ids }))
      counts.push({ ...row, from: month.from, count: Number(row.count) });
  return counts;
}

/** Done by staff: what callers and visitors send is no contact. */
const isByStaff = sql`a.entry_id = e.id and a.done = 1 and a.author is not null and a.author <> ${sql.lit(visitor)}`;
/** Staff who write a lead down are talking to the family. Without a time, an action counts as made at 18:00. */
const firstContact = sql`case when e.caller_id is not null or e.partner_id is not null then (
  select min(a.date || ' ' || coalesce(a.time, '18:00')) from actions a
  where ${isByStaff} and a.stage in ('Prise de contact', 'Visite', 'Admission réalisé', 'Parti')) end`;
const firstAdmission = sql`(select min(a.date) from actions a
  where a.entry_id = e.id and a.done = 1 and a.stage = 'Admission réalisé')`;

interface Times {
  readonly establishmentId: number;
  readonly contactDate: Day;
  readonly receivedAt: Instant;
  /** `YYYY-MM-DD HH:MM` */
  readonly contact: string | null;
  readonly admission: Day | null;
}
const times = rawStatement<Counted, Times>(
  (p, dialect) => sql`
select e.establishment_id as "establishmentId", e.contact_date as "contactDate", e.received_at as "receivedAt",
  ${firstContact} as contact, ${firstAdmission} as admission
from entries e where ${isCountedIn(p, dialect)}`,
);

/** How long leads of a residence have taken. */
export interface Delays {
  /** From receipt to the first contact, in working minutes. */
  readonly contactMinutes: number[];
  /** From the contact date to the admission. */
  readonly admissionDays: number[];
}

/** Returns the delays of a period by residence, read week by week: no row holds up the event loop for long. */
export async function delaysIn(
  read: Queries,
  period: Period,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Delays>> {
  const delays = new Map(ids.map((id): [number, Delays] => [id, { contactMinutes: [], admissionDays: [] }]));
  for (const week of byWeek(period))
    for (const lead of await read.all(times, { ...week, ids })) {
      const ofResidence = delays.get(lead.establishmentId);
      if (lead.contact !== null) {
        const contact = { day: lead.contact.slice(0, 10), minute: minuteOf(lead.contact.slice(11)) };
        const received = parisMoment(new Date(lead.receivedAt));
        ofResidence?.contactMinutes.push(workingMinutesBetween(received, contact));
      }
      if (lead.admission !== null)
        ofResidence?.admissionDays.push(Math.max(0, daysBetween(lead.contactDate, lead.admission)));
    }
  return delays;
}

const contactCounts = statement<{ year: number; ids: readonly number[] }>()((db, p, { idIn }) =>
  db
    .selectFrom('contact_counts')
    .select(['establishment_id as establishmentId', 'total', 'has_action as hasAction'])
    .where('year', '=', p.year)
    .where(idIn('establishment_id', p.ids)),
);

/** Returns the contract's counts of a year, by residence (GET /fr/statscontact/:year). */
export function readContactCounts(read: Queries, year: number, establishmentIds: readonly number[]) {
  return read.all(contactCounts, { year, ids: establishmentIds });
}
