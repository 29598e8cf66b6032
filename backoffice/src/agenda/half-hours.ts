import type { Appointment } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { isCall } from './appointment.ts';

/** A day, and a half hour of it; null for what has no time. */
export interface Slot {
  readonly date: string;
  readonly time: string | null;
}

/** « lundi 23 novembre 2026, 10:00 » */
export function momentText({ date, time }: Slot): string {
  return `${format.longDay(date)}, ${time ?? 'Sans heure'}`;
}

/** A half hour, counted from midnight. */
export type HalfHour = number;

export function halfHourOf(time: string): HalfHour {
  return Number(time.slice(0, 2)) * 2 + (time.slice(3) < '30' ? 0 : 1);
}

export function timeOf(halfHour: HalfHour): string {
  return `${String(Math.floor(halfHour / 2)).padStart(2, '0')}:${halfHour % 2 === 0 ? '00' : '30'}`;
}

/** Staff hardly work outside 8:00 to 19:00. */
const opens = 16;
const closes = 38;

/** The half hours of the working day, and those of appointments that are earlier or later. */
export function halfHoursOf(appointments: readonly Appointment[]): readonly HalfHour[] {
  const used = placesOf(appointments);
  const first = Math.min(opens, ...used.map(({ from }) => from));
  const end = Math.max(closes, ...used.map(({ to }) => to));
  return Array.from({ length: end - first }, (_, i) => first + i);
}

/** Where an appointment with a time stands among those of its day. */
export interface Place {
  readonly appointment: Appointment;
  /** Its first half hour, and the one after its last. */
  readonly from: HalfHour;
  readonly to: HalfHour;
  /** Which of the `lanes` it stands in, where several stand side by side. */
  readonly lane: number;
  readonly lanes: number;
}

/** Places the appointments of a day, which come by time: a visit or an interview takes an hour, a call half of one. */
export function placesOf(appointments: readonly Appointment[]): readonly Place[] {
  /** How many lanes those have that overlap. */
  let group = { lanes: 0, to: 0 };
  const placed: (Omit<Place, 'lanes'> & { readonly group: typeof group })[] = [];
  for (const appointment of appointments) {
    const { time } = appointment;
    if (time === null) continue;
    const from = halfHourOf(time);
    const to = from + (isCall(appointment) ? 1 : 2);
    if (from >= group.to) group = { lanes: 0, to };
    const taken = placed.filter((one) => one.group === group && one.to > from).map(({ lane }) => lane);
    let lane = 0;
    while (taken.includes(lane)) lane++;
    group.lanes = Math.max(group.lanes, lane + 1);
    group.to = Math.max(group.to, to);
    placed.push({ appointment, from, to, lane, group });
  }
  return placed.map(({ group: { lanes }, ...place }) => ({ ...place, lanes }));
}
