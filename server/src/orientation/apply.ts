import type { OrientationBody } from '../contract/orientation.ts';
import { type Change, changeEntry } from '../entries/change/change-entry.ts';
import { pendingReason } from '../entries/change/pending.ts';
import { lockEntry, lockKeptFirst } from '../entries/change/row.ts';
import type { Transaction } from '../store/database.ts';
import { update } from '../store/rows.ts';
import type { Instant } from '../store/tables.ts';
import type { Normalized } from '../validation/normalize.ts';
import { diffOrientation, laterContactDate } from './diff.ts';
import { merge } from './merge.ts';

export type Message = Normalized<OrientationBody>;

/** Who has sent a message about an entry, and when it is applied. */
export interface Sent {
  readonly entryId: number;
  /** As in access/authors.ts. */
  readonly author: string;
  readonly at: Instant;
}

/** Applies an update of a request. `id`: of the request; `before`: what its partner has sent so far. */
export async function applyUpdate(
  tx: Transaction,
  { id, before, ...sent }: Sent & { readonly id: number; readonly before: Message },
  message: Message,
): Promise<void> {
  const { message: merged } = merge(before, message);
  await update(tx, 'orientations', id, { message: JSON.stringify(merged) });
  const detail = laterContactDate(before, merged);
  await changeByPartner(tx, sent, { change: 'updated', detail, patch: diffOrientation(before, merged) });
}

/** Records a follow-up in the entry's history. */
export function applyFollowUp(tx: Transaction, sent: Sent, detail: Readonly<Record<string, unknown>>) {
  return changeByPartner(tx, sent, { change: 'followup', detail, patch: {} });
}

/**
 * Changes an entry and flags it for staff. One that was united with another stands in no list: then the kept one is flagged
 * too. When that was erased, or is to be, the entry is separated from it, or nobody would see the message.
 */
async function changeByPartner(
  tx: Transaction,
  { entryId, author, at }: Sent,
  what: Pick<Change, 'change' | 'detail' | 'patch'>,
): Promise<void> {
  const change = { author, at, ...what };
  const kept = await lockKeptFirst(tx, entryId);
  const isGone =
    kept !== undefined && (kept.restriction === 'erased' || (await pendingReason(tx, kept.id)) !== undefined);
  if (isGone) {
    const separated = { author, at, change: 'duplicate', patch: { duplicateOf: null } } as const;
    await changeEntry(tx, await lockEntry(tx, entryId), separated);
  }
  await changeEntry(tx, await lockEntry(tx, entryId), {
    ...change,
    patch: { ...change.patch, flagged: true },
  });
  if (kept === undefined || isGone) return;
  await changeEntry(tx, kept, {
    author,
    at,
    change: 'message',
    detail: { of: entryId },
    patch: { flagged: true },
  });
}
