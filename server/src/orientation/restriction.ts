import { parisDay } from '../clock.ts';
import { recordHistory } from '../entries/change/history.ts';
import { takeOutOfSight } from '../entries/change/out-of-sight.ts';
import { byRequest, isLimited, pendingReason } from '../entries/change/pending.ts';
import { lockEntry, lockKeptFirst } from '../entries/change/row.ts';
import { isOutOfSight } from '../entries/presenter.ts';
import type { Transaction } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { update } from '../store/rows.ts';
import { query } from '../store/statement.ts';
import { bringBack } from './withheld.ts';

interface Act {
  readonly author: string;
  readonly now: Date;
}

/**
 * Limits a locked entry while a limitation of it is open or its erasure is pending: whatever holds for the one holds for the
 * other. Brings it back into sight when there is neither.
 */
export async function updateRestriction(
  tx: Transaction,
  entry: EntryRow,
  { author, now }: Act,
): Promise<void> {
  const { id: entryId, restriction } = entry;
  const after = await isLimited(tx, entryId);
  if (restriction === 'erased' || after === (restriction === 'limited')) return;
  if (after) await takeOutOfSight(tx, entry, 'limited');
  else await bringBack(tx, entryId, now);
  const change = after ? 'limited' : 'unlimited';
  await recordHistory(tx, { entryId, at: now.toISOString(), author, change, detail: {} });
}

/** Takes back that a locked entry is to be erased. */
export async function takeBackErasure(tx: Transaction, entry: EntryRow, act: Act): Promise<void> {
  await tx.run(query((db) => db.deleteFrom('pending_erasures').where('entry_id', '=', entry.id)));
  await updateRestriction(tx, entry, act);
}

/** Like {@link takeBackErasure}, of an entry that lives: retention counts anew from today, or it would be due again tonight. */
export async function takeBackLiving(tx: Transaction, entry: EntryRow, act: Act): Promise<void> {
  await update(tx, 'entries', entry.id, { renewed_on: parisDay(act.now) });
  await takeBackErasure(tx, entry, act);
}

/**
 * Locks an entry of which a partner has sent something, and returns whether that waits for the officer. It shows that the
 * entry lives: what retention alone has decided is taken back, also of the entry that it is united with.
 */
export async function isHidden(tx: Transaction, entryId: number, act: Act): Promise<boolean> {
  const kept = await lockKeptFirst(tx, entryId);
  for (const id of [...(kept === undefined ? [] : [kept.id]), entryId]) {
    const reason = await pendingReason(tx, id);
    if (reason !== undefined && reason !== byRequest) await takeBackLiving(tx, await lockEntry(tx, id), act);
  }
  return isOutOfSight(await lockEntry(tx, entryId));
}
