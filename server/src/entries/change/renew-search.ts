import { isPlainPhone } from '../../phones/phone-keys.ts';
import { chunks } from '../../store/chunks.ts';
import type { Database } from '../../store/database.ts';
import { putNote, readNote } from '../../store/notes.ts';
import { operation } from '../../store/operation.ts';
import { statement } from '../../store/statement.ts';
import type { Fields } from '../diff.ts';
import { phoneKeysOf, phonesOf, updatePhoneKeys } from '../search/phone-keys.ts';
import { nameFields, replaceSearchTerms, searchWordsOf } from '../search/search-terms.ts';
import { parsedFields, relationsOfAll, storedRelations } from './relations.ts';
import { findAndLockEntry } from './row.ts';

/** Entries read at a time: a few milliseconds of the thread for long reads. */
const sliceSize = 500;
/** Names of several parts are found by them as one word, and letters without their stroke. */
const readDifferently = /[^\p{L}]|[łøđðþıħ]/iu;

/** A migration after which entries are found by more puts this note; `after` is the id of the last entry that was dealt with. */
const noteName = 'search';
interface Note {
  readonly after: number | null;
}

const nextEntries = statement<{ after: number; limit: number }>()((db, p) =>
  db.selectFrom('entries').select(['id', 'fields']).where('id', '>', p.after).orderBy('id').limit(p.limit),
);
const storedKeys = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('entry_phones').select('key').where('entry_id', '=', p.entryId),
);

/**
 * Makes anew by what entries are found, after a migration that asks for it: slice by slice with pauses, while the service
 * answers. What is stopped goes on with the next call. Most entries need no write.
 */
export async function renewSearch(database: Database, now: Date, stopping: AbortSignal): Promise<void> {
  let after = (await readNote<Note>(database.background, noteName))?.after ?? null;
  if (after === null) return;
  for await (const last of chunks(() => renewSlice(database, after ?? 0, now), stopping)) {
    after = last;
    if (last === null) break;
  }
}

/** Deals with the next entries. Returns the last one; null when none is left. */
async function renewSlice(database: Database, from: number, now: Date): Promise<number | null> {
  const rows = await database.background.all(nextEntries, { after: from, limit: sliceSize });
  const ids = rows.map(({ id }) => id);
  const related = await relationsOfAll(database.background, ids);
  const different = rows.filter(({ id, fields }) =>
    peopleIn(fields, related.get(id)).some(isReadDifferently),
  );
  const after = rows.length < sliceSize ? null : (ids.at(-1) ?? null);
  await database.write(renewSearchOf, { ids: different.map(({ id }) => id), after }, now);
  return after;
}

function peopleIn(fields: string, related: readonly { readonly fields: Fields }[] = []): Fields[] {
  return [parsedFields(fields), ...related.map((one) => one.fields)];
}

function isReadDifferently(person: Fields): boolean {
  const names = nameFields.map((name) => person[name]).filter((name) => typeof name === 'string');
  return !phonesOf(person).every(isPlainPhone) || names.some((name) => readDifferently.test(name));
}

export const renewSearchOf = operation(
  'renewSearchOf',
  async (tx, { ids, after }: Note & { readonly ids: readonly number[] }) => {
    for (const entryId of ids) {
      const entry = await findAndLockEntry(tx, entryId);
      if (entry === undefined) continue;
      const people = peopleIn(entry.fields, await storedRelations(tx, entryId));
      const stored = (await tx.all(storedKeys, { entryId })).map(({ key }) => key);
      await updatePhoneKeys(tx, entryId, stored, phoneKeysOf(people));
      await replaceSearchTerms(tx, entryId, searchWordsOf(people));
    }
    await putNote(tx, noteName, { after });
  },
);
