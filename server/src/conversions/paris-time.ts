import type { Instant } from '../store/tables.ts';

/** Formats an instant for Google Ads: `2026-03-04 10:15:00+0100`. */
export function adsTime(instant: Instant): string {
  return isoTime(instant)
    .replace('T', ' ')
    .replace(/:(?=\d\d$)/, '');
}

/** Formats an instant as ISO 8601 with the offset of Paris: `2026-03-04T10:15:00+01:00`. */
export function isoTime(instant: Instant): string {
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Paris');
  return zoned.toString({ smallestUnit: 'second', timeZoneName: 'never' });
}
