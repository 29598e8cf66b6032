// How a person is found in a stored text: for each criterion a regular expression, by which the database chooses the rows
// that are worth reading, and the exact test of what was read. The expression matches whatever the test finds, means the
// same to JavaScript and to PostgreSQL, and takes linear time: strangers choose the texts.
import { wordsIn } from '../../entries/search/search-terms.ts';
import { type SearchedPerson, shortestFreeText } from './criteria.ts';
import { type Joined, joined, Reading } from './stored-text.ts';
import type { Reason } from './trace.ts';

export interface Mention {
  readonly pattern: string;
  isIn(reading: Reading): boolean;
}

/** A name: all words of one of these ways to write it. */
type NameMention = readonly (readonly Mention[])[];

/** What is sought, as mentions. Empty where a criterion was not given. */
export type Mentions = ReturnType<typeof mentionsOf>;

/** Shorter identifiers stand in too many texts; the search by index finds them. */
const shortestIdentifier = 4;

/** Letters beyond ASCII that French texts have. Not the signs in between, × and ÷. */
const accented = 'À-ÖØ-öø-ÿŒœ';
const alphanumeric = `0-9A-Za-z${accented}`;
/** In texts with any other character, or with `\u00e9` for `é`, the tests may find what the expressions below don't. */
const unusual = `[^\u0001-\u007f${accented}\u00a0«»°·‘’“”–—…€]|\\\\u[0-9A-Fa-f]{4}`;
// Most texts are JSON, in which a line break is `\n`.
const alphanumericSign = /^[\p{L}\p{N}]/u;
const beforeWord = `(?:^|[^${alphanumeric}]|\\\\[bfnrt])`;
const afterWord = `(?:$|[^${alphanumeric}])`;
/** What may stand between two letters of a name (stored-text.ts). */
const insideName = `[ \u00a0'’‘\`–—-]{0,2}`;

export function mentionsOf(sought: SearchedPerson) {
  const { phoneKeys, email, lastName, firstName, birthDate, customId, partnerNumber, text } = sought;
  return {
    lastName: waysToWrite(lastName),
    firstName: waysToWrite(firstName),
    birthDate: birthDate === undefined ? undefined : dayOfBirth(birthDate),
    others: [
      ...phoneKeys.map((key) => ({ reason: 'phone' as const, ...phoneNumber(key) })),
      ...given('email', email, emailAddress),
      ...given('customId', long(customId), identifier),
      ...given('partnerNumber', long(partnerNumber), identifier),
      ...given('text', text, freeText),
    ],
  };
}

/** Returns the expression of the texts in which one of these may be found. */
export function patternOf({ lastName, firstName, others }: Mentions): string {
  const ways = lastName.length > 0 ? lastName : firstName;
  const patterns = [
    ...others.map(({ pattern }) => pattern),
    // A name is in a text only where its longest word is.
    ...ways.map((words) => longestOf(words.map(({ pattern }) => pattern))),
  ];
  return [unusual, ...patterns.map((pattern) => `(?:${pattern})`)].join('|');
}

/** Whether all words of one of the ways to write a name are there; also when it was not given. */
export function hasName(ways: NameMention, has: (word: Mention) => boolean): boolean {
  return ways.length === 0 || ways.some((words) => words.every(has));
}

/** Whether these names of one person are the name that is sought. False when none is. */
export function isNamed({ lastName, firstName }: Mentions, names: readonly unknown[]): boolean {
  if (lastName.length + firstName.length === 0) return false;
  const reading = new Reading(names.filter((name) => typeof name === 'string').join('\n'));
  return [lastName, firstName].every((name) => hasName(name, (word) => word.isIn(reading)));
}

const long = (typed: string | undefined) =>
  typed !== undefined && [...typed].length >= shortestIdentifier ? typed : undefined;

function given(reason: Reason, value: string | undefined, mentionOf: (value: string) => Mention) {
  return value === undefined ? [] : [{ reason, ...mentionOf(value) }];
}

/** Digits with at most five other signs between them. */
const spacedDigits = /\d(?:[^0-9A-Za-z]{0,5}\d)*/g;
const countryCodes = ['33', '262', '590', '594', '596'];

