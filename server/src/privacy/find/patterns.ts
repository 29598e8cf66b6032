// Regular expressions that find a person in a text, written so that both engines and JavaScript read them in the same way.
import { wordsIn } from '../../entries/search/search-terms.ts';
import { type Sought, shortestFreeText } from './criteria.ts';
import type { Reason } from './trace.ts';

/** The expressions of what is sought, by reason. Undefined where a criterion was not given. */
export interface Patterns {
  /** Found in every text that one of the others finds. */
  readonly any: string;
  /** A text has to match all expressions of a name. */
  readonly lastName: readonly RegExp[];
  readonly firstName: readonly RegExp[];
  readonly birthDate: RegExp | undefined;
  readonly others: readonly { readonly reason: Reason; readonly pattern: RegExp }[];
}

/** Shorter identifiers stand in too many texts; the search by index finds them. */
const shortestIdentifier = 4;

// Texts are JSON as we write it, with `\n`, or what a receiver has written, perhaps with `\u00e9`.
const escaped = '\\\\u[0-9A-Fa-f]{4}';
const lineBreak = '\\\\[nrt]';
const alphanumeric = '0-9A-Za-zªµºÀ-ÖØ-öø-ɏḀ-ỿ';
const beforeWord = `(?:^|[^${alphanumeric}]|${lineBreak}|${escaped})`;
const afterWord = `(?:$|[^${alphanumeric}])`;
const betweenWords = `(?:[^${alphanumeric}]|${lineBreak})+`;
/** Between the digits of a number: some signs. Any number of them would take quadratic time in a long run of signs. */
const betweenDigits = `(?:[^0-9A-Za-z]|${lineBreak}|${escaped}){0,5}`;
const beforeNumber = `(?:^|[^0-9]|${escaped})`;
const afterNumber = '(?:$|[^0-9])';
const beforeEmail = `(?:^|[^0-9A-Za-z._%+-]|${lineBreak}|${escaped})`;
const afterEmail = '(?:$|[^0-9A-Za-z._-]|\\.(?:$|[^0-9A-Za-z]))';

/** An expression, and its core alone: whatever it finds, the core finds faster. */
interface Source {
  readonly whole: string;
  readonly core: string;
}

/** Returns the expressions that find this person. */
export function patternsOf(sought: Sought): Patterns {
  const { phoneKeys, email, lastName, firstName, birthDate, customId, partnerNumber, text } = sought;
  const others: { reason: Reason; source: Source }[] = [
    ...phoneKeys.map((key) => ({ reason: 'phone' as const, source: phonePattern(key) })),
    ...given('email', email, emailPattern),
    ...given('customId', long(customId), identifierPattern),
    ...given('partnerNumber', long(partnerNumber), identifierPattern),
    ...given('text', text, textPattern),
  ];
  const name = lastName.length > 0 ? lastName : firstName;
  // A name is in a text only where its longest word is.
  const longest = name.toSorted((a, b) => a.length - b.length).at(-1);
  const all = [
    ...others.map(({ source }) => source.core),
    ...(longest === undefined ? [] : [wordPattern(longest)]),
  ];
  const any = all.length === 0 ? nothing : all.map((source) => `(?:${source})`).join('|');
  // Fails here, rather than in the database.
  compiled(any);
  return {
    any,
    lastName: lastName.map((word) => compiled(wordPattern(word))),
    firstName: firstName.map((word) => compiled(wordPattern(word))),
    birthDate: birthDate === undefined ? undefined : compiled(birthDatePattern(birthDate)),
    others: others.map(({ reason, source }) => ({ reason, pattern: compiled(source.whole) })),
  };
}

/** Matches no text. */
const nothing = '$.';

function compiled(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    // The original message has what is sought.
    throw new Error('A criterion makes an invalid regular expression');
  }
}

const long = (identifier: string | undefined) =>
  identifier !== undefined && [...identifier].length >= shortestIdentifier ? identifier : undefined;

function given(reason: Reason, value: string | undefined, patternOf: (value: string) => Source) {
  return value === undefined ? [] : [{ reason, source: patternOf(value) }];
}

function between(before: string, core: string, after: string): Source {
  return { whole: `${before}${core}${after}`, core };
}

