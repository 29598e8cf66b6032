const maxNameLength = 255;

/**
 * Returns a caller's name trimmed and in NFC; undefined unless it has 1 to 255 characters, and not only digits: it could be
 * taken for an id.
 */
export function normalizeCallerName(typed: string): string | undefined {
  const name = typed.trim().normalize('NFC');
  const isName = name !== '' && name.length <= maxNameLength && !/\p{Cc}/u.test(name) && !/^\d+$/.test(name);
  return isName ? name : undefined;
}

/** Returns an origin as browsers send it, `scheme://host[:port]` in lower case; undefined for anything else. */
export function normalizeOrigin(typed: string): string | undefined {
  const url = URL.parse(typed);
  return url !== null && isWeb(url) && /^https?:\/\/[^/\\?#@\s]+$/i.test(typed) ? url.origin : undefined;
}

/** Returns an endpoint's URL; undefined unless it is http or https, without user and password. */
export function normalizeWebhookUrl(typed: string): string | undefined {
  const url = URL.parse(typed);
  return url !== null && isWeb(url) && url.username === '' && url.password === '' ? url.href : undefined;
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';
