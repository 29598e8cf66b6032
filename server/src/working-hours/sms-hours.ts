import { addDays, hourMs, startOfDay } from '../clock.ts';
import { isHoliday } from './holidays.ts';
import { parisMoment } from './working-minutes.ts';

/** 8:00 to 20:00 in Paris. */
const opens = 8;
const closes = 20;

/** The first instant from this one on at which an SMS may reach a person: in the day, on no Sunday and no public holiday. */
export function nextSmsTime(at: Date): Date {
  const { day, minute } = parisMoment(at);
  if (isOpen(day) && minute >= opens * 60 && minute < closes * 60) return at;
  let next = minute < opens * 60 ? day : addDays(day, 1);
  while (!isOpen(next)) next = addDays(next, 1);
  // Clocks change on Sundays alone.
  return new Date(startOfDay(next).getTime() + opens * hourMs);
}

const isOpen = (day: string) => new Date(day).getUTCDay() !== 0 && !isHoliday(day);
