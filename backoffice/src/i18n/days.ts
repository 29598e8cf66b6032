const dayMs = 24 * 60 * 60_000;

/** Today in Paris, `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  // The Swedish format is that of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(now);
}

/** The day so many days later; before, when `days` is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** How many days later the second day is; negative when it is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

/** The time of day in Paris, `HH:MM`. */
export function nowInParis(now = new Date()): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', timeStyle: 'short' }).format(now);
}
