const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the text is an existing day, `YYYY-MM-DD`. Year 0 is rejected: PostgreSQL has none. */
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
 * Parses ISO 8601 with a time zone, or a bare day, which is midnight UTC. Returns the moment as it is stored, ISO 8601 in
 * UTC with milliseconds; `undefined` when the text is neither.
 */
export function momentOf(text: string): string | undefined {
  if (!moment.test(text) || !isDay(text.slice(0, 10))) return undefined;
  const instant = new Date(text);
  // The time zone can move the first or the last day out of the range of years that the databases support.
  const year = Number.isNaN(instant.getTime()) ? 0 : instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant.toISOString() : undefined;
}
