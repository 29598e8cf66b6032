import type { Appointment } from '../api/responses.ts';
import { addDays } from '../i18n/days.ts';

/** The days of the week of a day, Monday first. */
export function weekOf(day: string): readonly string[] {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return [0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(day, offset - weekday));
}

/** An hour of the day; null for appointments without a time. */
export type Hour = number | null;

export const hourOf = ({ time }: Pick<Appointment, 'time'>): Hour =>
  time === null ? null : Number(time.slice(0, 2));

/** Staff hardly work outside these hours. */
const opens = 9;
const closes = 18;

/** The rows of the week: its working hours and those of its appointments; last, if needed, the one without an hour. */
export function hoursOf(appointments: readonly Appointment[]): readonly Hour[] {
  const hours = appointments.map(hourOf).filter((hour) => hour !== null);
  const first = Math.min(opens, ...hours);
  const last = Math.max(closes - 1, ...hours);
  const rows: Hour[] = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return appointments.some(({ time }) => time === null) ? [...rows, null] : rows;
}

/** The time of an appointment that is moved to an hour: its minutes stay. */
export function timeAt({ time }: Pick<Appointment, 'time'>, hour: Hour): string | null {
  return hour === null ? null : `${String(hour).padStart(2, '0')}:${time?.slice(3, 5) ?? '00'}`;
}
