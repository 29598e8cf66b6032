import { emitEvents, sequenceAfter } from '../../entries/change/events.ts';
import { recordHistory } from '../../entries/change/history.ts';
import { lockEntry } from '../../entries/change/row.ts';
import { refuseHeld } from '../../entries/holds.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { detailsOf, rewriteDetails } from '../history-details.ts';
import { recordErasure } from '../records/erasures.ts';
import { markBlanked, rewriteBodies } from './blank-deliveries.ts';
import { dropNotifications } from './drop-notifications.ts';
import { forgetReceived, lockMessages, rememberErased } from './erased-messages.ts';
import { type ErasurePlan, planErasure } from './plan.ts';
import { rewriteBody, rewriteHistory } from './rewrite.ts';
import { erasing } from './statements.ts';

export interface EntryErasure {
  readonly entryId: number;
  /** The author in the history. */
  readonly author: string;
  /** `request`, or the name of the retention rule. */
  readonly reason: string;
  readonly requestId?: number | undefined;
  /** The plan that was shown. Without it, whatever is found is erased. */
  readonly digest?: string | undefined;
}

type ErasureResult =
  | { readonly state: 'erased' | 'changed'; readonly plan: ErasurePlan }
  | { readonly state: 'already erased' };

const setErased = statement<{ id: number; sequence: number }>()((db, p) =>
  db
    .updateTable('entries')
    .set({ restriction: 'erased', flagged: 0, sequence: p.sequence })
    .where('id', '=', p.id),
);

/**
 * Erases the personal data of an entry in every place of the inventory, and tells its caller. Figures of past years stay.
 * Does nothing and returns the new plan when the digest is not that of the plan. Rejects with NOTFOUND for an unknown
 * entry, with HELD for one under a hold.
 */
export async function eraseEntry(
  tx: Transaction,
  { entryId, author, reason, requestId, digest }: EntryErasure,
  context: OperationContext,
): Promise<ErasureResult> {
  await lockMessages(tx, entryId);
  const entry = await lockEntry(tx, entryId);
  if (entry.restriction === 'erased') return { state: 'already erased' };
  await refuseHeld(tx, entryId, context.now);
  const plan = await planErasure(tx, entry);
  if (digest !== undefined && digest !== plan.digest) return { state: 'changed', plan };
  const at = context.now.toISOString();
  await blankEntry(tx, entry, context);
  const events = ['erased'] as const;
  await emitEvents(tx, { ...entry, restriction: 'erased' }, events, at);
  await markErased(tx, { id: entryId, sequence: sequenceAfter(entry, events) }, context.now);
  await recordHistory(tx, { entryId, at, author, change: 'erased', detail: {} });
  await recordErasure(tx, {
    entryId,
    receivedAt: entry.received_at,
    relation: null,
    reason,
    requestId: requestId ?? null,
    erasedAt: at,
    counts: plan.counts,
    digest: plan.digest,
  });
  return { state: 'erased', plan };
}

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
