/** What a caller's name and addresses must look like. Each function takes the text as typed. */

const longestName = 255;

/** A caller's name, trimmed and NFC: 1 to 255 characters, not only digits, or it could be taken for an id; else `undefined`. */
export function callerNameOf(typed: string): string | undefined {
  const name = typed.trim().normalize('NFC');
  const isName = name !== '' && name.length <= longestName && !/\p{Cc}/u.test(name) && !/^\d+$/.test(name);
  return isName ? name : undefined;
}

/** An origin as browsers send it, `scheme://host[:port]` in small letters; `undefined` when it is none, or has a path. */
export function originOf(typed: string): string | undefined {
  const url = URL.parse(typed);
  return url !== null && isWeb(url) && /^https?:\/\/[^/\\?#@\s]+$/i.test(typed) ? url.origin : undefined;
}

/** An endpoint's address: http or https, without user and password; else `undefined`. */
export function webhookUrlOf(typed: string): string | undefined {
  const url = URL.parse(typed);
  return url !== null && isWeb(url) && url.username === '' && url.password === '' ? url.href : undefined;
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';
