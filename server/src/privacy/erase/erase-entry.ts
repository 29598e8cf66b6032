import { emitEvents, eventsCaused, sequenceAfter } from '../../entries/change/events.ts';
import { recordHistory } from '../../entries/change/history.ts';
import { lockEntry } from '../../entries/change/row.ts';
import { refuseHeld } from '../../entries/holds.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { update } from '../../store/rows.ts';
import { recordErasure } from '../records/erasures.ts';
import { blankEntry, markErased } from './blank-entry.ts';
import { blankRelation } from './blank-relation.ts';
import { lockMessages } from './erased-messages.ts';
import { planErasure, type Subject } from './plan.ts';
import { replacementsOf, type TextDecision } from './text-decisions.ts';

export interface EntryErasure extends Subject {
  /** The author in the history. */
  readonly author: string;
  /** `request`, or the name of the retention rule. */
  readonly reason: string;
  readonly requestId?: number | undefined;
  /** The plan that was shown. Without it, whatever is found is erased. */
  readonly digest?: string | undefined;
  /** For a related person: what becomes of the texts of the plan. */
  readonly texts?: readonly TextDecision[] | undefined;
}

type ErasureResult =
  | { readonly state: 'erased'; readonly counts: Readonly<Record<string, number>> }
  | { readonly state: 'changed' }
  | { readonly state: 'already erased' };

/**
 * Erases the personal data of an entry in every place of the inventory, or of one related person in it, and tells its
 * caller. Figures of past years stay. Does nothing when the digest is not that of the plan as it is now. Rejects with
 * NOTFOUND for an unknown entry or person, with HELD for an entry under a hold.
 */
export async function eraseEntry(
  tx: Transaction,
  { entryId, relation, author, reason, requestId, digest, texts = [] }: EntryErasure,
  context: OperationContext,
): Promise<ErasureResult> {
  await lockMessages(tx, entryId);
  const entry = await lockEntry(tx, entryId);
  if (entry.restriction === 'erased') return { state: 'already erased' };
  await refuseHeld(tx, entryId, context.now);
  const plan = await planErasure(tx, entry, relation, context.secrets.contentKey);
  if (digest !== undefined && digest !== plan.digest) return { state: 'changed' };
  const replaced = replacementsOf(plan.texts, texts);
  if (Object.keys(plan.counts).length === 0 && replaced.size === 0) return { state: 'already erased' };
  const at = context.now.toISOString();
  if (relation === undefined) {
    await blankEntry(tx, entry, context);
    const events = ['erased'] as const;
    await emitEvents(tx, { ...entry, restriction: 'erased' }, events, at);
    await markErased(tx, { id: entryId, sequence: sequenceAfter(entry, events) }, context.now);
  } else {
    const { comment } = await blankRelation(tx, entry, { relation, replaced }, context);
    const after: EntryRow = { ...entry, comment, comment_by: comment === null ? null : entry.comment_by };
    const events = eventsCaused(entry, after, false);
    await update(tx, 'entries', entryId, { sequence: sequenceAfter(entry, events) });
    await emitEvents(tx, after, events, at);
  }
  await recordHistory(tx, { entryId, at, author, ...historyOf(relation) });
  const marks = plan.texts.flatMap(({ key, text }) => (replaced.has(text) ? [[textMark + key, 1]] : []));
  await recordErasure(tx, {
    entryId,
    receivedAt: entry.received_at,
    relation: relation ?? null,
    reason,
    requestId: requestId ?? null,
    erasedAt: at,
    counts: { ...plan.counts, ...Object.fromEntries(marks) },
    digest: plan.digest,
  });
  return { state: 'erased', counts: plan.counts };
}

/** In the counts of the ledger, marks the keyed hash of a text that was rewritten or emptied. */
export const textMark = 'text:';

/** Returns what the history says of an erasure. */
export function historyOf(relation: number | undefined) {
  return relation === undefined
    ? { change: 'erased', detail: {} }
    : { change: 'relation-erased', detail: { relation } };
}
