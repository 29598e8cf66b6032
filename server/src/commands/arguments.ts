import { InvalidArgumentError } from 'commander';
import { isDay } from '../validation/days.ts';
import { ValidationError } from '../validation/validation-error.ts';

/** Returns a parser that refuses a text, with this message, when `read` returns undefined for it. */
export const parser =
  <Value>(read: (text: string) => Value | undefined, message: string) =>
  (text: string): Value => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(message);
    return value;
  };

/** Returns a parser that refuses what the desk refuses. */
export const parserOf =
  <Value>(check: (text: string) => Value) =>
  (text: string): Value => {
    try {
      return check(text);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      const [first = '', ...rest] = error.expected;
      throw new InvalidArgumentError(`${first.toUpperCase()}${rest.join('')}.`);
    }
  };

/** An id as shown by `list`. */
export const parseId = parser(
  (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
  'Expected an id, as « list » shows it.',
);

/** An existing day, `YYYY-MM-DD`. */
export const parseDay = parser(
  (text) => (isDay(text) ? text : undefined),
  'Expected a day that exists, as YYYY-MM-DD.',
);

export const parseLabel = parser(
  (text) => (text.trim() !== '' && text.trim().length <= 100 ? text.trim() : undefined),
  'Expected 1 to 100 characters.',
);
