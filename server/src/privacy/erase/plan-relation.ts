import { hash } from 'node:crypto';
import { RequestError } from '../../contract/request-error.ts';
import { currentVersion } from '../../entries/change/history.ts';
import { erasedEntry } from '../../entries/change/row.ts';
import { phoneKeysOf } from '../../entries/search/phone-keys.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { type EntryParts, readParts } from '../texts/entry-parts.ts';
import { type FreeText, freeTextsOf } from '../texts/free-texts.ts';
import { changed, peopleOf } from './store-parts.ts';
import { withoutPerson } from './without-person.ts';

/** What the erasure of one related person would do. */
export interface RelationPlan {
  /** The number of rows that hold data of the person, by place. Without any, the person is erased already. */
  readonly counts: Readonly<Record<string, number>>;
  /** Changes with the plan: repeated by the act. */
  readonly digest: string;
  /** The free texts of the entry: each may name the person. */
  readonly texts: readonly FreeText[];
}

/** Plans the erasure. Rejects with NOTFOUND for an unknown person, with ERASED for an erased entry. */
export async function planRelation(
  read: Queries,
  entry: EntryRow,
  position: number,
  contentKey: string,
): Promise<{ readonly plan: RelationPlan; readonly parts: EntryParts }> {
  if (entry.restriction === 'erased') throw erasedEntry(entry.id);
  const parts = await readParts(read, entry);
  const person = parts.relations.find((relation) => relation.position === position);
  if (person === undefined)
    throw new RequestError('NOTFOUND', `path: entry ${entry.id} has no person at position ${position}`);
  const rest = withoutPerson(parts, position);
  const texts = freeTextsOf(rest, contentKey);
  const kept = new Set(phoneKeysOf(peopleOf(rest)));
  const counts = withoutZeros({
    relations: Object.keys(person.fields).length + Object.keys(person.extra).length > 0 ? 1 : 0,
    entry_phones: phoneKeysOf(peopleOf(parts)).filter((key) => !kept.has(key)).length,
    orientations: changed([parts.message], [rest.message]).length,
    history: changed(parts.history, rest.history).length,
  });
  const version = await currentVersion(read, entry.id);
  const shown = [entry.id, entry.received_at, position, version, person, texts.map(({ key }) => key)];
  return { plan: { counts, digest: hash('sha256', JSON.stringify(shown), 'base64url'), texts }, parts };
}

function withoutZeros(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
