import { addDays, daysBetween } from '../clock.ts';
import type { Day } from '../store/tables.ts';
import { ValidationError } from '../validation/validation-error.ts';

/** The days from the first to the last. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

const maxYears = 10;

export const units = ['week', 'month'] as const;
type Unit = (typeof units)[number];

/** The number of months since January of the year 0. */
function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

const yearText = (year: number) => String(year).padStart(4, '0');
const firstOf = (month: number): Day =>
  `${yearText(Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}-01`;
const lastOf = (month: number): Day => addDays(firstOf(month + 1), -1);

/** So many weeks from Monday to Sunday, or months, up to the one that holds a day; the earliest first. */
export function periodsUpTo(day: Day, unit: Unit, many: number): Period[] {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return Array.from({ length: many }, (_, i) => {
    const later = i + 1 - many;
    if (unit === 'month') return { from: firstOf(monthOf(day) + later), to: lastOf(monthOf(day) + later) };
    const from = addDays(day, 7 * later - sinceMonday);
    return { from, to: addDays(from, 6) };
  });
}

/** The calendar year of a period; undefined if it is not exactly one. */
export function yearOf({ from, to }: Period): number | undefined {
  const year = from.slice(0, 4);
  return from === `${year}-01-01` && to === `${year}-12-31` ? Number(year) : undefined;
}

/** The parts of a period that lie in one month each, in order. */
export function byMonth({ from, to }: Period): Period[] {
  const [first, last] = [monthOf(from), monthOf(to)];
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    from: i === 0 ? from : firstOf(first + i),
    to: first + i === last ? to : lastOf(first + i),
  }));
}

/** The parts of a period of seven days, the last one shorter. */
export function byWeek({ from, to }: Period): Period[] {
  const weeks = Math.floor(daysBetween(from, to) / 7) + 1;
  return Array.from({ length: weeks }, (_, i) => {
    const [first, last] = [addDays(from, 7 * i), addDays(from, 7 * i + 6)];
    return { from: first, to: last < to ? last : to };
  });
}

/**
 * The same days a year before. 29 February begins on the 28th; the last day of February ends on that of the year before,
 * so that a whole month is compared with a whole one.
 */
export function yearBefore({ from, to }: Period): Period {
  const before = (day: Day) => `${yearText(Number(day.slice(0, 4)) - 1)}${day.slice(4)}`;
  const february = monthOf(to) - 12;
  return {
    from: from.endsWith('-02-29') ? `${before(from).slice(0, 8)}28` : before(from),
    to: to.slice(5, 7) === '02' && to === lastOf(monthOf(to)) ? lastOf(february) : before(to),
  };
}

/** The part of a period up to today, to which the year before is compared; all of a period still to come. */
export function toDate({ from, to }: Period, today: Day): Period {
  return { from, to: from <= today && today < to ? today : to };
}

/**
 * The period of a query: a year, or from one day to another; the running year by default. Throws a `ValidationError` that
 * names the wrong parameter.
 */
export function periodOf(
  query: {
    readonly year?: number | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  },
  today: Day,
): Period {
  const { from, to } = query;
  if (from === undefined && to === undefined) {
    const year = query.year === undefined ? today.slice(0, 4) : String(query.year);
    return { from: `${year}-01-01`, to: `${year}-12-31` };
  }
  if (query.year !== undefined) throw new ValidationError('year', 'expected without from and to');
  if (from === undefined) throw new ValidationError('from', 'expected with to');
  if (to === undefined) throw new ValidationError('to', 'expected with from');
  requireUsualYear('from', from);
  requireUsualYear('to', to);
  if (to < from) throw new ValidationError('to', 'expected no day before from');
  if (to >= `${Number(from.slice(0, 4)) + maxYears}${from.slice(4)}`)
    throw new ValidationError('to', `expected at most ${maxYears} years from the first day`);
  return { from, to };
}

/** Throws a `ValidationError` that names the parameter. */
export function requireUsualYear(name: string, day: Day): void {
  if (day < '1900-01-01' || day > '2999-12-31')
    throw new ValidationError(name, 'expected a day from 1900 to 2999');
}
