/** A moment in local time, Europe/Paris. */
export type Moment = Temporal.ZonedDateTime;

/** The random choices of a demo: the same seed gives the same ones (Mulberry32). */
export function seededChance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  /** From `min` to `max`, both included. */
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  /** One of the values, by weight. */
  function weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    throw new Error('There is nothing to choose from');
  }
  return {
    integer,
    weighted,
    share: (share: number) => next() < share,
    one<T>(choices: readonly T[]): T {
      const chosen = choices[integer(0, choices.length - 1)];
      if (chosen === undefined) throw new Error('There is nothing to choose from');
      return chosen;
    },
  };
}
export type Chance = ReturnType<typeof seededChance>;

/** The weight of each month, day of the week (Monday first) and hour. */
const months = [1.15, 1, 1, 0.95, 0.95, 1.1, 1.15, 0.9, 1.15, 1.05, 1, 0.6];
const days = [1.2, 1.1, 1, 1, 1, 0.4, 0.4];
const hours = [1, 0, 0, 0, 0, 0, 1, 4, 12, 24, 27, 25, 15, 15, 23, 24, 22, 19, 14, 12, 13, 12, 8, 4];
const [opens, closes] = [9, 18];

export function inParis(instant: Date): Moment {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('Europe/Paris');
}

export function asDate(moment: Moment): Date {
  return new Date(moment.epochMilliseconds);
}

/** The day, `YYYY-MM-DD`. */
export function dayOf(moment: Moment): string {
  return moment.toPlainDate().toString();
}

/** The time, `HH:MM`. */
export function timeOf(moment: Moment): string {
  return moment.toPlainTime().toString({ smallestUnit: 'minute' });
}

export function isBefore(one: Moment, other: Moment): boolean {
  return one.epochMilliseconds < other.epochMilliseconds;
}

/** The moment at this time, so many days before. */
export function at(now: Moment, daysBefore: number, time: string): Moment {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return now.subtract({ days: daysBefore }).with({ hour, minute, second: 0, millisecond: 0 });
}

/** Draws moments of the year before `now`, oldest first. */
export function momentsOfYear(chance: Chance, now: Moment, count: number): Moment[] {
  const weights = Array.from({ length: 364 }, (_, i) => {
    const { month, dayOfWeek } = now.subtract({ days: i + 1 });
    return [i + 1, (months[month - 1] ?? 0) * (days[dayOfWeek - 1] ?? 0)] as const;
  });
  const weighted = hours.map((weight, hour) => [hour, weight] as const);
  return Array.from({ length: count }, () =>
    now.subtract({ days: chance.weighted(weights) }).with({
      ...{ hour: chance.weighted(weighted), minute: chance.integer(0, 59), second: chance.integer(0, 59) },
    }),
  ).sort((a, b) => a.epochMilliseconds - b.epochMilliseconds);
}

/** The moment when the office is open, so many minutes of opening later. */
export function officeLater(moment: Moment, minutes: number): Moment {
  const from = nextOpen(moment);
  const left = Math.floor(from.until(from.with({ hour: closes, minute: 0, second: 0 })).total('minutes'));
  if (minutes < left) return from.add({ minutes });
  return officeLater(from.add({ days: 1 }).with({ hour: opens, minute: 0, second: 0 }), minutes - left);
}

/** An appointment on a quarter of an hour, this many days later or on the next working day after that. */
export function appointmentLater(chance: Chance, moment: Moment, daysLater: number): Moment {
  const day = nextOpen(moment.add({ days: daysLater }).with({ hour: opens }));
  return day.with({ hour: chance.integer(10, 16), minute: chance.one([0, 15, 30, 45]), second: 0 });
}

function nextOpen(moment: Moment): Moment {
  const morning = { hour: opens, minute: 0, second: 0 };
  if (moment.hour >= closes) return nextOpen(moment.add({ days: 1 }).with(morning));
  if (moment.dayOfWeek > 5) return nextOpen(moment.add({ days: 8 - moment.dayOfWeek }).with(morning));
  return moment.hour < opens ? moment.with(morning) : moment;
}
