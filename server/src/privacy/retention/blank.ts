import { findEntry } from '../../entries/change/row.ts';
import type { Transaction } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { storeParts } from '../erase/store-parts.ts';
import { readParts } from '../texts/entry-parts.ts';
import { type Part, withoutKeys } from './contents.ts';

/** Removes a part of an entry's data in every place that holds it. The entry is locked in this transaction. */
export async function blankEntry(
  tx: Transaction,
  id: number,
  { keys, texts = false, gclid = false }: Part,
): Promise<void> {
  const entry = await findEntry(tx, id);
  if (entry === undefined) return;
  const parts = await readParts(tx, entry);
  const unlessBlanked = (text: string | null) => (texts ? null : text);
  await storeParts(tx, id, parts, {
    comment: unlessBlanked(parts.comment),
    originalComment: unlessBlanked(parts.originalComment),
    asleepReason: unlessBlanked(parts.asleepReason),
    fields: withoutKeys(parts.fields, keys),
    extra: withoutKeys(parts.extra, keys),
    relations: parts.relations.map((one) => ({ ...one, extra: withoutKeys(one.extra, keys) })),
    actions: parts.actions.map((one) => ({
      ...one,
      comment: unlessBlanked(one.comment),
      extra: withoutKeys(one.extra, keys),
    })),
    message: parts.message && withoutKeys(parts.message, keys),
    history: parts.history.map((one) => ({ ...one, detail: withoutKeys(one.detail, keys) })),
  });
  if (texts) await update(tx, 'entries', id, { comment_by: null });
  if (gclid) await update(tx, 'entries', id, { gclid: null });
}
