import { sql } from 'kysely';
import { parisDay } from '../clock.ts';
import { isAttemptRow, isContactRow } from '../entries/follow-up/progress.ts';
import { isInState } from '../follow-up/state.ts';
import { hasMissedFirstCall, type ResidenceTarget } from '../follow-up/targets.ts';
import type { Queries } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';
import type { Day, Instant } from '../store/tables.ts';
import { minuteOf, parisMoment, workingMinutesBetween } from '../working-hours/working-minutes.ts';
import { type Counted, isCountedIn } from './leads.ts';
import { byWeek, type Period } from './period.ts';

type TargetOf = (establishmentId: number) => ResidenceTarget;

export interface LeadCalls {
  /** Whether no more working minutes than the target of the residence lie between the receipt and the first call. */
  readonly isInTime: boolean;
  /** Calls until the family was reached, the one that reached it included; 0 until then. */
  readonly untilReached: number;
}

interface Call {
  readonly id: number;
  readonly establishmentId: number;
  readonly receivedAt: Instant;
  readonly date: Day;
  readonly time: string;
  readonly hasReached: 0 | 1;
}

/** A call is an attempt or a contact that staff noted with its day. */
const isCall = sql`a.date is not null and (${isContactRow} or ${isAttemptRow})`;
/** Leads that staff wrote down are left out: they were talking to the family. */
const isSent = sql`(e.caller_id is not null or e.partner_id is not null)`;
/** Without a time it counts as made at 18:00. */
const time = sql`coalesce(a.time, '18:00')`;

const calls = rawStatement<Counted, Call>(
  (p, dialect) => sql`
select e.id, e.establishment_id as "establishmentId", e.received_at as "receivedAt", a.date, ${time} as time,
  case when ${isContactRow} then 1 else 0 end as "hasReached"
from entries e ${dialect.joinEach('actions', 'a', sql`a.entry_id = e.id and ${isCall}`)}
where ${isCountedIn(p, dialect)} and ${isSent}
order by e.id, a.date, ${time}, a.position`,
);

/** Yields how the leads of a period were called, those that were, week by week. For `database.background`. */
export async function* callsOf(
  read: Queries,
  period: Period,
  establishmentIds: readonly number[],
  targetOf: TargetOf,
): AsyncGenerator<LeadCalls[]> {
  for (const week of byWeek(period)) {
    const leads = Map.groupBy(await read.all(calls, { ...week, ids: establishmentIds }), ({ id }) => id);
    yield [...leads.values()].map((made) => ({
      isInTime: made[0] !== undefined && isInTime(made[0], targetOf(made[0].establishmentId)),
      untilReached: made.findIndex(({ hasReached }) => hasReached === 1) + 1,
    }));
  }
}

function isInTime({ receivedAt, date, time }: Call, { firstCallMinutes, postalCode }: ResidenceTarget) {
  const received = parisMoment(new Date(receivedAt));
  const called = { day: date, minute: minuteOf(time) };
  return workingMinutesBetween(received, called, postalCode, firstCallMinutes) <= firstCallMinutes;
}

interface Uncalled {
  readonly establishmentId: number;
  readonly receivedAt: Instant;
  readonly attempts: number;
  readonly lastContact: Day | null;
  readonly nextDate: Day | null;
}

const uncalled = rawStatement<Counted & { readonly today: Day }, Uncalled>(
  (p, dialect) => sql`
select e.establishment_id as "establishmentId", e.received_at as "receivedAt", e.attempts,
  e.last_contact as "lastContact", e.next_date as "nextDate"
from entries e
where ${isCountedIn(p, dialect)} and ${isInState('to-call', p.today)} and ${isSent}
  and not exists (select 1 from actions a where a.entry_id = e.id and ${isCall})`,
);

/**
 * Yields how many leads of a period have missed the target because they were not called, week by week. A lead needs no call
 * when it has a result, sleeps, has a later plan or was marked as dealt with. For `database.background`.
 */
export async function* missedOf(
  read: Queries,
  period: Period,
  establishmentIds: readonly number[],
  targetOf: TargetOf,
  now: Date,
): AsyncGenerator<number> {
  const today = parisDay(now);
  for (const week of byWeek(period)) {
    const leads = await read.all(uncalled, { ...week, ids: establishmentIds, today });
    yield leads.filter(({ nextDate, attempts, ...lead }) =>
      hasMissedFirstCall(
        { ...lead, followUp: 'to-call', attempts: Number(attempts), nextAction: { date: nextDate } },
        targetOf(lead.establishmentId),
        now,
      ),
    ).length;
  }
}
