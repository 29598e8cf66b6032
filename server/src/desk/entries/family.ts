import { sql } from 'kysely';
import { isComplaint } from '../../entries/change/complaints.ts';
import { emailWord } from '../../entries/search/search-terms.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import { type ListedEntry, type NamedEntry, namedEntries, type ShownWith } from './listed.ts';

/** What is shown of an entry that shares a phone number or an e-mail address: not what it says. */
export const familyShown = [
  ...(['id', 'kind', 'establishmentId', 'name', 'contactName', 'contactDate'] as const),
  ...(['resultat', 'status', 'followUp', 'duplicateOf', 'objection'] as const),
] as const;

/** Entries that share a phone number or an e-mail address. */
interface Family {
  /** Newest first; at most {@link maxListed}. */
  readonly data: NamedEntry[];
  /** How many more there are within reach. */
  readonly more: number;
  /** How many out of reach, at most {@link maxListed}. */
  readonly elsewhere: number;
}

export interface FamilyIdentifiers {
  readonly phoneKeys: readonly string[];
  /** Beginnings of phone keys. */
  readonly phonePrefixes?: readonly string[];
  /** E-mail addresses as typed. */
  readonly emails: readonly string[];
}

export interface FamilyOptions extends ShownWith {
  /** Whether the user may know of an entry. */
  readonly isKnown: (entry: ListedEntry) => boolean;
  /** Whether to find job applications, or everything else. */
  readonly applicants: boolean;
  readonly test: boolean;
  /** The entry whose family it is. */
  readonly exceptId?: number;
}

/** A switchboard's number may be in thousands of entries. */
const maxPerIdentifier = sql.lit(200);
/** One entry may hold hundreds of numbers and addresses. */
const maxIdentifiers = 20;
const maxRead = 400;
const maxListed = 50;

const byKey = statement<{ key: string }>()((db, p) =>
  db
    .selectFrom('entry_phones')
    .select('entry_id as id')
    .where('key', '=', p.key)
    .orderBy('entry_id', 'desc')
    .limit(maxPerIdentifier),
);
const byKeys = statement<{ from: string; to: string }>()((db, p) =>
  db
    .selectFrom('entry_phones')
    .select(['entry_id as id', 'key'])
    .where('key', '>=', p.from)
    .where('key', '<', p.to)
    .limit(maxPerIdentifier),
);
const byWord = rawStatement<{ query: string }, { id: number }>((p, { wordsKey, hasWords }) => {
  const id = sql.ref(wordsKey);
  return sql`select ${id} as id from entry_words where ${hasWords(p.query)} order by ${id} desc limit ${maxPerIdentifier}`;
});

/** Returns the entries with any of these identifiers: those that the user may know of, and the number of the others. */
export async function familyOf(
  read: Queries,
  { phoneKeys, phonePrefixes = [], emails }: FamilyIdentifiers,
  { isKnown, applicants, test, exceptId, ...shownWith }: FamilyOptions,
): Promise<Family> {
  const ids = new Set<number>();
  for (const key of phoneKeys.slice(0, maxIdentifiers))
    for (const { id } of await read.all(byKey, { key })) ids.add(id);
  for (const from of phonePrefixes) {
    const found = await read.all(byKeys, { from, to: String(Number(from) + 1) });
    for (const { id, key } of found) if (key.startsWith(from)) ids.add(id);
  }
  for (const email of emails.slice(0, maxIdentifiers)) {
    const query = read.dialect.toMatchQuery([{ word: emailWord(email), whole: true }]);
    for (const { id } of await read.all(byWord, { query })) ids.add(id);
  }
  if (exceptId !== undefined) ids.delete(exceptId);
  const newestFirst = [...ids].sort((a, b) => b - a).slice(0, maxRead);
  const members = (await namedEntries(read, newestFirst, shownWith)).filter(
    (entry) => !entry.spam && entry.test === test && (entry.kind === 'postuler') === applicants,
  );
  const known = members.filter(isKnown);
  const elsewhere = members.filter((entry) => !isKnown(entry) && !isComplaint(entry));
  return {
    data: known.slice(0, maxListed),
    more: Math.max(0, known.length - maxListed),
    elsewhere: Math.min(elsewhere.length, maxListed),
  };
}
