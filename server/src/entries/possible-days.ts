import { addDays, addYears } from '../clock.ts';
import type { Day } from '../store/tables.ts';
import { additionalKey, type Normalized } from '../validation/normalize.ts';
import { ValidationError } from '../validation/validation-error.ts';

const sameDay = (day: Day) => day;
const yearAhead = (day: Day) => addYears(day, 1);
/** The last day that a field may say, in full or as a year, as of today. */
const lastDays: ReadonlyMap<string, (today: Day) => Day> = new Map([
  ['birthdateClient', sameDay],
  ['birthdate', sameDay],
  ['AnneeNaissance', sameDay],
  ['PersonneAgee / AnneeNaissance', sameDay],
  ['PersonneAgee2 / AnneeNaissance', sameDay],
  ['dateFirstContact', yearAhead],
  ['DateContact', yearAhead],
  // Of an action that was done. Overseas it may be tomorrow.
  ['date', (today) => addDays(today, 1)],
]);

/** The first is in 1900: .NET says 0001-01-01 for no day, and browsers make 0026 of 26. */
const isPossible = (day: string, last: string) => day >= '1900' && day <= last;

function impossibleDays(fields: object, today: Day) {
  return Object.entries(fields).flatMap(([name, value]) => {
    const last = lastDays.get(name)?.(today);
    return last === undefined || typeof value !== 'string' || isPossible(value, last)
      ? []
      : [{ name, value, last }];
  });
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

/** What staff type in that may have days: an entry, or one of its persons. */
interface Typed {
  readonly dateFirstContact?: Day | null | undefined;
  readonly fields?: object | undefined;
}

/** Throws a {@link ValidationError} for a day that can't be meant. `place` is where the entry or the person stands. */
export function rejectImpossibleDays({ fields = {}, dateFirstContact }: Typed, today: Day, place = ''): void {
  for (const [path, found] of [
    ['', impossibleDays({ dateFirstContact }, today)],
    ['fields.', impossibleDays(fields, today)],
  ] as const)
    for (const { name, value, last } of found) rejectImpossibleDay(place + path + name, value, last);
}

/** Throws a {@link ValidationError} for a day before 1900 or after the last one. */
export function rejectImpossibleDay(field: string, day: string, last: string): void {
  if (!isPossible(day, last)) throw new ValidationError(field, `expected a day from 1900 to ${last}`);
}
