const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `YYYY-MM-DD`, a day that exists. There was no year 0, and PostgreSQL knows none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && isLeapYear ? 29 : daysOfMonths[month - 1];
  return year > 0 && days !== undefined && day >= 1 && day <= days;
}

const moment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * A moment as it is stored, ISO 8601 with milliseconds in UTC: from ISO 8601 with its zone, or from a day, which begins at
 * midnight UTC; `undefined` when the text is neither.
 */
export function momentOf(text: string): string | undefined {
  if (!moment.test(text) || !isDay(text.slice(0, 10))) return undefined;
  const instant = new Date(text);
  // A zone can carry the first or the last day out of the years that the databases know.
  const year = Number.isNaN(instant.getTime()) ? 0 : instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant.toISOString() : undefined;
}
