/** Milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** A day of 24 hours. Days of Europe/Paris may have 23 or 25: `startOfDay` knows. */
export const dayMs = 24 * hourMs;

/** Returns the current time. Tests pass their own. */
export type Clock = () => Date;

/**
 * Returns milliseconds since some fixed moment. Unlike the time of day it can't be set, so rate limits and delays use it.
 * Tests pass their own.
 */
export type MonotonicClock = () => number;

/** Smaller steps back are ignored: clocks are corrected by seconds all the time, and those of two processes differ. */
export const ignoredStepMs = minuteMs;

/**
 * Returns a function that calls `repair` when the clock has gone back by more than a minute since the last call, and at
 * the first call, since the clock may have gone back while no process ran. When `repair` rejects, so does the call, and
 * the next call tries again.
 */
export function afterStepBack(clock: Clock, repair: () => Promise<unknown>): () => Promise<void> {
  let newestMs = Infinity;
  return async () => {
    const nowMs = clock().getTime();
    if (nowMs < newestMs - ignoredStepMs) {
      await repair();
      newestMs = nowMs;
    } else newestMs = Math.max(newestMs, nowMs);
  };
}

const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' });
const quarterMs = 15 * minuteMs;
let cached = { quarter: Number.NaN, day: '' };

/** Returns the day in Europe/Paris at an instant, `YYYY-MM-DD`. */
export function parisDay(instant: Date): string {
  // In every time zone days change on a quarter of an hour, so one formatted day serves a whole quarter.
  const quarter = Math.floor(instant.getTime() / quarterMs);
  if (cached.quarter !== quarter) cached = { quarter, day: paris.format(instant) };
  return cached.day;
}

/** Returns the day, `YYYY-MM-DD`, so many days later; before, when `days` is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the same day, `YYYY-MM-DD`, so many years later. */
export function addYears(day: string, years: number): string {
  return Temporal.PlainDate.from(day).add({ years }).toString();
}

/** Returns how many days later the second day is; negative when it is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

/** The time before now; not what was written while the clock was wrong. Another process may have one a little ahead. */
export function pastWindow(now: Date, ms: number): Window {
  return {
    since: new Date(now.getTime() - ms).toISOString(),
    until: new Date(now.getTime() + quarterMs).toISOString(),
  };
}
export type Window = { readonly since: string; readonly until: string };

/** Returns the instant at which a day, `YYYY-MM-DD`, begins in Europe/Paris. */
export function startOfDay(day: string): Date {
  return instantIn('Europe/Paris', day, '00:00');
}

/** The instant of a wall-clock time in a time zone: the first of two, and an hour later where a clock change skips it. */
export function instantIn(zone: string, date: string, time: string): Date {
  const zoned = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone);
  return new Date(zoned.epochMilliseconds);
}

/** The day, `YYYY-MM-DD`, and the hour in a time zone at an instant. */
export function momentIn(zone: string, instant: Date) {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  return { day: zoned.toPlainDate().toString(), hour: zoned.hour };
}
