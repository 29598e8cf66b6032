import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { normalized } from '../unicode.ts';

// Shorter digit groups ("18" in "après 18h") would make strangers match each other.
const MIN_DIGITS = 4;
// Beside a number, fewer digits are an hour, an age, an extension or a date.
const MIN_DIGITS_BESIDE_NUMBER = 9;
const MAX_KEYS = 10;
// Keys are indexed: a page of pasted digits must not exceed what an index accepts.
const MAX_KEY_DIGITS = 20;
// E.164 has 15; a trunk zero, as in "+44 (0)20", may come on top. No number has fewer than 7.
const MAX_FOREIGN_DIGITS = 16;
const MIN_FOREIGN_DIGITS = 7;
// A field full of plus signs would take milliseconds.
const MAX_FOREIGN_READINGS = 10;

// NFKC expands one character to up to eighteen: without a limit, phone fields that fill a body take 100 ms.
const MAX_TEXT = 2_000;

// What separates a number that lacks digits from the next one.
const SEPARATOR = /[/\\;,|&\r\n]|\s[-\u2010-\u2015]\s/;

// These read what `readable` returns. The overseas codes are included because widgets send overseas numbers under +33. A code
// may stand without `+` or `00`, as telephone systems give it. A run with one digit too many is no number.
const FRENCH =
  /(?:0|(?:\+|00)[ ,]?(?:33|262|590|594|596)[ ,]?0?)[ ,]?[1-9](?:[ ,]?\d){8}(?=0\d{9}|\D|$)|(?:33|262|590|594|596)[ ,]?0?[ ,]?[1-9](?:[ ,]?\d){8}(?!\d)/y;
/** A spreadsheet has taken its zero. */
const WITHOUT_ZERO = /[1-9]\d{8}(?!\d)/y;
const INTERNATIONAL = /(?:\+|00)(?=[ ,]?[1-9])/y;
/** The end of the digits, or words behind it: in "10 18h" and "18-20h" the letters belong to the digits. */
const LAST = / x|[ ,]?$/y;

/**
 * Returns the search keys of a phone field as typed, in the order found and without duplicates.
 *
 * Two texts with the same number share a key: the nine national digits of a French number, metropolitan or overseas
 * (`612345678`), the E.164 form of any other number (`+32470123456`), or the bare digits of an unreadable one. A number that
 * is complete ends there, and what follows is text. A text without digits has no key. `phoneKeys(key)` is `[key]`.
 */
export function phoneKeys(typed: string): string[] {
  const plain = plainFrenchKey(typed);
  return plain === undefined ? keysIn(readable(typed)) : [plain];
}

/** Returns the keys of the French numbers in a text that have their zero or their country's code. */
export function frenchKeys(typed: string): string[] {
  return [...partsOf(readable(typed))].flatMap((part) =>
    typeof part !== 'string' && part.isDialled && part.key !== undefined ? [part.key] : [],
  );
}

/**
 * Returns the keys to look up when a caller searches for `typed`; none for fewer than four digits.
 *
 * Pass the query value untrimmed: the `+` of an unescaped `?phone=+33…` arrives as a space.
 */
export function searchKeys(typed: string): string[] {
  const plain = plainFrenchKey(typed);
  if (plain !== undefined) return [plain];
  const text = readable(typed.replace(/^ (?=[1-9])/, '+'));
  return digitsOf(text).length < MIN_DIGITS ? [] : keysIn(text);
}

/**
 * Returns a text as digits of any script, each plus, `x` for letters (` x` behind a mark), `,` for what separates numbers,
 * and a space for other marks; without format characters, variation selectors, and the `.0` of a spreadsheet's number.
 */
