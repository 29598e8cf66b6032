import { type RawBuilder, sql } from 'kysely';
import { emailWord, fileNumberWord, maxJoinedWords, wordsIn } from '../../entries/search/search-terms.ts';
import type { Queries } from '../../store/database.ts';
import type { Dialect, SearchTerm } from '../../store/dialect.ts';
import { countRows } from '../../store/keyset.ts';
import { bind } from '../../store/statement.ts';
import { isExact, normalizeText } from '../../validation/text.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { maxCounted } from '../pages.ts';
import { endingIn, phoneMatches } from './phone-search.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const nameLike = /^\p{L}+$/u;
/** One letter of a shorter word is too much of it. */
const shortest = 4;
/** Longer ones have more variants than are worth looking up. */
const longest = 20;

/**
 * Returns the words that differ from this one by one typing error: a letter missing, added or replaced, or two letters
 * swapped. They are looked up in the word index itself, so that no list of names has to be kept: for a word of six letters
 * they are 340. None for what is not a name, or too short.
 */
function wordsNear(word: string): string[] {
  const chars = [...word];
  if (!nameLike.test(word) || chars.length < shortest || chars.length > longest) return [];
  const near = new Set<string>();
  for (let at = 0; at <= chars.length; at++) {
    const [before, rest] = [chars.slice(0, at).join(''), chars.slice(at)];
    const after = (from: number) => rest.slice(from).join('');
    for (const letter of letters) near.add(before + letter + after(0));
    const [one, other] = rest;
    if (one === undefined) continue;
    near.add(before + after(1));
    for (const letter of letters) near.add(before + letter + after(1));
    if (other !== undefined) near.add(before + other + one + after(2));
  }
  near.delete(word);
  return [...near];
}

/** The matches of a search before other filters, as conditions on the table `e`. */
interface SearchConditions {
  readonly all: RawBuilder<unknown>;
  /** The same, but only the newest {@link maxCounted} matches of the words or of the phone number. */
  readonly newest: RawBuilder<unknown>;
  /** Whether the two are the same. */
  readonly isComplete: boolean;
}

/** Selects `id`s of entries. */
type Ids = RawBuilder<unknown>;

/** The same matches in two forms: to be looked up by their ids, and as a condition on `e` for a list read in its order. */
interface BroadMatches {
  readonly ids: Ids;
  readonly isMatch: RawBuilder<unknown>;
}

const minLength = 2;
/**
 * SQLite indexes the first three letters of words: it finds the newest entries first, however many words begin so. Two
 * letters take it 60 ms more among 300,000 entries; their index cost every new entry pages.
 */
