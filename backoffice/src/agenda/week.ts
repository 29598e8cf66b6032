import { addDays } from '../i18n/days.ts';

/** The days of the week of a day, Monday first. */
export function weekOf(day: string): readonly string[] {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return [0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(day, offset - weekday));
}