function readable(typed: string): string {
  return normalized(typed.slice(0, MAX_TEXT), 'NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}]|\u20e3/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, decimalValue)
    .replace(/(?<=\d{9})[.,]0(?!\d)/g, '')
    .replace(/[^\d+]+/g, (between) => {
      const letter = between.search(/[\p{L}\p{M}]/u);
      if (letter >= 0) return letter === 0 ? 'x' : ' x';
      return SEPARATOR.test(between) ? ',' : ' ';
    });
}

/** The digits of a script follow each other from zero on. */
function decimalValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/** Whether a text is exactly one French number: how it is read has never changed. */
export const isPlainPhone = (typed: string) => plainFrenchKey(typed) !== undefined;

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

/** A number and where it ends; without a key where it lacks digits. `isDialled`: with a French zero or country's code. */
interface Found {
  readonly key: string | undefined;
  readonly end: number;
  readonly isDialled?: boolean;
}

function keysIn(text: string): string[] {
  const parts = [...partsOf(text)];
  const hasNumber = parts.some((part) => typeof part !== 'string');
  const minDigits = hasNumber ? MIN_DIGITS_BESIDE_NUMBER : MIN_DIGITS;
  const keys = parts.flatMap((part) =>
    typeof part === 'string' ? unreadKeys(part, minDigits) : (part.key ?? []),
  );
  if (keys.length === 0) keys.push(...digitKeys(digitsOf(text), text));
  return [...new Set(keys)].slice(0, MAX_KEYS);
}

function unreadKeys(rest: string, minDigits: number): string[] {
  return rest
    .split(/[x,]/)
    .map(digitsOf)
    .filter(({ length }) => length >= minDigits)
    .flatMap((digits) => digitKeys(digits, rest));
}

/** Digits without the marks between them are read once more, so that the key of a key is the key itself. */
function digitKeys(digits: string, text: string): string[] {
  if (digits === '') return [];
  return digits === text ? [digits.slice(0, MAX_KEY_DIGITS)] : keysIn(digits.slice(0, MAX_KEY_DIGITS));
}

/**
 * Yields numbers and the text between them, from left to right. A complete number ends there: the next one is sought in the
 * text behind it.
 */
function* partsOf(text: string): Generator<Found | string> {
  const start = /\+|\d+/g;
  let end = 0;
  let readings = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const { index } = found;
    const international = at(INTERNATIONAL, text, index);
    // The "00" of "05 36 49 00 4" is no code.
    const isInside = found[0] === '00' && /\d[ ,]$/.test(text.slice(Math.max(end, index - 2), index));
    const number =
      frenchAt(text, index) ??
      (international !== undefined && !isInside && readings++ < MAX_FOREIGN_READINGS
        ? foreignAt(text, index + international.length)
        : undefined);
    if (number === undefined) continue;
    start.lastIndex = number.end;
    if (number.key === undefined) continue;
    if (index > end) yield text.slice(end, index);
    yield number;
    end = number.end;
  }
  if (end < text.length) yield text.slice(end);
}

function at(expression: RegExp, text: string, index: number): string | undefined {
  expression.lastIndex = index;
  return expression.exec(text)?.[0];
}

function frenchAt(text: string, begin: number): Found | undefined {
  const bare = at(WITHOUT_ZERO, text, begin);
  const found = bare ?? at(FRENCH, text, begin);
  if (found === undefined) return undefined;
  // "avant 09 06 39 98 12 34" begins with an hour, "01 99 00 12 / 06 39 98 12 34" lacks digits before the slash.
  for (const { index } of found.matchAll(/(?<=[ ,])0/g)) {
    const next = begin + index;
    const whole = at(FRENCH, text, next) ?? ',';
    const isLast = found[index - 1] === ',' || at(LAST, text, next + whole.length) !== undefined;
    if (isLast && !whole.includes(',')) return { key: undefined, end: next };
  }
  return { key: digitsOf(found).slice(-9), end: begin + found.length, isDialled: bare === undefined };
}

/** The longest beginning of these digits that is a possible number of its country. */
function foreignAt(text: string, begin: number): Found | undefined {
  const [stretch = ''] = /^[\d ,]*/.exec(text.slice(begin, begin + 60)) ?? [];
  let found: Found | undefined;
  let digits = '';
  let last = 0;
  for (const { 0: group, index } of stretch.matchAll(/\d+/g)) {
    const isBehindComma = stretch[last] === ',';
    if (found !== undefined && isBehindComma) break;
    if ((found !== undefined || isBehindComma) && at(FRENCH, text, begin + index) !== undefined) break;
    digits += group;
    last = index + group.length;
    if (digits.length > MAX_FOREIGN_DIGITS) break;
    const key = digits.length < MIN_FOREIGN_DIGITS ? undefined : foreignKey(`+${digits}`);
    if (key !== undefined) found = { key, end: begin + last };
  }
  return found;
}

function foreignKey(number: string): string | undefined {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed?.isPossible()) return undefined;
  // The library strips one trunk zero or carrier code at a time. Repeated until nothing changes, so that the key of a key
  // is the key itself.
  return parsed.number === number ? number : foreignKey(parsed.number);
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
