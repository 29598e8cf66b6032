import { InvalidArgumentError } from 'commander';
import { normalizeCallerName, normalizeOrigin, normalizeWebhookUrl } from '../access/identifiers.ts';
import { isDay } from '../validation/days.ts';

/** Returns a parser that refuses a text, with this message, when `read` returns undefined for it. */
export const parser =
  <Value>(read: (text: string) => Value | undefined, message: string) =>
  (text: string): Value => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(message);
    return value;
  };

/** An id as shown by `list`. */
export const parseId = parser(
  (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
  'Expected an id, as « list » shows it.',
);

/** A caller's name, which must not look like an id. */
export const parseName = parser(normalizeCallerName, 'Expected 1 to 255 characters, not only digits.');

/** An existing day, `YYYY-MM-DD`. */
export const parseDay = parser(
  (text) => (isDay(text) ? text : undefined),
  'Expected a day that exists, as YYYY-MM-DD.',
);

/** An endpoint's address: http or https, without user and password. */
export const parseWebhook = parser(
  normalizeWebhookUrl,
  'Expected a URL that begins with https:// or http://, without a user.',
);

/** An origin as browsers send it: `scheme://host[:port]` in lower case. */
export const parseOrigin = parser(
  normalizeOrigin,
  'Expected scheme://host or scheme://host:port, such as https://example.org.',
);

export const parseLabel = parser(
  (text) => (text.trim() !== '' && text.trim().length <= 100 ? text.trim() : undefined),
  'Expected 1 to 100 characters.',
);