/** A phone key (phones/phone-keys.ts) as a number is typed: « 06.39.98.12.34 », « +33 (0)6 39 98 12 34 ». */
function phonePattern(key: string): Source {
  const isFrench = /^[1-9]\d{8}$/.test(key);
  // The bare digits of an unreadable number could be a part of any other one.
  if (!isFrench && !key.startsWith('+')) return between(beforeNumber, key, afterNumber);
  const digits = [...key.replace('+', '')].join(betweenDigits);
  const country = `(?:(?:00)?${betweenDigits}(?:33|262|590|594|596)${betweenDigits})?`;
  const trunk = `(?:0${betweenDigits})?`;
  const before = isFrench ? `${country}${trunk}` : `(?:00${betweenDigits})?`;
  return between(`${beforeNumber}${before}`, digits, afterNumber);
}

function emailPattern(email: string): Source {
  const characters = [...email].map((character) => {
    if (character === '@') return '(?:@|%40|\\\\u0040)';
    return /[a-z]/.test(character) ? `[${character}${character.toUpperCase()}]` : literal(character);
  });
  return between(beforeEmail, characters.join(''), afterEmail);
}

const wordPattern = (word: string) => `${beforeWord}${lettersPattern(word)}${afterWord}`;

function identifierPattern(identifier: string): Source {
  return between(beforeWord, [...identifier].map(literal).join(''), afterWord);
}

/** Words in this order, whatever is between them; the first and the last may be parts of words. */
function textPattern(text: string): Source {
  const asTyped = [...text].map(literal).join('');
  const words = wordsIn(text);
  // Signs count where there is little else.
  if (words.join('').length < shortestFreeText) return between('', asTyped, '');
  return between('', `(?:${words.map(lettersPattern).join(betweenWords)}|${asTyped})`, '');
}

/** The day as it is stored, and as people write it: 17/05/1940. */
function birthDatePattern(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const short = (number: string) => number.replace(/^0/, '0?');
  const separator = '(?:\\\\?/|[ .-])';
  return `${beforeNumber}(?:${day}|${short(date)}${separator}${short(month)}${separator}${year})${afterNumber}`;
}

/** A character itself. In JSON a backslash may precede one that is neither a letter nor a digit. */
function literal(character: string): string {
  if (/[0-9A-Za-z]/.test(character)) return character;
  return `\\\\?${character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')}`;
}

/** Letters in both cases, with any accent or without. */
function lettersPattern(word: string): string {
  const marks = '[\u0300-\u036f]*';
  const one = (letter: string) => `${letterPattern(letter)}${marks}`;
  return word.replace(/oe|ae|ss|./gsu, (part) => {
    const ligature = ligatures[part];
    const separate = [...part].map(one).join('');
    return ligature === undefined ? separate : `(?:${separate}|[${ligature}])`;
  });
}

const ligatures: Readonly<Record<string, string>> = { oe: 'œŒ', ae: 'æÆǽǼ', ss: 'ßẞ' };

function letterPattern(letter: string): string {
  if (/[0-9]/.test(letter)) return letter;
  const variants = variantsOf().get(letter) ?? `${letter}${letter.toUpperCase()}`;
  return `(?:[${variants}]|${escaped})`;
}

/** The Latin letters with and without accents, as the content of a bracket expression, by the plain letter. */
let variantsByLetter: Map<string, string> | undefined;
function variantsOf(): Map<string, string> {
  variantsByLetter ??= new Map(
    [...Map.groupBy(latinLetters(), (code) => plainLetter(code))].map(([letter, codes]) => [
      letter,
      rangesOf(codes),
    ]),
  );
  return variantsByLetter;
}

function* latinLetters(): Generator<number> {
  for (const [first, last] of [
    [0x41, 0x5a],
    [0x61, 0x7a],
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
  ] as const)
    for (let code = first; code <= last; code++) yield code;
}

function plainLetter(code: number): string {
  return wordsIn(String.fromCodePoint(code))[0] ?? '';
}

function rangesOf(codes: readonly number[]): string {
  let ranges = '';
  for (let from = 0, to = 0; from < codes.length; from = to + 1) {
    for (to = from; codes[to + 1] === (codes[to] ?? 0) + 1; ) to++;
    const [first = 0, last = 0] = [codes[from], codes[to]];
    ranges += String.fromCodePoint(first);
    if (last > first) ranges += `${last > first + 1 ? '-' : ''}${String.fromCodePoint(last)}`;
  }
  return ranges;
}
