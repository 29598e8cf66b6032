import { daysBetween, today } from './days.ts';

const locale = 'fr-FR';
const digits = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
/** Moments are shown in the time of Paris. A day has no time zone: UTC keeps it unchanged. */
const writerOf = (options: Intl.DateTimeFormatOptions, timeZone: 'UTC' | 'Europe/Paris') => {
  const writer = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  return (text: string) => writer.format(new Date(text));
};
const rangeWriterOf = (options: Intl.DateTimeFormatOptions) => {
  const writer = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (from: string, to: string) => writer.formatRange(new Date(from), new Date(to));
};
const clock = writerOf({ hour: '2-digit', minute: '2-digit' }, 'Europe/Paris');
const momentDay = writerOf(digits, 'Europe/Paris');
const numbers = new Intl.NumberFormat(locale);

/** Whether a day is of the year of `now`. */
const isOfYear = (day: string, now: Date) => day.slice(0, 4) === today(now).slice(0, 4);

/** Formats days, moments and numbers as French writes them. */
export const format = {
  /** `2026-03-04` → `04/03/2026`. */
  day: writerOf(digits, 'UTC'),
  /** `2026-03-04` → `mer.` */
  shortWeekday: writerOf({ weekday: 'short' }, 'UTC'),
  /** A day of this year → `04/03`, of another → `04/03/2025`. */
  listDay(day: string, now = new Date()): string {
    const text = format.day(day);
    return isOfYear(day, now) ? text.slice(0, 'JJ/MM'.length) : text;
  },
  /** `2026-03-04` → `mer. 4 mars` */
  shortDay: writerOf({ weekday: 'short', day: 'numeric', month: 'short' }, 'UTC'),
  /** `2026-03-04` → `mercredi 4 mars` */
  dayWithoutYear: writerOf({ weekday: 'long', day: 'numeric', month: 'long' }, 'UTC'),
  /** `2026-03-04` → `mercredi 4 mars 2026` */
  longDay: writerOf({ dateStyle: 'full' }, 'UTC'),
  /** `2026-03-04T09:00:00.000Z` → `04/03/2026 10:00`. */
  moment: (text: string) => `${momentDay(text)} ${clock(text)}`,
  /** An instant of today → `17:52`, of this week → `sam. 17:52`, of this year → `04/03 10:00`; an earlier one → `04/03/2025`. */
  since(text: string, now = new Date()) {
    const day = today(new Date(text));
    const days = daysBetween(day, today(now));
    if (days <= 0) return clock(text);
    if (days < 7) return `${format.shortWeekday(day)} ${clock(text)}`;
    return isOfYear(day, now) ? `${format.listDay(day, now)} ${clock(text)}` : format.day(day);
  },
  /** `2026-09` → `septembre`. */
  month: writerOf({ month: 'long' }, 'UTC'),
  /** `2026-09` → `sept.` */
  shortMonth: writerOf({ month: 'short' }, 'UTC'),
  /** `2026-02-01` and `2026-03-04` → `01/02/2026 – 04/03/2026`; a single day alone. */
  days: rangeWriterOf(digits),
  /** `2025-11-01` and `2026-10-31` → `nov. 2025 – oct. 2026`. */
  months: rangeWriterOf({ month: 'short', year: 'numeric' }),
  /** 3412 → `3 412`. */
  number: (value: number) => numbers.format(value),
  /** A number that was not counted further: `10 000+`. */
  total: ({ count, exact }: { readonly count: number; readonly exact: boolean }) =>
    `${numbers.format(count)}${exact ? '' : '+'}`,
  /** Joins the parts that are there: `Visite · 23/11/2026 10:00`. */
  dotted: (...parts: readonly (string | false | null | undefined)[]) => parts.filter(Boolean).join(' · '),
};

/** The form of a word that French takes with a number: `fiche` with 0 and 1, `fiches` from 2 on. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count < 2 ? one : many;
}
