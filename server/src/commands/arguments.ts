import { InvalidArgumentError } from 'commander';
import { normalizeCallerName, normalizeOrigin, normalizeWebhookUrl } from '../access/identifiers.ts';
import { type EventName, eventNames } from '../outbox/event-names.ts';
import { isDay, momentOf } from '../validation/days.ts';

/** An id as shown by `list`. */
export function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected an id, as « list » shows it.');
  return Number(text);
}

/** A caller's name, which must not look like an id. */
export function parseName(text: string): string {
  const name = normalizeCallerName(text);
  if (name === undefined) throw new InvalidArgumentError('Expected 1 to 255 characters, not only digits.');
  return name;
}

/** An existing day, `YYYY-MM-DD`. */
export function parseDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('Expected a day that exists, as YYYY-MM-DD.');
  return text;
}

/** A moment: ISO 8601 with a time zone, or a day, which starts at midnight UTC. Returns it as stored. */
export function parseMoment(text: string): string {
  const moment = momentOf(text);
  if (moment === undefined) {
    throw new InvalidArgumentError('Expected a moment such as 2026-03-04 or 2026-03-04T09:15:00+01:00.');
  }
  return moment;
}

/** Comma-separated event names. */
export function parseEvents(text: string): EventName[] {
  return text.split(',').map((given) => {
    const found = eventNames.find((name) => name === given.trim());
    if (found === undefined) throw new InvalidArgumentError(`Expected some of ${eventNames.join(', ')}.`);
    return found;
  });
}

/** An endpoint's address: http or https, without user and password. */
export function parseWebhook(text: string): string {
  const url = normalizeWebhookUrl(text);
  if (url === undefined) {
    throw new InvalidArgumentError('Expected a URL that begins with https:// or http://, without a user.');
  }
  return url;
}

/** An origin as browsers send it: `scheme://host[:port]` in lower case. */
export function parseOrigin(text: string): string {
  const origin = normalizeOrigin(text);
  if (origin === undefined) {
    throw new InvalidArgumentError(
      'Expected scheme://host or scheme://host:port, such as https://example.org.',
    );
  }
  return origin;
}

/** Parses what a password or token is for. */
export function parseLabel(text: string): string {
  const label = text.trim();
  if (label === '' || label.length > 100) throw new InvalidArgumentError('Expected 1 to 100 characters.');
  return label;
}
