import type { Action, EntryDetail } from '../../api/responses.ts';
import { isPast, nowIn } from '../../i18n/days.ts';

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
