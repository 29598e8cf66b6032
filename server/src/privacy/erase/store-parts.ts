import { putRelation, storedFields } from '../../entries/change/relations.ts';
import type { Fields } from '../../entries/diff.ts';
import { updateSearch } from '../../entries/search/search-terms.ts';
import { giveUpLetters } from '../../letters/given-up.ts';
import type { Transaction } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { setDetails } from '../history-details.ts';
import type { EntryParts } from '../texts/entry-parts.ts';

/** Stores the parts that differ, and what is derived from them: phone keys and search terms. */
export async function storeParts(
  tx: Transaction,
  entryId: number,
  before: EntryParts,
  after: EntryParts,
  now: Date,
): Promise<void> {
  await update(tx, 'entries', entryId, {
    comment: after.comment,
    original_comment: after.originalComment,
    asleep_reason: after.asleepReason,
    fields: JSON.stringify(after.fields),
    extra: storedFields(after.extra),
  });
  for (const relation of changed(before.relations, after.relations)) await putRelation(tx, entryId, relation);
  for (const { position, comment, extra } of changed(before.actions, after.actions)) {
    const texts = { comment, extra: storedFields(extra) };
    await tx.run(
      query((db) =>
        db.updateTable('actions').set(texts).where('entry_id', '=', entryId).where('position', '=', position),
      ),
    );
  }
  for (const sent of changed([before.message], [after.message])) {
    const message = JSON.stringify(sent);
    await tx.run(
      query((db) => db.updateTable('orientations').set({ message }).where('entry_id', '=', entryId)),
    );
  }
  const letters = changed(before.letters, after.letters);
  // A mail server repeats the address, and a calendar file says what the text says.
  for (const { id, recipient, subject, body } of letters)
    await update(tx, 'letters', id, { recipient, subject, body, calendar: null, failure_reason: null });
  const ids = letters.map(({ id }) => id);
  await giveUpLetters(tx, ids, 'removed', now.toISOString());
  await setDetails(
    tx,
    changed(before.history, after.history).map(({ id, detail }) => ({ id, detail: JSON.stringify(detail) })),
  );
  const [people, newPeople] = [peopleOf(before), peopleOf(after)];
  // Most rules of retention change no person, and a stranger decides how many numbers an entry has.
  if (people.length !== newPeople.length || changed(people, newPeople).length > 0)
    await updateSearch(tx, entryId, people, newPeople);
}

function peopleOf({ fields, relations }: EntryParts): Fields[] {
  return [fields, ...relations.map((relation) => relation.fields)];
}

/** Returns the elements that differ from those at the same index before. */
export function changed<T>(before: readonly T[], after: readonly T[]): T[] {
  return after.filter((element, i) => JSON.stringify(element) !== JSON.stringify(before[i]));
}
