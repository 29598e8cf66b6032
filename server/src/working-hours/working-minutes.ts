import { dayMs, hourMs, minuteMs, parisDay } from '../clock.ts';
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

let cached = { hour: Number.NaN, day: '', minute: 0 };

/** The local date and time in Paris at an instant. */
export function parisMoment(instant: Date): ParisMoment {
  // In Paris days begin and clocks change on an hour of UTC, so one that is formatted serves all its minutes.
  const hour = Math.floor(instant.getTime() / hourMs);
  if (cached.hour !== hour) {
    const start = new Date(hour * hourMs);
    cached = { hour, day: parisDay(start), minute: minuteOf(parisTime(start)) };
  }
  const minutes = Math.floor((instant.getTime() - hour * hourMs) / minuteMs);
  return { day: cached.day, minute: cached.minute + minutes };
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
 * whose department may have a holiday of its own. Once there are more than `limit`, no more days are counted.
 */
export function workingMinutesBetween(
  from: ParisMoment,
  to: ParisMoment,
  postalCode = '',
  limit = Number.POSITIVE_INFINITY,
): number {
  const first = Date.parse(from.day) / dayMs;
  const last = Date.parse(to.day) / dayMs;
  let minutes = 0;
  for (let day = first; day <= Math.min(last, first + maxDays) && minutes <= limit; day++) {
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

/** By postal code and day. Statistics ask for the days of two years a hundred thousand times. */
const known = new Map<string, Map<number, boolean>>();

/** `day`: days since 1 January 1970, which was a Thursday. */
function isWorking(day: number, postalCode: string): boolean {
  let days = known.get(postalCode);
  if (days === undefined) {
    days = new Map();
    known.set(postalCode, days);
  }
  let works = days.get(day);
  if (works === undefined) {
    const weekday = (((day + 4) % 7) + 7) % 7;
    const text = new Date(day * dayMs).toISOString().slice(0, 10);
    works = weekday >= 1 && weekday <= 5 && !isHoliday(text, postalCode);
    days.set(day, works);
  }
  return works;
}
