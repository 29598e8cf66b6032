import { rememberNumber } from '../../entries/erased-numbers.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { detailsOf, setDetails } from '../history-details.ts';
import { markBlanked, rewriteBodies } from './blank-deliveries.ts';
import { rewriteBody, rewriteHistory } from './rewrite.ts';
import { erasing } from './statements.ts';
import { changed } from './store-parts.ts';

/** Erases the personal data of an entry by the inventory. Its partner's number stays known. */
export async function blankEntry(
  tx: Transaction,
  { id: entryId }: Pick<EntryRow, 'id'>,
  context: OperationContext,
): Promise<void> {
  await rememberNumber(tx, entryId, context);
  for (const erase of erasing) await tx.run(erase, { entryId });
  // What staff were to be told by e-mail could no longer be shown to them.
  for (const table of ['notifications', 'deferred_notifications'] as const)
    await tx.run(query((db) => db.deleteFrom(table).where('entry_id', '=', entryId)));
  await tx.run(
    query((db) => db.deleteFrom('mails').where('entry_id', '=', entryId).where('state', '=', 'pending')),
  );
  const details = await detailsOf(tx, entryId);
  const rewritten = details.map(({ id, detail }) => ({
    id,
    detail: JSON.stringify(rewriteHistory(JSON.parse(detail))),
  }));
  await setDetails(tx, changed(details, rewritten));
  await rewriteBodies(tx, entryId, rewriteBody);
}

/** Marks an entry as erased, and its deliveries as blanked: an attempt in flight then writes nothing back. */
export async function markErased(
  tx: Transaction,
  { id, sequence }: Pick<EntryRow, 'id' | 'sequence'>,
  now: Date,
): Promise<void> {
  await update(tx, 'entries', id, { restriction: 'erased', flagged: 0, sequence });
  await tx.run(query((db) => db.deleteFrom('pending_erasures').where('entry_id', '=', id)));
  // The `erased` event too: a receiver's response to it may hold personal data.
  await markBlanked(tx, id, now);
}
