import { dayMs, parisDay } from '../clock.ts';
import { isHoliday } from './holidays.ts';

/** Local date and time in Europe/Paris. */
export interface ParisMoment {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Wall-clock minutes since midnight. */
  readonly minute: number;
}

/** Working hours, in minutes of the day: 9:00 to 18:00 in Paris, Monday to Friday, except public holidays. */
const opens = 9 * 60;
const closes = 18 * 60;
export const minutesOfWorkingDay = closes - opens;

/** Cap of ten years, so that a mistyped date can't make the loop run long. */
const maxDays = 3_660;

let paris: Intl.DateTimeFormat | undefined;

/** The local date and time in Paris at an instant. */
export function parisMoment(instant: Date): ParisMoment {
  return { day: parisDay(instant), minute: minuteOf(parisTime(instant)) };
}

/** The local time in Paris at an instant, `HH:MM`. */
export function parisTime(instant: Date): string {
  paris ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', timeStyle: 'short' });
  return paris.format(instant);
}

/** The minute of the day of a time, `HH:MM`. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The end of a working day, for events whose time is unknown. */
export function endOfDay(day: string): ParisMoment {
  return { day, minute: closes };
}

/**
 * The working minutes between two moments: Monday to Friday, 9:00 to 18:00 in Paris, except public holidays. 0 unless the
 * second is after the first. Clocks change on Sundays, so every working day has the same length. `postalCode`: of a residence,
 * whose department may have a holiday of its own.
 */
export function workingMinutesBetween(from: ParisMoment, to: ParisMoment, postalCode = ''): number {
  const first = Date.parse(from.day) / dayMs;
  const last = Date.parse(to.day) / dayMs;
  let minutes = 0;
  for (let day = first; day <= Math.min(last, first + maxDays); day++) {
    if (!isWorking(day, postalCode)) continue;
    const begin = day === first ? Math.max(opens, from.minute) : opens;
    const end = day === last ? Math.min(closes, to.minute) : closes;
    minutes += Math.max(0, end - begin);
  }
  return minutes;
}

/** Whether staff work on a day, `YYYY-MM-DD`. */
export function isWorkingDay(day: string): boolean {
  return isWorking(Date.parse(day) / dayMs, '');
}

/** The working day that is so many after a day, or before it where `count` is negative; the day itself does not count. */
export function workingDayFrom(day: string, count: number): string {
  let found = Date.parse(day) / dayMs;
  for (let left = Math.abs(count); left > 0; ) {
    found += Math.sign(count);
    if (isWorking(found, '')) left--;
  }
  return new Date(found * dayMs).toISOString().slice(0, 10);
}

/** `day`: days since 1 January 1970, which was a Thursday. */
function isWorking(day: number, postalCode: string): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7;
  return (
    weekday >= 1 && weekday <= 5 && !isHoliday(new Date(day * dayMs).toISOString().slice(0, 10), postalCode)
  );
}
