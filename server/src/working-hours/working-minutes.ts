import { parisDay } from '../clock.ts';
import { isHoliday } from './holidays.ts';

/** A moment as clocks in Europe/Paris show it. */
export interface ParisMoment {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Minutes since midnight, by the clock. */
  readonly minute: number;
}

/** Staff work from Monday to Friday, public holidays aside, from 9:00 to 18:00 in Paris: minutes of the day. */
const opens = 9 * 60;
const closes = 18 * 60;
export const minutesOfWorkingDay = closes - opens;

const dayMs = 24 * 60 * 60_000;
/** Whatever took longer than ten years took ten years: nobody's typing mistake is to cost more than that. */
const mostDays = 3_660;

let paris: Intl.DateTimeFormat | undefined;

/** What clocks in Paris show at an instant. */
export function parisMoment(instant: Date): ParisMoment {
  paris ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', timeStyle: 'short' });
  return { day: parisDay(instant), minute: minuteOf(paris.format(instant)) };
}

/** The minute of the day of a time as `HH:MM`. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The end of a working day, for what is known by its day alone. */
export function endOfDay(day: string): ParisMoment {
  return { day, minute: closes };
}

/**
 * How many working minutes lie between two moments: Monday to Friday, 9:00 to 18:00 in Paris, public holidays aside. 0
 * when the second does not come after the first. Clocks change on Sundays: no working day is longer or shorter.
 */
export function workingMinutesBetween(from: ParisMoment, to: ParisMoment): number {
  const first = Date.parse(from.day) / dayMs;
  const last = Date.parse(to.day) / dayMs;
  let minutes = 0;
  for (let day = first; day <= Math.min(last, first + mostDays); day++) {
    if (!isWorking(day)) continue;
    const begin = day === first ? Math.max(opens, from.minute) : opens;
    const end = day === last ? Math.min(closes, to.minute) : closes;
    minutes += Math.max(0, end - begin);
  }
  return minutes;
}

/** Whether staff work on a day, `YYYY-MM-DD`. */
export function isWorkingDay(day: string): boolean {
  return isWorking(Date.parse(day) / dayMs);
}

/** `day`: days since 1 January 1970, which was a Thursday. */
function isWorking(day: number): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7;
  return weekday >= 1 && weekday <= 5 && !isHoliday(new Date(day * dayMs).toISOString().slice(0, 10));
}
