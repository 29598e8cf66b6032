import { InvalidArgumentError } from 'commander';

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
