import { addDays, hourMs, minuteMs, startOfDay } from '../clock.ts';
import { isHoliday } from './holidays.ts';
import { parisMoment } from './working-minutes.ts';

/** 8:00 to 20:00 where the number is at home. */
const opens = 8;
const closes = 20;

/** Hours from UTC overseas, by how a number begins: Mayotte, La Réunion, Guadeloupe, Guyane, Martinique. None has summer time. */
const overseas = [
  ['+262639', 3],
  ['+262', 4],
  ['+590', -4],
  ['+594', -3],
  ['+596', -4],
] as const;

/**
 * The first instant from this one on at which an SMS may reach this number, with a plus and the country code: in the day, on no
 * Sunday and no public holiday.
 */
export function nextSmsTime(at: Date, to: string): Date {
  const hours = overseas.find(([start]) => to.startsWith(start))?.[1];
  const { day, minute } = hours === undefined ? parisMoment(at) : momentAt(at, hours);
  if (isOpen(day) && minute >= opens * 60 && minute < closes * 60) return at;
  let next = minute < opens * 60 ? day : addDays(day, 1);
  while (!isOpen(next)) next = addDays(next, 1);
  // Clocks change on Sundays alone.
  const midnightMs = hours === undefined ? startOfDay(next).getTime() : Date.parse(next) - hours * hourMs;
  return new Date(midnightMs + opens * hourMs);
}

/** The local date and time so many hours from UTC. */
function momentAt(at: Date, hours: number) {
  const local = new Date(at.getTime() + hours * hourMs);
  const day = local.toISOString().slice(0, 10);
  return { day, minute: Math.floor((local.getTime() - Date.parse(day)) / minuteMs) };
}

const isOpen = (day: string) => new Date(day).getUTCDay() !== 0 && !isHoliday(day);
