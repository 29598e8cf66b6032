import { addDays, addYears } from '../clock.ts';
import type { Day } from '../store/tables.ts';
import { additionalKey, type Normalized } from '../validation/normalize.ts';
import { ValidationError } from '../validation/validation-error.ts';

const births = ['birthdateClient', 'birthdate', 'AnneeNaissance'].concat(
  ['PersonneAgee', 'PersonneAgee2'].map((person) => `${person} / AnneeNaissance`),
);
// Kept for the day: worked out for each creation it took a tenth of its time.
let cached: { today: Day; lastDays: readonly (readonly [field: string, last: Day])[] } | undefined;

/** The last day that each field with a day may say, in full or as a year. */
function lastDaysOn(today: Day) {
  if (cached?.today !== today) {
    const inAYear = addYears(today, 1);
    cached = {
      today,
      lastDays: [
        ['dateFirstContact', inAYear],
        ['DateContact', inAYear],
        // Of an action that was done. Overseas it may be tomorrow.
        ['date', addDays(today, 1)],
        ...births.map((field) => [field, today] as const),
      ],
    };
  }
  return cached.lastDays;
}

/** The first is in 1900: .NET says 0001-01-01 for no day, and browsers make 0026 of 26. */
const isPossible = (day: string, last: string) => day >= '1900' && day <= last;

function impossibleDays(fields: object, today: Day) {
  const impossible: { name: string; value: string; last: Day }[] = [];
  for (const [name, last] of lastDaysOn(today)) {
    const value = (fields as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'string' && !isPossible(value, last)) impossible.push({ name, value, last });
  }
  return impossible;
}

/** Returns a message in which days that can't be meant are unnamed fields: no figure follows them, and staff see them. */
export function withoutImpossibleDays<T extends object>(message: Normalized<T>, today: Day): Normalized<T> {
  const impossible = impossibleDays(message, today);
  if (impossible.length === 0) return message;
  const unnamed = Object.fromEntries(impossible.map(({ name, value }) => [name, value]));
  const left = { ...message, [additionalKey]: { ...unnamed, ...message[additionalKey] } };
  for (const { name } of impossible) Reflect.deleteProperty(left, name);
  return left;
}

/** Throws a {@link ValidationError} for a day that can't be meant. `place` is where the entry or the person stands. */
export function rejectImpossibleDays(
  {
    fields = {},
    dateFirstContact,
  }: { readonly fields?: object | undefined; readonly dateFirstContact?: unknown },
  today: Day,
  place = '',
): void {
  const own = impossibleDays({ dateFirstContact }, today);
  const others = impossibleDays(fields, today).map((one) => ({ ...one, name: `fields.${one.name}` }));
  for (const { name, value, last } of [...own, ...others]) rejectImpossibleDay(place + name, value, last);
}

/** Throws a {@link ValidationError} for a day before 1900 or after the last one. */
export function rejectImpossibleDay(field: string, day: string, last: string): void {
  if (!isPossible(day, last)) throw new ValidationError(field, `expected a day from 1900 to ${last}`);
}
