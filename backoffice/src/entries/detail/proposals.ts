import { addDays } from '../../i18n/days.ts';
import type { Moment } from './timeline.ts';

const morning = '10:00';
const afternoon = '14:00';

/**
 * Proposals for the next call or visit: the other half of the day, the next working day at 10:00, and Wednesday at 14:00,
 * when families are free. No proposal is for a weekend.
 */
export function proposals({ date, time }: Moment): Moment[] {
  const next = workingDayAfter(date);
  const proposed = [
    time < '12:00' && isWorkingDay(date) ? { date, time: afternoon } : { date: next, time: afternoon },
    { date: next, time: morning },
    { date: wednesdayAfter(date), time: afternoon },
  ].toSorted((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1));
  return proposed.filter(
    (one, i) => proposed.findIndex((other) => other.date === one.date && other.time === one.time) === i,
  );
}

const weekdayOf = (day: string) => new Date(day).getUTCDay();

function isWorkingDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}

function workingDayAfter(day: string): string {
  const next = addDays(day, 1);
  return isWorkingDay(next) ? next : workingDayAfter(next);
}

function wednesdayAfter(day: string): string {
  const next = addDays(day, 1);
  return weekdayOf(next) === 3 ? next : wednesdayAfter(next);
}
