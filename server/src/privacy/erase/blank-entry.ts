import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { detailsOf, rewriteDetails } from '../history-details.ts';
import { markBlanked, rewriteBodies } from './blank-deliveries.ts';
import { dropNotifications } from './drop-notifications.ts';
import { forgetReceived, rememberErased } from './erased-messages.ts';
import { rewriteBody, rewriteHistory } from './rewrite.ts';
import { erasing } from './statements.ts';

const setErased = statement<{ id: number; sequence: number }>()((db, p) =>
  db
    .updateTable('entries')
    .set({ restriction: 'erased', flagged: 0, sequence: p.sequence })
    .where('id', '=', p.id),
);

/** Erases the personal data of an entry by the inventory. Keeps the keyed hashes of its partner's messages. */
export async function blankEntry(
  tx: Transaction,
  { id: entryId }: Pick<EntryRow, 'id'>,
  context: OperationContext,
): Promise<void> {
  await rememberErased(tx, entryId, context);
  await forgetReceived(tx, entryId);
  for (const { erase } of erasing) if (erase !== undefined) await tx.run(erase, { entryId });
  await dropNotifications(tx, entryId);
  await rewriteDetails(tx, await detailsOf(tx, entryId), rewriteHistory);
  await rewriteBodies(tx, entryId, rewriteBody);
}

/** Marks an entry as erased, and its deliveries as blanked: an attempt in flight then writes nothing back. */
export async function markErased(
  tx: Transaction,
  { id, sequence }: Pick<EntryRow, 'id' | 'sequence'>,
  now: Date,
): Promise<void> {
  await tx.run(setErased, { id, sequence });
  // The `erased` event too: a receiver's response to it may hold personal data.
  await markBlanked(tx, id, now);
}
