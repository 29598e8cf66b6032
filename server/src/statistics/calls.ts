import { parisDay } from '../clock.ts';
import { isAttempt, isContact } from '../entries/follow-up/progress.ts';
import { followUpState } from '../follow-up/state.ts';
import { hasMissedFirstCall, type ResidenceTarget } from '../follow-up/targets.ts';
import {
  endOfDay,
  minuteOf,
  type ParisMoment,
  parisMoment,
  workingMinutesBetween,
} from '../working-hours/working-minutes.ts';
import type { Lead } from './leads.ts';

/** How a lead was called. */
export interface LeadCalls {
  /** Whether the first call came within the target, or has missed it; null while neither is known. */
  readonly firstCall: 'in-time' | 'late' | null;
  /** Calls until the family was reached, the one that reached it included; null until then. */
  readonly untilReached: number | null;
}

/**
 * Returns how a lead was called. A call is an attempt or a contact that staff noted with its day; without a time it counts
 * as made at 18:00. The first one is in time when no more working minutes than the target of the residence lie between the
 * receipt and the call. Without a call, a lead is late once it has missed the target; it needs none when it has a result,
 * sleeps, has a later plan or was marked as dealt with. A lead that staff wrote down is left out: they were talking to the
 * family.
 */
export function callsOf(lead: Lead, target: ResidenceTarget, now: Date): LeadCalls {
  if (lead.callerId === null && lead.partnerId === null) return { firstCall: null, untilReached: null };
  const calls = lead.actions
    .flatMap((action) => {
      const { date, time } = action;
      const isReached = isContact(action);
      if (date === null || !(isReached || isAttempt(action))) return [];
      return [{ isReached, day: date, minute: time === null ? endOfDay(date).minute : minuteOf(time) }];
    })
    .toSorted((a, b) => (a.day === b.day ? a.minute - b.minute : a.day < b.day ? -1 : 1));
  const [first] = calls;
  const reachedBy = calls.findIndex(({ isReached }) => isReached) + 1;
  return {
    firstCall: first === undefined ? uncalled(lead, target, now) : firstCall(lead, target, first),
    untilReached: reachedBy === 0 ? null : reachedBy,
  };
}

function firstCall(
  { receivedAt }: Lead,
  { firstCallMinutes, postalCode }: ResidenceTarget,
  call: ParisMoment,
) {
  const received = parisMoment(new Date(receivedAt));
  return workingMinutesBetween(received, call, postalCode) <= firstCallMinutes ? 'in-time' : 'late';
}

function uncalled(lead: Lead, target: ResidenceTarget, now: Date) {
  const entry = {
    ...lead,
    followUp: followUpState(lead, parisDay(now)),
    lastContact: lead.last_contact,
    nextAction: { date: lead.next_date },
  };
  return hasMissedFirstCall(entry, target, now) ? 'late' : null;
}
