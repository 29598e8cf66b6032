import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Transaction } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';
import { normalized } from '../../unicode.ts';
import type { Fields } from '../diff.ts';
import type { NewEntry } from '../entry.ts';
import { phoneKeysOf, updatePhoneKeys } from './phone-keys.ts';

/** Names of the sender, of the future resident and of related persons. */
export const nameFields = [
  'firstName',
  'lastName',
  'lastNameMarital',
  'firstNameClient',
  'lastNameClient',
  'lastNameMaritalClient',
] as const;
/** Without `emailAdresseur`: an adviser's address would join all the people they refer into one family. */
const emailFields = ['email', 'emailClient'] as const;

// A page of text pasted into a name field must not exceed the limits of the index.
const maxWordLength = 40;
const maxEmailLength = 255;
const minFileNumber = 4;
const maxWords = 100;
/** « de La Tour » has three; what has more was pasted. */
export const maxJoinedWords = 5;
/** Longer names hold more words than are kept: the rest need not be read. */
const maxNameText = maxWords * (maxWordLength + 1);

// Fast path for most names and addresses: the general path takes ten times as long.
const oneWord = /^[A-Za-z]{1,40}$/;
const usualEmail = /^[A-Za-z0-9@._+'-]{1,255}$/;
const ascii = /^[ -~]*$/;

/** Returns the words of a text, normalized for comparison: lower case, no accents, no strokes, ligatures split. */
export function wordsIn(text: string): string[] {
  if (oneWord.test(text)) return [text.toLowerCase()];
  const words = unaccented(text.slice(0, maxNameText)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => cut(word, maxWordLength));
}

/** Returns an e-mail address as one word, normalized for comparison. */
export function emailWord(email: string): string {
  if (usualEmail.test(email)) return email.toLowerCase();
  return cut(unaccented(email.trim()).replace(/[^\p{L}\p{N}@._+'-]/gu, '_'), maxEmailLength);
}

/**
 * Returns a file number as one word, whatever stands between its letters and digits; undefined for a text without a digit,
 * and for one that is too short. No other word begins with `__`.
 */
export function fileNumberWord(text: string): string | undefined {
  const signs = unaccented(text.slice(0, maxNameText)).replace(/[^a-z0-9]/g, '');
  return signs.length < minFileNumber || !/\d/.test(signs) ? undefined : `__${cut(signs, maxWordLength)}`;
}

/** How many last digits of a phone number can be searched by. */
const endingDigits = 8;

/**
 * Returns the last digits of a phone number, or of a phone key, as one word: from the last one, so that its beginnings are
 * what numbers end with. No word of a name or an address begins with `_`.
 */
export function endingWord(digits: string): string {
  return `_${[...digits.slice(-endingDigits)].reverse().join('')}`;
}

/**
 * Returns the distinct search terms of an entry's people: the words of their names, each alone and joined with those that
 * follow it in the name, their e-mail addresses, the number of their file, and the endings of their phone numbers.
 */
export function searchWordsOf(
  people: readonly Fields[],
  phoneKeys: readonly string[] = phoneKeysOf(people),
): string[] {
  const words = new Set<string>();
  // Behind the words: they take no room from them.
  const joined = new Set<string>();
  for (const person of people) {
    for (const field of nameFields) {
      const name = person[field];
      if (typeof name !== 'string') continue;
      const parts = wordsIn(name);
      for (const word of parts) words.add(word);
      for (const run of runsOf(parts)) joined.add(run);
    }
    for (const field of emailFields) {
      const email = person[field];
      if (typeof email === 'string') words.add(emailWord(email));
    }
    const { numeroViaTrajectoire: number } = person;
    const file = typeof number === 'string' ? fileNumberWord(number) : undefined;
    if (file !== undefined) words.add(file);
  }
  const endings = new Set(phoneKeys.map(endingWord));
  return [...[...words, ...joined.difference(words)].slice(0, maxWords), ...endings];
}

/** Words that follow each other as one: « delatour », « dela » and « latour » of « de La Tour », as people may type them. */
function runsOf(words: readonly string[]): string[] {
  if (words.length < 2 || words.length > maxJoinedWords) return [];
  return words.flatMap((_, from) =>
    words.slice(from + 1).map((_, more) => cut(words.slice(from, from + more + 2).join(''), maxWordLength)),
  );
}

export function searchTermsOfNew({
  fields,
  relations,
  phoneKeys,
}: Pick<NewEntry, 'fields' | 'relations' | 'phoneKeys'>): string[] {
  const people = [fields, ...relations.map((relation) => relation.fields)];
  return searchWordsOf(
    people.map((json) => JSON.parse(json)),
    phoneKeys,
  );
}

const insertWords = rawStatement<{ entryId: number; words: string }, unknown>(
  (p, { wordsKey, storedWords }) => sql`
    insert into entry_words (${sql.ref(wordsKey)}, words) values (${p.entryId}, ${storedWords(p.words)})`,
);
const deleteWords = rawStatement<{ entryId: number }, unknown>(
  (p, { wordsKey }) => sql`delete from entry_words where ${sql.ref(wordsKey)} = ${p.entryId}`,
);

/** Makes new entries searchable. */
export async function insertSearchTerms(
  tx: Transaction,
  entries: readonly { readonly id: number; readonly words: readonly string[] }[],
): Promise<void> {
  const searchable = entries.filter(({ words }) => words.length > 0);
  await tx.each(
    insertWords,
    searchable.map(({ id, words }) => ({ entryId: id, words: words.join(' ') })),
  );
}

/** Stores by what an entry whose people have changed is found: phone keys and search terms. */
export async function updateSearch(
  tx: Transaction,
  entryId: number,
  people: readonly Fields[],
  newPeople: readonly Fields[],
): Promise<void> {
  await updatePhoneKeys(tx, entryId, phoneKeysOf(people), phoneKeysOf(newPeople));
  const words = searchWordsOf(newPeople);
  if (!isDeepStrictEqual(words, searchWordsOf(people))) await replaceSearchTerms(tx, entryId, words);
}

/** Stores the search terms of an entry in place of those that are stored. */
export async function replaceSearchTerms(
  tx: Transaction,
  entryId: number,
  words: readonly string[],
): Promise<void> {
  await tx.run(deleteWords, { entryId });
  await insertSearchTerms(tx, [{ id: entryId, words }]);
}

/** What no decomposition of Unicode takes apart, as Latin-ASCII of CLDR does. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', þ: 'th' },
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ħ: 'h' },
};

/** Returns a text in lower case, without accents and strokes, ligatures split. */
export function unaccented(text: string): string {
  const small = text.toLowerCase();
  if (ascii.test(small)) return small;
  return normalized(small, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[œæßþłøđðıħ]/g, (letter) => plainLetters[letter] ?? letter);
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : [...text].slice(0, longest).join('');
}
