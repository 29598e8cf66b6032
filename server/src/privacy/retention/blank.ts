import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { detailsOf, rewriteDetails } from '../history-details.ts';
import { withoutKeys } from './contents.ts';
import type { Blanking } from './rules.ts';

const entryOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select(['fields', 'extra', 'comment', 'comment_by', 'original_comment', 'asleep_reason', 'gclid'])
    .where('id', '=', p.id),
);
const setEntry = statement<{
  id: number;
  fields: string;
  extra: string | null;
  comment: string | null;
  comment_by: string | null;
  original_comment: string | null;
  asleep_reason: string | null;
  gclid: string | null;
}>()((db, p) =>
  db
    .updateTable('entries')
    .set({
      fields: p.fields,
      extra: p.extra,
      comment: p.comment,
      comment_by: p.comment_by,
      original_comment: p.original_comment,
      asleep_reason: p.asleep_reason,
      gclid: p.gclid,
    })
    .where('id', '=', p.id),
);
const clearActions = statement<{ id: number }>()((db, p) =>
  db
    .updateTable('actions')
    .set({ comment: null })
    .where('entry_id', '=', p.id)
    .where('comment', 'is not', null),
);
/** Fields that the contract does not name, of related persons and of actions. */
const extras = (['relations', 'actions'] as const).map((table) => ({
  read: statement<{ id: number }>()((db, p) =>
    db
      .selectFrom(table)
      .select(['position', 'extra'])
      .where('entry_id', '=', p.id)
      .where('extra', 'is not', null),
  ),
  write: statement<{ id: number; position: number; extra: string | null }>()((db, p) =>
    db
      .updateTable(table)
      .set({ extra: p.extra })
      .where('entry_id', '=', p.id)
      .where('position', '=', p.position),
  ),
}));
const orientationsOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('orientations').select(['id', 'message']).where('entry_id', '=', p.id),
);
const setMessage = statement<{ id: number; message: string }>()((db, p) =>
  db.updateTable('orientations').set({ message: p.message }).where('id', '=', p.id),
);

/** Removes a part of an entry's data in every place that holds it. The entry is locked in this transaction. */
export async function blankEntry(tx: Transaction, id: number, { columns, keys }: Blanking): Promise<void> {
  const entry = await tx.first(entryOf, { id });
  if (entry === undefined) return;
  const blanked = Object.fromEntries(columns.map((column) => [column, null]));
  await tx.run(setEntry, {
    ...entry,
    ...blanked,
    id,
    fields: withoutKeys(entry.fields, keys),
    extra: extraWithout(entry.extra, keys),
  });
  if (columns.includes('comment')) await tx.run(clearActions, { id });
  for (const { read, write } of extras)
    for (const { position, extra } of await tx.all(read, { id })) {
      const kept = extraWithout(extra, keys);
      if (kept !== extra) await tx.run(write, { id, position, extra: kept });
    }
  await rewriteDetails(tx, await detailsOf(tx, id), (detail) => withoutKeys(detail, keys));
  for (const { id: orientation, message } of await tx.all(orientationsOf, { id })) {
    const kept = withoutKeys(message, keys);
    if (kept !== message) await tx.run(setMessage, { id: orientation, message: kept });
  }
}

function extraWithout(extra: string | null, keys: ReadonlySet<string>): string | null {
  const kept = extra === null ? null : withoutKeys(extra, keys);
  return kept === '{}' ? null : kept;
}
