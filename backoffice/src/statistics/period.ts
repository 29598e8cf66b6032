import { addDays, isDay, mondayOf, today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';

const monthsIn = { month: 1, quarter: 3, year: 12 } as const;
export type PeriodKind = 'week' | keyof typeof monthsIn | 'custom';

/** Days, `YYYY-MM-DD`, from the first to the last. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const maxYears = 10;

/** The period that holds a day; for `custom` the year up to it. */
export function periodWith(kind: PeriodKind, day: string): Period {
  const year = Number(day.slice(0, 4));
  if (kind === 'custom') return { from: firstOf(year, 1), to: day };
  if (kind === 'week') {
    const monday = mondayOf(day);
    return { from: monday, to: addDays(monday, 6) };
  }
  const length = monthsIn[kind];
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / length) * length + 1;
  return { from: firstOf(year, first), to: lastOf(year, first + length - 1) };
}

/** Today, unless the period does not hold it: then its first day. */
export function dayIn(period: Period | undefined): string {
  const running = today();
  return period === undefined || (running >= period.from && running <= period.to) ? running : period.from;
}

/** The first day of a month from 1. */
function firstOf(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

function lastOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** A period of the address: days from 1900 to 2999, in order, less than ten years apart. */
export function periodIn(from: string | null, to: string | null): Period | undefined {
  if (!isDay(from) || !isDay(to) || to < from) return undefined;
  return to < `${Number(from.slice(0, 4)) + maxYears}${from.slice(4)}` ? { from, to } : undefined;
}

/** `semaine du 23 au 29 novembre`, `semaine du 30 novembre au 6 décembre`; of another year with it. */
export function weekText({ from, to }: Period): string {
  const [monday, sunday] = [from, to].map((day) => (day.endsWith('-01') ? '1er' : `${Number(day.slice(8))}`));
  const first = from.slice(0, 7) === to.slice(0, 7) ? monday : `${monday} ${format.month(from)}`;
  const year = to.slice(0, 4) === today().slice(0, 4) ? '' : ` ${to.slice(0, 4)}`;
  return `semaine du ${first} au ${sunday} ${format.month(to)}${year}`;
}

/** `2026`, `novembre 2026`, `janv.–nov. 2026`, `nov. 2025 – oct. 2026`, `01/02/2026 – 04/03/2026`. */
export function periodText({ from, to }: Period): string {
  const [year, month] = [to.slice(0, 4), to.slice(0, 7)];
  if (!from.endsWith('-01') || to !== lastOf(Number(year), Number(to.slice(5, 7))))
    return format.days(from, to);
  if (from.startsWith(month)) return `${format.month(from)} ${year}`;
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : format.months(from, to);
}
