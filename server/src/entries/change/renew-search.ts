import { isPlainPhone } from '../../phones/phone-keys.ts';
import { chunks } from '../../store/chunks.ts';
import type { Database, Queries } from '../../store/database.ts';
import { putNote, readNote } from '../../store/notes.ts';
import { operation } from '../../store/operation.ts';
import { statement } from '../../store/statement.ts';
import type { Fields } from '../diff.ts';
import { phoneKeysOf, updatePhoneKeys } from '../search/phone-keys.ts';
import { nameFields, replaceSearchTerms, searchWordsOf } from '../search/search-terms.ts';
import { relationsOfAll, storedRelations } from './relations.ts';
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
  const slice = async (from: number) => {
    const { ids, last } = await readSlice(database.background, from);
    await database.write(renewSearchOf, { ids, after: last }, now);
    return last;
  };
  for await (const last of chunks(() => slice(after ?? 0), stopping)) {
    after = last;
    if (last === null) break;
  }
}

/** The next entries whose words or numbers are read differently, and the last one read; null when none is left. */
async function readSlice(read: Queries, after: number) {
  const rows = await read.all(nextEntries, { after, limit: sliceSize });
  const related = await relationsOfAll(
    read,
    rows.map(({ id }) => id),
  );
  const ids = rows
    .filter(({ id, fields }) => {
      const people: Fields[] = [JSON.parse(fields), ...(related.get(id) ?? []).map((one) => one.fields)];
      return people.some(isReadDifferently);
    })
    .map(({ id }) => id);
  return { ids, last: rows.length < sliceSize ? null : (rows.at(-1)?.id ?? null) };
}

function isReadDifferently(person: Fields): boolean {
  const { phoneClient, cellphoneClient, phone, cellphone } = person;
  return (
    [phoneClient, cellphoneClient, phone, cellphone].some(
      (one) => typeof one === 'string' && !isPlainPhone(one),
    ) || nameFields.some((name) => typeof person[name] === 'string' && readDifferently.test(person[name]))
  );
}

export const renewSearchOf = operation(
  'renewSearchOf',
  async (tx, { ids, after }: { readonly ids: readonly number[]; readonly after: number | null }) => {
    for (const entryId of ids) {
      const entry = await findAndLockEntry(tx, entryId);
      if (entry === undefined) continue;
      const people = [
        JSON.parse(entry.fields),
        ...(await storedRelations(tx, entryId)).map((one) => one.fields),
      ];
      const stored = (await tx.all(storedKeys, { entryId })).map(({ key }) => key);
      await updatePhoneKeys(tx, entryId, stored, phoneKeysOf(people));
      await replaceSearchTerms(tx, entryId, searchWordsOf(people));
    }
    await putNote(tx, noteName, { after });
  },
);
