import { minuteMs } from '../clock.ts';
import type { Instant } from '../store/tables.ts';

let clock: Intl.DateTimeFormat | undefined;

/** Formats an instant for Google Ads: `2026-03-04 10:15:00+0100`. */
export function adsTime(instant: Instant): string {
  return format(new Date(instant), ' ', '');
}

/** Formats an instant as ISO 8601 with the offset of Paris: `2026-03-04T10:15:00+01:00`. */
export function isoTime(instant: Instant): string {
  return format(new Date(instant), 'T', ':');
}

function format(instant: Date, separator: string, offsetSeparator: string): string {
  const offset = offsetMinutes(instant);
  const [day, time] = localTime(instant).split(' ');
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${day}${separator}${time}+${twoDigits(Math.floor(offset / 60))}${offsetSeparator}${twoDigits(offset % 60)}`;
}

function offsetMinutes(instant: Date): number {
  const wholeSecond = Math.floor(instant.getTime() / 1000) * 1000;
  return (Date.parse(`${localTime(instant).replace(' ', 'T')}Z`) - wholeSecond) / minuteMs;
}

/** Local time in Paris, `2026-03-04 10:15:00`: the format of the Swedish locale. */
function localTime(instant: Date): string {
  clock ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Paris',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return clock.format(instant);
}
