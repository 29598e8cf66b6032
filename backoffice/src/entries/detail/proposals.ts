import { addDays, isDayOff } from '../../i18n/days.ts';
import type { Moment } from './timeline.ts';

/** Every ten minutes of these hours: the first that is free is proposed. */
const morning = timesFrom(10, 12);
const afternoon = timesFrom(14, 17);
const evening = timesFrom(17, 18);

/**
 * Proposals for the next call or visit: the other half of the day, the next working day in the morning, and Wednesday in
 * the afternoon, when families are free; from 15:00 on, the same evening too. None is for a weekend, a public holiday or
 * what is taken.
 */
export function proposals({ date, time }: Moment, isTaken: (moment: Moment) => boolean): Moment[] {
  const isNow = !isDayOff(date);
  const next = workingDayAfter(date);
  const free = (day: string, times: readonly string[]) =>
    times
      .map((one) => ({ date: day, time: one }))
      .filter((one) => !isTaken(one))
      .slice(0, 1);
  const proposed = [
    ...(isNow && time >= '15:00'
      ? free(
          date,
          evening.filter((one) => one > time),
        )
      : []),
    ...free(isNow && time < '12:00' ? date : next, afternoon),
    ...free(next, morning),
    ...free(wednesdayAfter(date), afternoon),
  ].toSorted((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1));
  return proposed.filter(
    (one, i) => proposed.findIndex((other) => other.date === one.date && other.time === one.time) === i,
  );
}

function workingDayAfter(day: string): string {
  const next = addDays(day, 1);
  return isDayOff(next) ? workingDayAfter(next) : next;
}

function wednesdayAfter(day: string): string {
  const next = addDays(day, 1);
  const isWednesday = new Date(next).getUTCDay() === 3;
  return isWednesday && !isDayOff(next) ? next : wednesdayAfter(next);
}

function timesFrom(first: number, last: number): string[] {
  const tens = Array.from({ length: (last - first) * 6 }, (_, i) => `${first + Math.floor(i / 6)}:${i % 6}0`);
  return [...tens, `${last}:00`];
}
