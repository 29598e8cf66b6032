import { InvalidArgumentError } from 'commander';
import { type EventName, eventNames } from '../outbox/event-names.ts';

/** The id that `list` shows. */
export function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected an id, as « list » shows it.');
  return Number(text);
}

/** A caller's name: one that can't be taken for an id. */
export function parseName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (name === '' || name.length > 255 || /\p{Cc}/u.test(name)) {
    throw new InvalidArgumentError('Expected 1 to 255 characters.');
  }
  if (/^\d+$/.test(name)) throw new InvalidArgumentError('Expected a name, not only digits.');
  return name;
}

/** A day that exists, `YYYY-MM-DD`. */
export function parseDay(text: string): string {
  const day = new Date(`${text}T00:00:00Z`);
  // A day that does not exist becomes another one: 30 February is 2 March.
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(text) ||
    Number.isNaN(day.getTime()) ||
    !day.toISOString().startsWith(text)
  ) {
    throw new InvalidArgumentError('Expected a day that exists, as YYYY-MM-DD.');
  }
  return text;
}

/** A moment: ISO 8601 with its zone, or a day, which begins at midnight UTC. Answers it as it is stored. */
export function parseMoment(text: string): string {
  const shape = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const moment = new Date(text);
  if (!shape.test(text) || Number.isNaN(moment.getTime())) {
    throw new InvalidArgumentError('Expected a moment such as 2026-03-04 or 2026-03-04T09:15:00+01:00.');
  }
  parseDay(text.slice(0, 10));
  return moment.toISOString();
}

/** Events by their names, separated by commas. */
export function parseEvents(text: string): EventName[] {
  return text.split(',').map((given) => {
    const found = eventNames.find((name) => name === given.trim());
    if (found === undefined) throw new InvalidArgumentError(`Expected some of ${eventNames.join(', ')}.`);
    return found;
  });
}

/** An endpoint's address: http or https, without user and password. */
export function parseWebhook(text: string): string {
  const url = URL.parse(text);
  if (url === null || !isWeb(url) || url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('Expected a URL that begins with https:// or http://, without a user.');
  }
  return url.href;
}

/** An origin as browsers send it: `scheme://host[:port]` in small letters. */
export function parseOrigin(text: string): string {
  const url = URL.parse(text);
  if (url === null || !isWeb(url) || !/^https?:\/\/[^/\\?#@\s]+$/i.test(text)) {
    throw new InvalidArgumentError(
      'Expected scheme://host or scheme://host:port, such as https://example.org.',
    );
  }
  return url.origin;
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';
