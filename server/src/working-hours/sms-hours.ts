import { addDays, instantIn, momentIn } from '../clock.ts';
import { isHoliday, zoneOf } from './holidays.ts';

/** 8:00 to 20:00 where the number is at home. */
const opens = 8;
const closes = 20;

/** The overseas departments by how a number begins: Mayotte, La Réunion, Guadeloupe, Guyane, Martinique. */
const overseas = [
  ['+262639', '976'],
  ['+262', '974'],
  ['+590', '971'],
  ['+594', '973'],
  ['+596', '972'],
] as const;

/**
 * The first instant from this one on at which an SMS may reach this number, with a plus and the country code: in the day, on no
 * Sunday and no public holiday.
 */
export function nextSmsTime(at: Date, to: string): Date {
  const department = overseas.find(([start]) => to.startsWith(start))?.[1] ?? '';
  const zone = zoneOf(department);
  const isOpen = (day: string) => new Date(day).getUTCDay() !== 0 && !isHoliday(day, department);
  const { day, hour } = momentIn(zone, at);
  if (isOpen(day) && hour >= opens && hour < closes) return at;
  let next = hour < opens ? day : addDays(day, 1);
  while (!isOpen(next)) next = addDays(next, 1);
  return instantIn(zone, next, `0${opens}:00`);
}