/** A phone key (phones/phone-keys.ts) as a number is typed: « 06.39.98.12.34 », « +33 (0)6 39 98 12 34 ». */
function phoneNumber(key: string): Mention {
  const isFrench = /^[1-9]\d{8}$/.test(key);
  const digits = key.replace('+', '');
  // The bare digits of an unreadable number could be a part of any other one.
  if (!isFrench && !key.startsWith('+'))
    return { pattern: digits, isIn: ({ text }) => isBetween(text, digits, /\d/, /^\d/) };
  const codes = isFrench ? ['', ...countryCodes.flatMap((code) => [code, `00${code}`])] : ['', '00'];
  const prefixes = isFrench ? codes.flatMap((code) => [code, `${code}0`]) : codes;
  const written = prefixes.map((prefix) => prefix + digits);
  const isIn = ({ text }: Reading) =>
    text.matchAll(spacedDigits).some(([found]) => {
      const groups = joined(found.match(/\d+/g) ?? []);
      return written.some((number) => isWhole(groups, number));
    });
  return { pattern: [...digits].join('[^0-9]*'), isIn };
}

function emailAddress(email: string): Mention {
  const local = email.slice(0, email.indexOf('@'));
  return {
    pattern: `${letters(local)}(?:@|%40)`,
    isIn: ({ small }) => isBetween(small.replaceAll('%40', '@'), email, /[\w.%+-]/, /^(?:[\w-]|\.[0-9a-z])/),
  };
}

function identifier(typed: string): Mention {
  return {
    pattern: longestPart(typed),
    isIn: ({ text }) => isBetween(text, typed, alphanumericSign, alphanumericSign),
  };
}

/** Words in this order, whatever is between them; the first and the last may be parts of words. */
function freeText(typed: string): Mention {
  const words = wordsIn(typed);
  // Signs count where there is little else.
  if (words.join('').length < shortestFreeText)
    return { pattern: longestPart(typed), isIn: ({ text }) => text.includes(typed) };
  const [sought, joined] = [words.join(' '), words.join('')];
  return {
    pattern: letters(longestOf(words), insideName),
    isIn: (reading) => reading.words.includes(sought) || reading.joined.text.includes(joined),
  };
}

/** « Le Febvre » is also « Febvre (Le) » and « Lefebvre ». */
function waysToWrite(words: readonly string[]): NameMention {
  if (words.length === 0) return [];
  return [words.map(nameWord), ...(words.length > 1 ? [[nameWord(words.join(''))]] : [])];
}

/** A word of a name, whatever apostrophes, hyphens and spaces are between its letters. */
function nameWord(word: string): Mention {
  return {
    pattern: `${beforeWord}${letters(word, insideName)}${afterWord}`,
    isIn: (reading) => isWhole(reading.joined, word),
  };
}

/** Whether a text is a word of these, or some that follow each other. */
function isWhole({ text, edges }: Joined, sought: string): boolean {
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1))
    if (edges.has(at) && edges.has(at + sought.length)) return true;
  return false;
}

/** The day as it is stored, and as people write it: 17/05/1940, 17.5.1940. */
function dayOfBirth(day: string): Pick<Mention, 'isIn'> {
  const [year = '', month = '', date = ''] = day.split('-');
  const short = (number: string) => [number, number.replace(/^0/, '')];
  const written = ['/', ' ', '.', '-'].flatMap((sign) =>
    short(date).flatMap((d) => short(month).map((m) => [d, m, year].join(sign))),
  );
  return { isIn: ({ text }) => [day, ...written].some((one) => isBetween(text, one, /\d/, /^\d/)) };
}

/** Whether a text has another one in it, and neither of these signs before and after it. */
function isBetween(text: string, sought: string, before: RegExp, after: RegExp): boolean {
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    if (!before.test(text.charAt(at - 1)) && !after.test(text.slice(end, end + 2))) return true;
  }
  return false;
}

/** The longest run of letters and digits, which no escape interrupts; without one, the first sign. */
function longestPart(typed: string): string {
  const parts = typed.match(/[\p{L}\p{N}]+/gu);
  return parts === null ? literal([...typed][0] ?? '') : longestOf(parts);
}

function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
}

/** Letters in both cases, with any accent or without, and what may be between two of them. */
function letters(plain: string, between = ''): string {
  const one = (character: string) => {
    if (/[a-z]/.test(character)) return `[${character}${character.toUpperCase()}${accented}]`;
    return /\p{L}/u.test(character) ? `[${character}${accented}]` : literal(character);
  };
  const parts = plain.match(/oe|ae|th|s{3,}|ss|./gsu) ?? [];
  return parts
    .map((part) => {
      // Any two of these may be one `ß`.
      if (part.length > 2) return `(?:${one('s')}${between})+${one('s')}`;
      const separate = [...part].map(one).join(between);
      return part.length === 2 && /[a-z]{2}/.test(part) ? `(?:${separate}|[${accented}])` : separate;
    })
    .join(between);
}
