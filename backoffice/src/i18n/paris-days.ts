import { addDays, today } from './days.ts';

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