const maxIndexedPrefix = 3;
const maxWords = 10;
/** Each has hundreds of variants. */
const maxNearWords = 3;
/** As the pages show it, or alone. */
const entryNumber = /^(?:n\s?[°º]|#)?\s*([1-9][\d\s]{0,14})$/i;

/** What a typed text finds. */
interface Matches {
  /** By phone number and by words: maybe many. */
  readonly broad: readonly BroadMatches[];
  /** By the number of the entry, a customId, a partner's number or that of a file: a few. */
  readonly exact: readonly Ids[];
  /** Whether no part of `broad` has more than the limit. */
  readonly isComplete: boolean;
}

/**
 * Matches the text typed as everything it may be: beginnings of names or of an e-mail address, a phone number in any form
 * or its last digits, the number of an entry (`2843`, `n° 2843`), a customId, a partner's number, that of a file of ViaTrajectoire, our own (`RES-000123`).
 * `typed` must not be trimmed: a leading space may be a `+`. `limit`: see {@link Matches.isComplete}. Throws a {@link
 * ValidationError} when the text is too short.
 */
export async function matchesOf(read: Queries, typed: string, limit: number): Promise<Matches> {
  const text = normalizeText(typed);
  if ([...text].length < minLength)
    throw new ValidationError('q', `expected at least ${minLength} characters`);
  const words = [endingIn(typed), await wordsTyped(read, text), joinedIn(text)].filter(
    ({ length }) => length > 0,
  );
  const broad = [...phoneMatches(typed).map(byPhone), ...words.map((terms) => byWords(terms, read.dialect))];
  let isComplete = true;
  for (const { ids } of broad) isComplete &&= !(await isLarge(read, ids, limit));
  return { broad, exact: exactMatches(text, read.dialect), isComplete };
}

/** Returns {@link matchesOf} as the conditions of a list. */
export async function search(read: Queries, typed: string): Promise<SearchConditions> {
  const { broad, exact, isComplete } = await matchesOf(read, typed, maxCounted);
  if (isComplete) {
    const all = oneOf([...broad.map(({ ids }) => ids), ...exact]);
    return { all, newest: all, isComplete };
  }
  return {
    all: sql`(${sql.join([...broad.map(({ isMatch }) => isMatch), oneOf(exact)], sql` or `)})`,
    newest: oneOf([...broad.map(({ ids }) => newestOf(ids, maxCounted)), ...exact]),
    isComplete,
  };
}

/**
 * Selects the ids of entries with the names typed, each as it is or with one typing error. Undefined when nothing that was
 * typed can be a name with an error. A word of many entries is taken to be right.
 */
export async function nearMatches(read: Queries, typed: string): Promise<Ids | undefined> {
  const words: SearchTerm[] = [];
  for (const term of searchTermsIn(normalizeText(typed)).slice(0, maxNearWords)) {
    const word = await exactIfLarge(read, term);
    words.push(word.whole ? word : { ...word, alternatives: wordsNear(word.word) });
  }
  const mayBeWrong = words.some(({ alternatives = [] }) => alternatives.length > 0);
  return mayBeWrong ? idsByWords(words, read.dialect) : undefined;
}

function oneOf(selects: readonly Ids[]): RawBuilder<unknown> {
  return selects.length === 0 ? sql`false` : sql`e.id in (${sql.join(selects, sql` union `)})`;
}

function byPhone(ids: Ids): BroadMatches {
  // `+ 0` keeps SQLite from looking up many entries by id.
  return { ids, isMatch: sql`e.id + 0 in (${ids})` };
}

/** Selects the newest of these. */
export function newestOf(ids: Ids, limit: number): Ids {
  return sql`select id from (${ids} order by 1 desc limit ${sql.lit(limit)}) as newest`;
}

async function isLarge(read: Queries, ids: Ids, limit = maxCounted): Promise<boolean> {
  return (await countRows(read, { from: sql`(${ids}) as found`, conditions: [] }, limit + 1)) > limit;
}

function exactMatches(text: string, dialect: Dialect): Ids[] {
  const file = fileNumberWord(text);
  const number = entryNumber.exec(text)?.[1]?.replace(/\s/g, '');
  const own = /^RES-(\d{1,12})$/i.exec(text)?.[1];
  return [
    ...(number === undefined ? [] : [sql`select id from entries where id = ${bind(Number(number))}`]),
    ...(isExact(text)
      ? [
          // The index begins with the caller.
          sql`select id from entries where caller_id in (select id from callers) and custom_id = ${bind(text)}`,
          sql`select id from entries where partnerid = ${bind(text)}`,
        ]
      : []),
    ...(file === undefined ? [] : [idsByWords([{ word: file, whole: true }], dialect)]),
    ...(own === undefined
      ? []
      : [sql`select entry_id as id from orientations where id = ${bind(Number(own))}`]),
  ];
}

async function wordsTyped(read: Queries, text: string): Promise<SearchTerm[]> {
  const words: SearchTerm[] = [];
  for (const word of searchTermsIn(text)) words.push(await exactIfLarge(read, word));
  return words;
}

/** Returns the words typed as one: « de La Tour » is also « Delatour ». */
function joinedIn(text: string): SearchTerm[] {
  const words = text.includes('@') || !/\p{L}/u.test(text) ? [] : wordsIn(text);
  return words.length < 2 || words.length > maxJoinedWords ? [] : [{ word: words.join(''), whole: true }];
}

function byWords(words: readonly SearchTerm[], dialect: Dialect): BroadMatches {
  const isMatch = dialect.entryHasWords(sql`e.id`, bind(dialect.toMatchQuery(words)));
  return { ids: idsByWords(words, dialect), isMatch };
}

/**
 * A word in many entries is matched as a whole word: as a prefix, SQLite would have to read all entries that match, 0.15 s
 * for a name in a million entries.
 */
async function exactIfLarge(read: Queries, word: SearchTerm): Promise<SearchTerm> {
  if (word.whole || word.word.length <= maxIndexedPrefix) return word;
  const whole = { ...word, whole: true };
  return (await isLarge(read, idsByWords([whole], read.dialect))) ? whole : word;
}

function idsByWords(words: readonly SearchTerm[], { wordsKey, toMatchQuery, hasWords }: Dialect): Ids {
  return sql`select ${sql.ref(wordsKey)} as id from entry_words where ${hasWords(bind(toMatchQuery(words)))}`;
}

/** Returns the words typed, as prefixes; a lone letter as a whole word. */
function searchTermsIn(text: string): SearchTerm[] {
  if (!/\p{L}/u.test(text)) return [];
  const words = text
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') && part.length > minLength ? [emailWord(part)] : wordsIn(part)))
    .slice(0, maxWords);
  // Single letters are dropped beside longer words: half of all entries have a word that begins with a given letter.
  const long = [...new Set(words)].filter((word) => word.length >= minLength);
  return long.length > 0
    ? long.map((word) => ({ word, whole: false }))
    : words.slice(0, 1).map((word) => ({ word, whole: true }));
}
