import { sql } from 'kysely';
import type { Transaction } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';
import { normalized } from '../../unicode.ts';
import type { Fields } from '../change/diff.ts';
import type { NewEntry } from '../entry.ts';

/** Whoever filled in a form, who is to be a resident, or a related person: what staff know them by. */
const nameFields = [
  'firstName',
  'lastName',
  'lastNameMarital',
  'firstNameClient',
  'lastNameClient',
  'lastNameMaritalClient',
] as const;
/** Not `emailAdresseur`: an adviser's address would make one family of all whom they refer. */
const emailFields = ['email', 'emailClient'] as const;

// A page of text in a name field must not exceed what an index accepts.
const maxWordLength = 40;
const maxEmailLength = 255;
const maxWords = 100;
/** No more words than are kept stand in so many characters. */
const maxNameText = maxWords * (maxWordLength + 1);

// Most names and addresses are these; the general way takes ten times as long.
const oneWord = /^[A-Za-z]{1,40}$/;
const usualEmail = /^[A-Za-z0-9@._+'-]{1,255}$/;
const ascii = /^[ -~]*$/;

/** The words of a text as they are compared: in small letters, without accents, ligatures taken apart. */
export function wordsIn(text: string): string[] {
  if (oneWord.test(text)) return [text.toLowerCase()];
  const words = unaccented(text.slice(0, maxNameText)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => cut(word, maxWordLength));
}

/** An e-mail address as it is compared: one word, whatever it is made of. */
export function emailWord(email: string): string {
  if (usualEmail.test(email)) return email.toLowerCase();
  return cut(unaccented(email.trim()).replace(/[^\p{L}\p{N}@._+'-]/gu, '_'), maxEmailLength);
}

/** What an entry with these fields and related persons is searched by, each once: the words of names, e-mail addresses. */
export function searchTermsOf(fields: Fields, relations: Iterable<Fields>): string[] {
  const words = new Set<string>();
  for (const person of [fields, ...relations]) {
    for (const field of nameFields) {
      const name = person[field];
      if (typeof name === 'string') for (const word of wordsIn(name)) words.add(word);
    }
    for (const field of emailFields) {
      const email = person[field];
      if (typeof email === 'string') words.add(emailWord(email));
    }
  }
  return words.size <= maxWords ? [...words] : [...words].slice(0, maxWords);
}

/** What a new entry is searched by. */
export function searchTermsOfNew({ fields, relations }: Pick<NewEntry, 'fields' | 'relations'>): string[] {
  return searchTermsOf(
    JSON.parse(fields),
    relations.map((relation) => JSON.parse(relation.fields)),
  );
}

const insertWords = rawStatement<{ entryId: number; words: string }, unknown>(
  (p, { wordsKey, storedWords }) => sql`
    insert into entry_words (${sql.ref(wordsKey)}, words) values (${p.entryId}, ${storedWords(p.words)})`,
);
const deleteWords = rawStatement<{ entryId: number }, unknown>(
  (p, { wordsKey }) => sql`delete from entry_words where ${sql.ref(wordsKey)} = ${p.entryId}`,
);

/** Makes new entries searchable, a statement for each. */
export async function insertSearchTerms(
  tx: Transaction,
  entries: readonly { readonly id: number; readonly words: readonly string[] }[],
): Promise<void> {
  const worded = entries.filter(({ words }) => words.length > 0);
  await tx.each(
    insertWords,
    worded.map(({ id, words }) => ({ entryId: id, words: words.join(' ') })),
  );
}

/** Makes an entry searchable by these words and by no others. */
export async function replaceSearchTerms(
  tx: Transaction,
  entryId: number,
  words: readonly string[],
): Promise<void> {
  await tx.run(deleteWords, { entryId });
  await insertSearchTerms(tx, [{ id: entryId, words }]);
}

function unaccented(text: string): string {
  const small = text.toLowerCase();
  if (ascii.test(small)) return small;
  return normalized(small, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss');
}

/** At most so many code points. */
function cut(text: string, longest: number): string {
  return text.length <= longest ? text : [...text].slice(0, longest).join('');
}
