import type { Chance } from './chance.ts';

/** A moment in local time, Europe/Paris. */
export type Moment = Temporal.ZonedDateTime;

/** Online contacts come at any hour, calls and visits during office hours. */
export type Habit = 'any hour' | 'office hours';

/** The weight of each month, January first. */
const months = [1.15, 1, 1, 0.95, 0.95, 1.1, 1.15, 0.9, 1.15, 1.05, 1, 0.6];
/** The weight of each day of the week, Monday first, and of each hour of the day from midnight on. */
const habits: Readonly<
  Record<Habit, { readonly days: readonly number[]; readonly hours: readonly number[] }>
> = {
  'any hour': {
    days: [1.15, 1.05, 1, 1, 0.95, 0.7, 0.75],
    hours: [3, 1, 1, 0, 0, 1, 3, 8, 20, 35, 40, 38, 25, 25, 35, 36, 34, 30, 26, 24, 26, 25, 16, 8],
  },
  'office hours': {
    days: [1.25, 1.1, 1.05, 1.05, 1, 0.2, 0],
    hours: [0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 14, 13, 5, 4, 12, 12, 11, 8, 0, 0, 0, 0, 0, 0],
  },
};

/** By how many positions a moment may be off its evenly spread place. */
const maxJitter = 5;

const opens = 9;
const closes = 18;

/** An instant in Paris. */
export function inParis(instant: Date): Moment {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('Europe/Paris');
}

/** Converts for code outside this folder. */
export function asDate(moment: Moment): Date {
  return new Date(moment.epochMilliseconds);
}

/** The day, `YYYY-MM-DD`. */
export function dayOf(moment: Moment): string {
  return moment.toPlainDate().toString();
}

/** The time of day, `HH:MM`. */
export function timeOf(moment: Moment): string {
  return moment.toPlainTime().toString({ smallestUnit: 'minute' });
}

/** The instant of a day and a time of day, as {@link dayOf} and {@link timeOf} write them. */
export function instantOf(day: string, time: string): string {
  return asDate(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('Europe/Paris')).toISOString();
}

/** Comparator for sorting, oldest first. */
export function byTime(one: Moment, other: Moment): number {
  return Temporal.ZonedDateTime.compare(one, other);
}

/** Whether one moment is strictly before the other. */
export function isBefore(one: Moment, other: Moment): boolean {
  return byTime(one, other) < 0;
}

/** The year before had less of everything. */
export const yearBeforeShare = 0.7;

/**
 * Draws moments of the two years before `now`, oldest first: `count` in the last year, {@link yearBeforeShare} of that in
 * the one before.
 */
export function momentsOfTwoYears(now: Moment, chance: Chance): (habit: Habit, count: number) => Moment[] {
  const before = momentsBefore(now.subtract({ years: 1 }), chance);
  const lately = momentsBefore(now, chance);
  return (habit, count) => [...before(habit, Math.round(count * yearBeforeShare)), ...lately(habit, count)];
}

/**
 * Draws moments of the year before `now`, oldest first, more in busy months, days and hours. They are spread evenly over
 * the weights with a little jitter, so that months get their share while days still differ.
 */
function momentsBefore(now: Moment, chance: Chance): (habit: Habit, count: number) => Moment[] {
  const begin = now.subtract({ years: 1 });
  const days: Temporal.PlainDate[] = [];
  for (let day = begin.toPlainDate(); Temporal.PlainDate.compare(day, now) <= 0; day = day.add({ days: 1 })) {
    days.push(day);
  }
  return (habit, count) => {
    const hours = habits[habit].hours.map((weight, hour) => [hour, weight] as const);
    const weights = days.map(
      ({ month, dayOfWeek }) => (months[month - 1] ?? 0) * (habits[habit].days[dayOfWeek - 1] ?? 0),
    );
    const dayAt = (place: number) => days[indexAt(weights, place)] ?? begin.toPlainDate();
    const draw = (i: number): Moment => {
      for (let off = maxJitter; ; off = count) {
        const place = ((i + chance.number(-off, off)) / count + 2) % 1;
        const moment = dayAt(place)
          .toZonedDateTime({
            timeZone: 'Europe/Paris',
            plainTime: { hour: chance.weighted(hours), minute: chance.integer(0, 59) },
          })
          .add({ seconds: chance.integer(0, 59) });
        if (!isBefore(moment, begin) && isBefore(moment, now)) return moment;
      }
    };
    return Array.from({ length: count }, (_, i) => draw(i)).sort(byTime);
  };
}

/** The index at which the cumulative weight reaches this part, 0 to 1, of the total. */
function indexAt(weights: readonly number[], part: number): number {
  let left = part * weights.reduce((sum, weight) => sum + weight, 0);
  return weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
}

/** The moment this many office hours later. */
export function officeHoursLater(moment: Moment, hours: number): Moment {
  let at = nextOpen(moment);
  let minutes = Math.round(hours * 60);
  for (;;) {
    const left = Math.floor(at.until(at.with({ hour: closes, minute: 0, second: 0 })).total('minutes'));
    if (minutes < left) return at.add({ minutes });
    minutes -= left;
    at = nextOpen(at.add({ days: 1 }).with({ hour: opens, minute: 0, second: 0 }));
  }
}

/** An appointment on a quarter of an hour, this many days later or on the next working day after that. */
export function appointmentLater(moment: Moment, days: number, chance: Chance): Moment {
  const day = nextOpen(moment.add({ days }).with({ hour: opens }));
  return day.with({ hour: chance.integer(10, 16), minute: chance.one([0, 15, 30, 45]), second: 0 });
}

function nextOpen(moment: Moment): Moment {
  if (moment.hour >= closes)
    return nextOpen(moment.add({ days: 1 }).with({ hour: opens, minute: 0, second: 0 }));
  if (moment.dayOfWeek > 5)
    return nextOpen(moment.add({ days: 8 - moment.dayOfWeek }).with({ hour: opens, minute: 0, second: 0 }));
  return moment.hour < opens ? moment.with({ hour: opens, minute: 0, second: 0 }) : moment;
}
