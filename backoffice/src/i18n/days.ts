import { isHoliday } from '../../../server/src/working-hours/holidays.ts';

const dayMs = 24 * 60 * 60_000;

/** Today in Paris, `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return nowIn('Europe/Paris', now).date;
}

/** The day so many days later; before, when `days` is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** Of each input for a day: Chromium makes the year 0026 of two typed digits. */
export const dayBounds = { min: '1900-01-01', max: '2999-12-31' };

/** Whether a value, as of the address, is a day from 1900 to 2999. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^(19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** How many days later the second day is; negative when it is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

/** The day and the time of day, `HH:MM`, in a time zone. */
export function nowIn(timeZone: string, now = new Date()) {
  // The Swedish format is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [date = '', time = ''] = format.format(now).split(' ');
  return { date, time };
}

/** `2026-03-04 10:00` in Paris. */
export function momentOf(instant: string): string {
  const { date, time } = nowIn('Europe/Paris', new Date(instant));
  return `${date} ${time}`;
}

/** Whether a day is of a weekend, or a public holiday. */
export function isDayOff(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay()) || isHoliday(day);
}

/** Whether a day, or a time of it, is over; unknown days are not. */
export function isPast(
  { date, time }: { readonly date: string | null; readonly time: string | null },
  now: { readonly date: string; readonly time: string },
): boolean {
  if (date === null) return false;
  return date < now.date || (date === now.date && time !== null && time < now.time);
}

const hourInParis = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Paris',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** The first instant of a day in Paris: `2026-03-04` → `2026-03-03T23:00:00.000Z`. Empty without a day. */
export function startOfDay(day: string | null | undefined): string {
  return isNoDay(day) ? '' : new Date(startMs(day)).toISOString();
}

/** The last instant of a day in Paris. Empty without a day. */
export function endOfDay(day: string | null | undefined): string {
  if (isNoDay(day)) return '';
  return new Date(startMs(addDays(day, 1)) - 1).toISOString();
}

/** The day in Paris of an instant. Empty without an instant. */
export function dayOf(instant: string | null | undefined): string {
  return isNoDay(instant) ? '' : today(new Date(instant));
}

function isNoDay(text: string | null | undefined): text is '' | null | undefined {
  return text === '' || text === null || text === undefined;
}

/** Clocks change at 1:00 UTC, so Paris has the same offset at midnight UTC and at its own midnight before. */
function startMs(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return midnight - Number(hourInParis.format(midnight)) * 60 * 60_000;
}
