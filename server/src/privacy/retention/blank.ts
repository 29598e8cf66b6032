import { findEntry } from '../../entries/change/row.ts';
import { type Fields, withoutNames } from '../../entries/diff.ts';
import type { Transaction } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { storeParts } from '../erase/store-parts.ts';
import type { Part } from '../rules/contents.ts';
import { nameTest } from '../sensitive-names.ts';
import { readParts } from '../texts/entry-parts.ts';

/** Removes a part of an entry's data in every place that holds it. The entry is locked in this transaction. */
export async function blankPart(
  tx: Transaction,
  id: number,
  { keys, names, texts = false, gclid = false }: Part,
  now: Date,
): Promise<void> {
  const entry = await findEntry(tx, id);
  if (entry === undefined) return;
  const parts = await readParts(tx, entry);
  const hasName = names === undefined ? () => false : nameTest(names);
  const without = (fields: Fields) => withoutNames(fields, (name) => keys.has(name) || hasName(name));
  const unlessBlanked = (text: string | null) => (texts ? null : text);
  const after = {
    comment: unlessBlanked(parts.comment),
    originalComment: unlessBlanked(parts.originalComment),
    asleepReason: unlessBlanked(parts.asleepReason),
    fields: without(parts.fields),
    extra: without(parts.extra),
    relations: parts.relations.map((one) => ({ ...one, extra: without(one.extra) })),
    actions: parts.actions.map((one) => ({
      ...one,
      comment: unlessBlanked(one.comment),
      extra: without(one.extra),
    })),
    message: parts.message && without(parts.message),
    letters: texts ? parts.letters.map((one) => ({ ...one, subject: '', body: '' })) : parts.letters,
    history: parts.history.map((one) => ({ ...one, detail: without(one.detail) })),
  };
  await storeParts(tx, id, parts, after, now);
  if (texts) await update(tx, 'entries', id, { comment_by: null });
  if (gclid) await update(tx, 'entries', id, { gclid: null });
}
