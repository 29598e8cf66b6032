import type { Day, Instant } from '../store/tables.ts';

let clock: Intl.DateTimeFormat | undefined;
const minuteMs = 60_000;

/**
 * The instant at which clocks in Paris show a day and a time, `HH:MM`. Of the hour that exists twice in autumn it is the
 * first; in the one that spring leaves out, the same as many minutes later.
 */
export function instantInParis(day: Day, time: string): Instant {
  const shown = Date.parse(`${day}T${time}:00.000Z`);
  const summer = new Date(shown - 120 * minuteMs);
  const instant = offsetMinutes(summer) === 120 ? summer : new Date(shown - 60 * minuteMs);
  return instant.toISOString();
}

/** As Google Ads reads it: `2026-03-04 10:15:00+0100`. */
export function adsTime(instant: Instant): string {
  return written(new Date(instant), ' ', '');
}

/** ISO 8601 with the offset of Paris: `2026-03-04T10:15:00+01:00`. */
export function isoTime(instant: Instant): string {
  return written(new Date(instant), 'T', ':');
}

function written(instant: Date, between: string, inOffset: string): string {
  const offset = offsetMinutes(instant);
  const [day, time] = shownInParis(instant).split(' ');
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${day}${between}${time}+${twoDigits(Math.floor(offset / 60))}${inOffset}${twoDigits(offset % 60)}`;
}

function offsetMinutes(instant: Date): number {
  const wholeSecond = Math.floor(instant.getTime() / 1000) * 1000;
  return (Date.parse(`${shownInParis(instant).replace(' ', 'T')}Z`) - wholeSecond) / minuteMs;
}

/** `2026-03-04 10:15:00`: Swedish writes it so. */
function shownInParis(instant: Date): string {
  clock ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Paris',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return clock.format(instant);
}
