import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { normalized } from '../unicode.ts';

// Shorter digit groups ("18" in "après 18h") would make strangers match each other.
const MIN_DIGITS = 4;
// This many digits before a separator are a complete number: "+41 79 123 45 67, 123" is not one number.
const COMPLETE_DIGITS = 9;
const MAX_KEYS = 10;
// Keys are indexed: a page of pasted digits must not exceed what an index accepts.
const MAX_KEY_DIGITS = 20;
// E.164 has 15; a trunk zero, as in "+44 (0)20", may come on top.
const MAX_READABLE_DIGITS = 16;

// NFKC expands one character to up to eighteen: without a limit, phone fields that fill a body take 100 ms.
const MAX_TEXT = 2_000;

// The overseas codes are included because widgets send overseas numbers under +33.
const FRENCH = /^(?:0|\+(?:33|262|590|594|596)0?)([1-9]\d{8})$/;
const FRENCH_THEN_ANOTHER = /^(?:0|\+(?:33|262|590|594|596)0?)([1-9]\d{8})(?=0\d{9})/;

const WORD_OR_STRETCH = /([\p{L}\p{M}#]+)|(\+?[^\p{L}\p{M}#+]+)/gu;
const EXTENSION_WORD = /^(?:p|poste?|x|ext|extension|interne|#)$/i;
const FIRST_DIGITS = /^\D*(\d+)/;
const MAX_EXTENSION_DIGITS = 6;
const SEPARATOR = /[/\\;,|&\r\n]|\s[-\u2010-\u2015]\s/;

/**
 * Returns the search keys of a phone field as typed, in the order found and without duplicates.
 *
 * Two texts with the same number share a key: the nine national digits of a French number, metropolitan or overseas
 * (`612345678`), the E.164 form of any other number (`+32470123456`), or the bare digits of an unreadable one. A text
 * without digits has no key. `phoneKeys(key)` is `[key]`.
 */
export function phoneKeys(typed: string): string[] {
  const plain = plainFrenchKey(typed);
  return plain === undefined ? keysOf(readable(typed)) : [plain];
}

/**
 * Returns the keys to look up when a caller searches for `typed`; none for fewer than four digits.
 *
 * Pass the query value untrimmed: the `+` of an unescaped `?phone=+33…` arrives as a space.
 */
export function searchKeys(typed: string): string[] {
  const plain = plainFrenchKey(typed);
  if (plain !== undefined) return [plain];
  const text = readable(typed).replace(/^ (?=[1-9])/, '+');
  return digitsOf(text).length < MIN_DIGITS ? [] : keysOf(text);
}

function readable(typed: string): string {
  return normalized(typed.slice(0, MAX_TEXT), 'NFKC');
}

function keysOf(text: string): string[] {
  return [...new Set(keysInText(text).take(MAX_KEYS))];
}

/**
 * Returns the key of a text that is exactly one French number, `0…` or `+33…`. Nearly every received phone is one, and
 * this is about ten times faster than the general path.
 */
function plainFrenchKey(typed: string): string | undefined {
  const international = typed.startsWith('+33');
  if (typed.length > 24 || !(international || typed.startsWith('0'))) return undefined;
  let trunkZero = !international;
  let count = 0;
  let national = 0;
  for (let at = international ? 3 : 1; at < typed.length; at++) {
    const digit = typed.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      if (digit === 0 && count === 0) {
        if (trunkZero) return undefined;
        trunkZero = true;
      } else {
        national = national * 10 + digit;
        count++;
      }
    } else if (!isInnerMark(digit + 48)) return undefined;
  }
  return count === 9 ? String(national) : undefined;
}

/** Space, no-break space, `(`, `)`, `-`, `.` and `/`. */
function isInnerMark(code: number): boolean {
  return code === 32 || code === 160 || code === 40 || code === 41 || (code >= 45 && code <= 47);
}

// The generators are lazy so that `take` also bounds the work on a long text.
function* keysInText(text: string): Generator<string> {
  let found = false;
  let afterExtensionWord = false;
  for (const [, word, stretch = ''] of text.matchAll(WORD_OR_STRETCH)) {
    if (word !== undefined) {
      afterExtensionWord = EXTENSION_WORD.test(word);
      continue;
    }
    for (const key of keysInStretch(stretch, afterExtensionWord)) {
      found = true;
      yield key;
    }
    afterExtensionWord = false;
  }
  const digits = digitsOf(text);
  if (!found && digits !== '') yield* keysInRun(digits);
}

/** A stretch has no letters, and a `+` only at its start. */
function* keysInStretch(stretch: string, afterExtensionWord: boolean): Generator<string> {
  // A plus before a zero ("+06…", "+0033…") is ignored.
  const plus = /^\+\D*[1-9]/.test(stretch) ? '+' : '';
  // "p. 06 39 98 12 34" is a number, not extension 06.
  const isExtension = afterExtensionWord && plus === '' && readNumber(digitsOf(stretch)) === undefined;
  const rest = isExtension ? withoutExtension(stretch) : stretch;

  const digits = digitsOf(rest);
  if (digits.length < MIN_DIGITS) return;
  const [first = '', ...others] = rest.split(SEPARATOR).map(digitsOf).filter(Boolean);

  // "06/39/98/12/34" and "+32 470/12.34.56" are one number.
  if (others.length > 0) {
    const readWhole = first.length < COMPLETE_DIGITS ? readNumber : frenchKey;
    const whole = readWhole(plus + digits);
    if (whole !== undefined) {
      yield whole;
      return;
    }
  }
  const numbers = [plus + first, ...others].filter((it) => digitsOf(it).length >= MIN_DIGITS);
  if (numbers.length === 0) numbers.push(plus + digits);
  for (const number of numbers) yield* keysInRun(number);
}

function withoutExtension(stretch: string): string {
  return stretch.replace(FIRST_DIGITS, (first, digits: string) =>
    digits.length <= MAX_EXTENSION_DIGITS ? '' : first,
  );
}

/** A run is digits with an optional leading `+`: one number, or several that were separated only by spaces. */
function* keysInRun(run: string): Generator<string> {
  let rest = run;
  for (;;) {
    const number = withPlus(rest);
    const [several, national] = FRENCH_THEN_ANOTHER.exec(number) ?? [];
    if (several === undefined || national === undefined) break;
    yield national;
    rest = number.slice(several.length);
  }
  yield readNumber(rest) ?? digitsOf(rest).slice(0, MAX_KEY_DIGITS);
}

function readNumber(run: string): string | undefined {
  return frenchKey(run) ?? foreignKey(run);
}

function frenchKey(run: string): string | undefined {
  return FRENCH.exec(withPlus(run))?.[1];
}

function foreignKey(run: string): string | undefined {
  const number = withPlus(run);
  if (!number.startsWith('+') || number.length - 1 > MAX_READABLE_DIGITS) return undefined;
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed?.isPossible()) return undefined;
  // The library strips one trunk zero or carrier code at a time. Repeated until nothing changes, so that the key of a key
  // is the key itself.
  return parsed.number === number ? number : foreignKey(parsed.number);
}

function withPlus(run: string): string {
  return run.replace(/^00(?=[1-9])/, '+');
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, '');
}

/** Returns the keys of several phone fields, without duplicates. Absent fields are skipped. */
export function distinctPhoneKeys(fields: readonly (string | undefined)[]): string[] {
  const keys: string[] = [];
  for (const field of fields) {
    if (field === undefined) continue;
    for (const key of phoneKeys(field)) if (!keys.includes(key)) keys.push(key);
  }
  return keys;
}
