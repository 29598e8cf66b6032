import { hash } from 'node:crypto';
import { RequestError } from '../../contract/request-error.ts';
import { currentVersion } from '../../entries/change/history.ts';
import { phoneKeysOf } from '../../entries/search/phone-keys.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { readParts } from '../texts/entry-parts.ts';
import { type FreeText, freeTextsOf } from '../texts/free-texts.ts';
import { countRows } from './statements.ts';
import { changed, peopleOf } from './store-parts.ts';
import { withoutPerson } from './without-person.ts';

/** Whose data is erased: that of a whole entry, or of one related person in it. */
export interface Subject {
  readonly entryId: number;
  /** The position of the related person. */
  readonly relation?: number | undefined;
}

/** What an erasure would do. */
export interface ErasurePlan {
  /** The number of rows that hold data, by place. Without any, it is erased already. */
  readonly counts: Readonly<Record<string, number>>;
  /** Changes with the plan. The act repeats it, so that only what a plan has shown is erased. */
  readonly digest: string;
  /** For a related person, the free texts of the entry: each may name them. */
  readonly texts: FreeText[];
}

/** Plans the erasure of this entry, or of one related person in it. Rejects with NOTFOUND for an unknown person. */
export async function planErasure(
  read: Queries,
  entry: EntryRow,
  relation: number | undefined,
  contentKey: string,
): Promise<ErasurePlan> {
  const { id: entryId, received_at, restriction } = entry;
  const version = await currentVersion(read, entryId);
  if (relation === undefined) {
    const rows = (await read.all(countRows, { entryId })).map((one) => [one.place, one.rows] as const);
    const counts = withoutZeros(rows);
    return { counts, digest: digestOf([entryId, received_at, restriction, version, counts]), texts: [] };
  }
  const parts = await readParts(read, entry);
  const person = parts.relations.find(({ position }) => position === relation);
  if (person === undefined)
    throw new RequestError('NOTFOUND', `relation: entry ${entryId} has no person at position ${relation}`);
  const rest = withoutPerson(parts, relation);
  const texts = freeTextsOf(rest, contentKey);
  const kept = new Set(phoneKeysOf(peopleOf(rest)));
  const counts = withoutZeros([
    ['relations', Object.keys(person.fields).length + Object.keys(person.extra).length > 0 ? 1 : 0],
    ['entry_phones', phoneKeysOf(peopleOf(parts)).filter((key) => !kept.has(key)).length],
    ['orientations', changed([parts.message], [rest.message]).length],
    ['history', changed(parts.history, rest.history).length],
  ]);
  const keys = texts.map(({ key }) => key);
  return { counts, digest: digestOf([entryId, received_at, relation, version, person, keys]), texts };
}

/** Returns the digest of what a plan has shown. */
export function digestOf(shown: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(shown), 'base64url');
}

function withoutZeros(counts: readonly (readonly [place: string, rows: number])[]) {
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}
