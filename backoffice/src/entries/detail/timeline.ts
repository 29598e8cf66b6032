import type { Action } from '../../api/responses.ts';
import { nowInParis, today } from '../../i18n/format.ts';

/** A day (`2026-03-04`) and a time of day (`14:30`) in Paris. */
interface Moment {
  readonly date: string;
  readonly time: string;
}

/** Now, in Paris. */
export function parisNow(): Moment {
  return { date: today(), time: nowInParis() };
}

/** Planned actions, soonest first, then done ones, newest first. */
export function inOrder(actions: readonly Action[]): Action[] {
  const planned = actions.filter(({ done }) => !done).toSorted(byMoment);
  const done = actions.filter((action) => action.done).toSorted((a, b) => byMoment(b, a));
  return [...planned, ...done];
}

/** Whether a planned action is overdue. */
export function isLate({ done, date, time }: Action, now = parisNow()): boolean {
  if (done || date === null) return false;
  return date < now.date || (date === now.date && time !== null && time < now.time);
}

/** When a planned action was done: as planned, or now if that is in the future. */
export function whenDone({ date, time }: Action, now = parisNow()): Pick<Action, 'date' | 'time'> {
  const isPast = date !== null && (date < now.date || (date === now.date && (time ?? '') <= now.time));
  return isPast ? { date, time } : now;
}

function byMoment(a: Action, b: Action): number {
  const [one, other] = [a, b].map(({ date, time }) => `${date ?? ''} ${time ?? ''}`);
  if (one === undefined || other === undefined || one === other) return a.position - b.position;
  return one < other ? -1 : 1;
}
