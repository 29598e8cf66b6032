import type { Fields } from '../../entries/change/diff.ts';
import { putRelation } from '../../entries/change/relations.ts';
import { phoneKeysOf, updatePhoneKeys } from '../../entries/search/phone-keys.ts';
import { replaceSearchTerms, searchTermsOf } from '../../entries/search/search-terms.ts';
import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { setDetails } from '../history-details.ts';
import type { EntryParts } from '../texts/entry-parts.ts';

const setEntry = statement<{
  id: number;
  comment: string | null;
  originalComment: string | null;
  asleepReason: string | null;
  fields: string;
  extra: string | null;
}>()((db, p) =>
  db
    .updateTable('entries')
    .set({
      comment: p.comment,
      original_comment: p.originalComment,
      asleep_reason: p.asleepReason,
      fields: p.fields,
      extra: p.extra,
    })
    .where('id', '=', p.id),
);
const clearCommentAuthor = statement<{ id: number }>()((db, p) =>
  db.updateTable('entries').set({ comment_by: null }).where('id', '=', p.id).where('comment', 'is', null),
);
const setAction = statement<{
  entryId: number;
  position: number;
  comment: string | null;
  extra: string | null;
}>()((db, p) =>
  db
    .updateTable('actions')
    .set({ comment: p.comment, extra: p.extra })
    .where('entry_id', '=', p.entryId)
    .where('position', '=', p.position),
);
const setMessage = statement<{ entryId: number; message: string }>()((db, p) =>
  db.updateTable('orientations').set({ message: p.message }).where('entry_id', '=', p.entryId),
);

/** Stores the parts that differ, and what is derived from them: phone keys and search terms. */
export async function storeParts(
  tx: Transaction,
  entryId: number,
  before: EntryParts,
  after: EntryParts,
): Promise<void> {
  await tx.run(setEntry, {
    id: entryId,
    comment: after.comment,
    originalComment: after.originalComment,
    asleepReason: after.asleepReason,
    fields: JSON.stringify(after.fields),
    extra: unlessEmpty(after.extra),
  });
  await tx.run(clearCommentAuthor, { id: entryId });
  for (const relation of changed(before.relations, after.relations)) await putRelation(tx, entryId, relation);
  await tx.each(
    setAction,
    changed(before.actions, after.actions).map(({ position, comment, extra }) => ({
      entryId,
      position,
      comment,
      extra: unlessEmpty(extra),
    })),
  );
  if (after.message !== null) await tx.run(setMessage, { entryId, message: JSON.stringify(after.message) });
  await setDetails(
    tx,
    changed(before.history, after.history).map(({ id, detail }) => ({ id, detail: JSON.stringify(detail) })),
  );
  const [people, newPeople] = [peopleOf(before), peopleOf(after)];
  await updatePhoneKeys(tx, entryId, phoneKeysOf(people), phoneKeysOf(newPeople));
  await replaceSearchTerms(tx, entryId, searchTermsOf(newPeople));
}

/** Returns the persons of an entry. */
export function peopleOf({ fields, relations }: EntryParts): Fields[] {
  return [fields, ...relations.map((relation) => relation.fields)];
}

/** Returns the elements that differ from those at the same index before. */
export function changed<T>(before: readonly T[], after: readonly T[]): T[] {
  return after.filter((element, i) => JSON.stringify(element) !== JSON.stringify(before[i]));
}

function unlessEmpty(fields: Fields): string | null {
  return Object.keys(fields).length === 0 ? null : JSON.stringify(fields);
}
