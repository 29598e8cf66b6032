import { type RawBuilder, sql } from 'kysely';
import { emailWord, wordsIn } from '../../entries/search/search-terms.ts';
import { searchKeys } from '../../phones/phone-keys.ts';
import type { Queries } from '../../store/database.ts';
import type { Dialect, SearchTerm } from '../../store/dialect.ts';
import { countRows } from '../../store/keyset.ts';
import { bind } from '../../store/statement.ts';
import { isExact, normalizeText } from '../../validation/text.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { maxCounted } from '../pages.ts';

/** The matches of a search before other filters, as conditions on the table `e`. */
export interface Found {
  readonly all: RawBuilder<unknown>;
  /** The same, but only the newest {@link maxCounted} matches of the words or of the phone number. */
  readonly newest: RawBuilder<unknown>;
  /** Whether the two are the same. */
  readonly isComplete: boolean;
}

/** Selects `id`s of entries. */
type Ids = RawBuilder<unknown>;

const minLength = 2;
/** SQLite indexes prefixes up to this length: for these it finds the newest entries first, however many words match. */
const maxIndexedPrefix = 3;
const maxWords = 10;

/**
 * Matches the text typed as everything it may be: beginnings of names or of an e-mail address, a phone number in any form,
 * a customId, a partner's number, our own (`RES-000123`). `typed` must not be trimmed: a leading space may be a `+`. Throws
 * a {@link ValidationError} when it is too short.
 */
export async function search(read: Queries, typed: string): Promise<Found> {
  const text = normalizeText(typed);
  if ([...text].length < minLength)
    throw new ValidationError('q', `expected at least ${minLength} characters`);
  const broad = [...phoneMatches(typed, text), ...(await wordMatches(read, text))];
  const exact = exactMatches(text);
  let isComplete = true;
  for (const ids of broad) isComplete &&= !(await isLarge(read, ids));
  const all = [...broad, ...exact];
  if (isComplete) return { all: oneOf(sql`e.id`, all), newest: oneOf(sql`e.id`, all), isComplete };
  // `+ 0` keeps SQLite from looking up a million entries by id; it reads them in the order of the list instead.
  return {
    all: oneOf(sql`e.id + 0`, all),
    newest: oneOf(sql`e.id`, [...broad.map(newestOf), ...exact]),
    isComplete,
  };
}

function oneOf(id: RawBuilder<unknown>, selects: readonly Ids[]): RawBuilder<unknown> {
  return selects.length === 0 ? sql`false` : sql`${id} in (${sql.join(selects, sql` union `)})`;
}

function newestOf(ids: Ids): Ids {
  return sql`select id from (${ids} order by 1 desc limit ${sql.lit(maxCounted)}) as newest`;
}

/** Whether there are more than {@link maxCounted}. */
async function isLarge(read: Queries, ids: Ids): Promise<boolean> {
  const count = await countRows(read, { from: sql`(${ids}) as found`, conditions: [] }, maxCounted + 1);
  return count > maxCounted;
}

function phoneMatches(typed: string, text: string): Ids[] {
  const keys = /^[\d\s().+/-]+$/.test(text) ? searchKeys(typed) : [];
  return keys.map((key) => sql`select entry_id as id from entry_phones where key = ${bind(key)}`);
}

function exactMatches(text: string): Ids[] {
  const own = /^RES-(\d{1,12})$/i.exec(text)?.[1];
  return [
    ...(isExact(text)
      ? [
          // The index begins with the caller.
          sql`select id from entries where caller_id in (select id from callers) and custom_id = ${bind(text)}`,
          sql`select id from entries where partnerid = ${bind(text)}`,
        ]
      : []),
    ...(own === undefined
      ? []
      : [sql`select entry_id as id from orientations where id = ${bind(Number(own))}`]),
  ];
}

async function wordMatches(read: Queries, text: string): Promise<Ids[]> {
  const words: SearchTerm[] = [];
  for (const word of searchTermsIn(text)) words.push(await exactIfLarge(read, word));
  return words.length === 0 ? [] : [idsByWords(words, read.dialect)];
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
