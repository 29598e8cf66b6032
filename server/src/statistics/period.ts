import { ValidationError } from '../validation/validation-error.ts';

/** Whole months from the first to the last, each as the number of months since January of the year 0. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The longest period: ten years. */
const maxMonths = 120;

/** Parses `YYYY-MM`. */
export function monthOf(text: string): number {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
}

/** Formats a month as `YYYY-MM`. */
export function monthText(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** The calendar year of a period; undefined if it is not exactly one. */
export function yearOf({ from, to }: Period): number | undefined {
  return from % 12 === 0 && to === from + 11 ? from / 12 : undefined;
}

/** The months of a period, in order. */
export function monthsOf({ from, to }: Period): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** The same months a year before. */
export function yearBefore({ from, to }: Period): Period {
  return { from: from - 12, to: to - 12 };
}

/** The part of a period up to the running month, to which the year before is compared; all of a period still to come. */
export function toDate({ from, to }: Period, runningMonth: number): Period {
  return { from, to: from <= runningMonth ? Math.min(to, runningMonth) : to };
}

/**
 * The period of a query: a year, or from one month to another; the running year by default. Throws a `ValidationError`
 * that names the wrong parameter.
 */
export function periodOf(
  query: {
    readonly year?: number | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  },
  runningMonth: number,
): Period {
  const { year = Math.floor(runningMonth / 12), from, to } = query;
  if (from === undefined && to === undefined) return { from: year * 12, to: year * 12 + 11 };
  if (query.year !== undefined) throw new ValidationError('year', 'expected without from and to');
  if (from === undefined) throw new ValidationError('from', 'expected with to');
  if (to === undefined) throw new ValidationError('to', 'expected with from');
  const period = { from: monthOf(from), to: monthOf(to) };
  if (period.to < period.from) throw new ValidationError('to', 'expected no month before from');
  if (period.to - period.from >= maxMonths)
    throw new ValidationError('to', `expected at most ${maxMonths} months from the first`);
  return period;
}
