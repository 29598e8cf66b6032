import { formatIn } from '../i18n/format.ts';

export const periodKinds = ['year', 'quarter', 'month', 'custom'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** Whole months, `YYYY-MM`, from the first to the last. */
export interface Months {
  readonly from: string;
  readonly to: string;
}

const monthsIn: Readonly<Record<Exclude<PeriodKind, 'custom'>, number>> = { year: 12, quarter: 3, month: 1 };

/** The year, quarter or month that holds a month; for `custom` the year up to it. */
export function periodWith(kind: PeriodKind, month: string): Months {
  const year = Number(month.slice(0, 4));
  if (kind === 'custom') return { from: monthText(year, 1), to: month };
  const length = monthsIn[kind];
  const first = Math.floor((Number(month.slice(5, 7)) - 1) / length) * length + 1;
  return { from: monthText(year, first), to: monthText(year, first + length - 1) };
}

/** The periods of this kind in a year, in order. */
export function periodsOf(kind: Exclude<PeriodKind, 'custom'>, year: number): Months[] {
  const length = monthsIn[kind];
  return Array.from({ length: 12 / length }, (_, i) => periodWith(kind, monthText(year, i * length + 1)));
}

/** A year and a month from 1 as `YYYY-MM`. */
export function monthText(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** The address's months: whole ones from 1900 to 2999, in order, ten years at most. */
export function periodIn(from: string | null, to: string | null): Months | undefined {
  const isMonth = (text: string | null): text is string => /^(19|2\d)\d\d-(0[1-9]|1[0-2])$/.test(text ?? '');
  if (!isMonth(from) || !isMonth(to) || to < from || index(to) - index(from) >= 120) return undefined;
  return { from, to };
}

const index = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** `2026`, `novembre 2026`, `janv. – nov. 2026`, `nov. 2025 – oct. 2026`. */
export function periodText({ from, to }: Months, language: string): string {
  const { month, shortMonth } = formatIn(language);
  const [year, lastYear] = [from.slice(0, 4), to.slice(0, 4)];
  if (from === to) return `${month(from)} ${year}`;
  if (year !== lastYear) return `${shortMonth(from)} ${year} – ${shortMonth(to)} ${lastYear}`;
  const isYear = from.endsWith('-01') && to.endsWith('-12');
  return isYear ? year : `${shortMonth(from)} – ${shortMonth(to)} ${year}`;
}

/** The last day of a month, `YYYY-MM-DD`. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
