import { addDays, addYears } from '../clock.ts';
import type { Day } from '../store/tables.ts';
import { additionalKey, type Normalized } from '../validation/normalize.ts';
import { ValidationError } from '../validation/validation-error.ts';

/** The last day that a field may say, in full or as a year; undefined for a field that holds none. */
function lastDay(name: string, today: Day): Day | undefined {
  if (name === 'dateFirstContact' || name === 'DateContact') return addYears(today, 1);
  // Of an action that was done. Overseas it may be tomorrow.
  if (name === 'date') return addDays(today, 1);
  return /^birthdate|AnneeNaissance$/.test(name) ? today : undefined;
}

/** The first is in 1900: .NET says 0001-01-01 for no day, and browsers make 0026 of 26. */
const isPossible = (day: string, last: string) => day >= '1900' && day <= last;

function impossibleDays(fields: object, today: Day) {
  return Object.entries(fields).flatMap(([name, value]) => {
    const last = lastDay(name, today);
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
