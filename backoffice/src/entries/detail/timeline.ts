import type { Action, EntryDetail } from '../../api/responses.ts';
import { addDays, isDayOff, isPast, nowIn } from '../../i18n/days.ts';

/** A day (`2026-03-04`) and a time of day (`14:30`). */
export interface Moment {
  readonly date: string;
  readonly time: string;
}

/** Now, in Paris. */
export function parisNow(): Moment {
  return nowIn('Europe/Paris');
}

/** Whether it is to be done: an action that was cancelled is not. */
export function isPlanned({ done, outcome }: Pick<Action, 'done' | 'outcome'>): boolean {
  return !done && outcome === null;
}

/** Planned actions, soonest first, then the others, newest first. */
export function inOrder(actions: readonly Action[]): Action[] {
  const planned = actions.filter(isPlanned).toSorted(byMoment);
  const others = actions.filter((action) => !isPlanned(action)).toSorted((a, b) => byMoment(b, a));
  return [...planned, ...others];
}

/** The admission of a family, done or expected. */
export function admissionOf({ actions }: Pick<EntryDetail, 'actions'>): Action | undefined {
  const admissions = actions.filter(({ stage }) => stage === 'Admission réalisé');
  return admissions.find(({ done }) => done) ?? admissions.find(isPlanned);
}

export function isLate(action: Action, now: Moment): boolean {
  return isPlanned(action) && isPast(action, now);
}

export function hasCome({ date, time }: Pick<Action, 'date' | 'time'>, now: Moment): boolean {
  return date !== null && (date < now.date || (date === now.date && (time ?? '') <= now.time));
}

/** When a planned action was done: as planned, or now if that is in the future. */
export function whenDone({ date, time }: Action, now: Moment): Pick<Action, 'date' | 'time'> {
  return hasCome({ date, time }, now) ? { date, time } : parisNow();
}

function byMoment(a: Action, b: Action): number {
  const [one, other] = [a, b].map(({ date, time }) => `${date ?? ''} ${time ?? ''}`);
  if (one === undefined || other === undefined || one === other) return a.position - b.position;
  return one < other ? -1 : 1;
}

/** Every ten minutes of these hours: the first that is free is proposed. */
const morning = timesFrom(10, 12);
const afternoon = timesFrom(14, 17);
const evening = timesFrom(17, 18);

/**
 * Proposals for the next call or visit: the other half of the day, the next working day in the morning, and Wednesday in
 * the afternoon, when families are free; from 15:00 on, the same evening too. None is for a weekend, a public holiday or
 * what is taken.
 */
export function proposals({ date, time }: Moment, isTaken: (moment: Moment) => boolean): Moment[] {
  const isNow = !isDayOff(date);
  const next = workingDayAfter(date);
  const free = (day: string, times: readonly string[]) =>
    times
      .map((one) => ({ date: day, time: one }))
      .filter((one) => !isTaken(one))
      .slice(0, 1);
  const proposed = [
    ...(isNow && time >= '15:00'
      ? free(
          date,
          evening.filter((one) => one > time),
        )
      : []),
    ...free(isNow && time < '12:00' ? date : next, afternoon),
    ...free(next, morning),
    ...free(wednesdayAfter(date), afternoon),
  ].toSorted((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1));
  return proposed.filter(
    (one, i) => proposed.findIndex((other) => other.date === one.date && other.time === one.time) === i,
  );
}

function workingDayAfter(day: string): string {
  const next = addDays(day, 1);
  return isDayOff(next) ? workingDayAfter(next) : next;
}

function wednesdayAfter(day: string): string {
  const next = addDays(day, 1);
  const isWednesday = new Date(next).getUTCDay() === 3;
  return isWednesday && !isDayOff(next) ? next : wednesdayAfter(next);
}

function timesFrom(first: number, last: number): string[] {
  const tens = Array.from({ length: (last - first) * 6 }, (_, i) => `${first + Math.floor(i / 6)}:${i % 6}0`);
  return [...tens, `${last}:00`];
}
