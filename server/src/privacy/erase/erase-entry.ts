import { emitEvents, sequenceAfter } from '../../entries/change/events.ts';
import { recordHistory } from '../../entries/change/history.ts';
import { lockEntry } from '../../entries/change/row.ts';
import { deleteRefusedOf } from '../../entries/create/refused-creations.ts';
import { lockOrientations } from '../../entries/erased-numbers.ts';
import { refuseHeld } from '../../entries/holds.ts';
import { byRequest } from '../../entries/restriction.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import { recordErasure } from '../records/erasures.ts';
import { blankEntry, markErased } from './blank-entry.ts';
import { type ErasurePlan, erasurePlan } from './plan.ts';

export interface EntryErasure {
  readonly entryId: number;
  readonly author: string;
  /** `request`, or the name of the retention rule. */
  readonly reason: string;
  readonly requestId?: number | undefined;
}

/**
 * Erases the personal data of an entry in every place of the inventory, and tells its caller. Figures of past years stay.
 * Returns how many rows were erased, by place; undefined when it was erased before. Rejects with NOTFOUND for an unknown
 * entry, with HELD for one under a hold.
 */
export async function eraseEntry(
  tx: Transaction,
  { entryId, author, reason, requestId }: EntryErasure,
  context: OperationContext,
): Promise<ErasurePlan['counts'] | undefined> {
  await lockOrientations(tx, entryId);
  const entry = await lockEntry(tx, entryId);
  if (entry.restriction === 'erased') return undefined;
  await refuseHeld(tx, entryId, context.now);
  const plan = await erasurePlan(tx, entry);
  const at = context.now.toISOString();
  // Not by a rule of retention: what was refused then came later.
  if (reason === byRequest) await deleteRefusedOf(tx, entry, at);
  await blankEntry(tx, entry, context);
  const events = ['erased'] as const;
  await emitEvents(tx, { ...entry, restriction: 'erased' }, events, at);
  await markErased(tx, { id: entryId, sequence: sequenceAfter(entry, events) }, context.now);
  await recordHistory(tx, { entryId, at, author, change: 'erased', detail: {} });
  await recordErasure(tx, {
    entryId,
    receivedAt: entry.received_at,
    paths: null,
    reason,
    requestId: requestId ?? null,
    erasedAt: at,
    counts: plan.counts,
  });
  return plan.counts;
}
