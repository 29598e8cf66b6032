import { daysBetween, today } from './days.ts';

/** Formats days, moments and numbers; moments in the time of Paris. */
export interface Format {
  /** `2026-03-04` → `04/03/2026`. */
  readonly day: (day: string) => string;
  /** `2026-03-04` → `mer. 4 mars` */
  readonly shortDay: (day: string) => string;
  /** `2026-03-04` → `mercredi 4 mars 2026` */
  readonly longDay: (day: string) => string;
  /** `2026-03-04T09:00:00.000Z` → `04/03/2026 10:00`. */
  readonly moment: (instant: string) => string;
  /** An instant of this week → `samedi 17:52`; an earlier one → `04/03/2026 10:00`. */
  readonly since: (instant: string, now?: Date) => string;
  /** `2026-09` → `septembre`. */
  readonly month: (month: string) => string;
  /** `2026-09` → `sept.` */
  readonly shortMonth: (month: string) => string;
  /** 3412 → `3 412`. */
  readonly number: (value: number) => string;
}

const paris = 'Europe/Paris';
const locale = 'fr-FR';

/** As French writes them. */
export const format = formatOf();

function formatOf(): Format {
  const digits = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  // A day has no time zone: UTC keeps it unchanged.
  const day = new Intl.DateTimeFormat(locale, { ...digits, timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: paris });
  const momentDay = new Intl.DateTimeFormat(locale, { ...digits, timeZone: paris });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: paris });
  const number = new Intl.NumberFormat(locale);
  return {
    day: (text) => day.format(new Date(text)),
    shortDay: (text) => shortDay.format(new Date(text)),
    longDay: (text) => longDay.format(new Date(text)),
    month: (text) => month.format(new Date(text)),
    shortMonth: (text) => shortMonth.format(new Date(text)),
    moment: (text) => `${momentDay.format(new Date(text))} ${clock.format(new Date(text))}`,
    since(text, now = new Date()) {
      const instant = new Date(text);
      const isRecent = daysBetween(today(instant), today(now)) < 7;
      return `${(isRecent ? weekday : momentDay).format(instant)} ${clock.format(instant)}`;
    },
    number: (value) => number.format(value),
  };
}
