// A limited entry: nobody but the officer sees it, while a limitation of it is open or its erasure is pending.
//
// | What happens | `restriction` | Its caller | Staff | Its partner |
// |---|---|---|---|---|
// | a limitation begins, an erasure is decided | null → limited | reads what it knew, without the comment; no events | 404 | is answered as before |
// | a message of its partner, a correction | limited | nothing | 404; it is in the entry | « mise à jour » |
// | a message of its partner, retention had decided | limited → null | as at the end | see it again | « mise à jour » |
// | neither a limitation nor an erasure is left | limited → null | one event, if anything it may see has changed | see it, flagged | |
// | it is erased (privacy/erase/) | limited → erased | `erased` | ERASED | « effacées » |
import { type RawBuilder, sql } from 'kysely';
import { parisDay } from '../clock.ts';
import type { Queries, Transaction } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { update } from '../store/rows.ts';
import { query, rawStatement, statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { changeEntry } from './change/change-entry.ts';
import { emitEvents, eventsCaused, notifyCallersOfDuplicates, sequenceAfter } from './change/events.ts';
import { recordHistory } from './change/history.ts';
import { lockEntry, lockKeptFirst } from './change/row.ts';
import { type Told, toldOf } from './presenter.ts';
import { reportedResult } from './reported-result.ts';

/** The reason of an erasure that a person has asked for. Others have the name of their retention rule. */
export const byRequest = 'request';

interface Act {
  readonly author: string;
  readonly now: Date;
}

const reasonOf = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('pending_erasures').select('reason').where('entry_id', '=', p.entryId),
);
const limiting = rawStatement<{ entryId: number }, { id: number }>(
  (p) => sql`
    select e.id from entries e where e.id = ${p.entryId} and (${isPending(sql`e.id`)}
      or exists (select 1 from holds where entry_id = e.id and kind = 'limitation' and ended_at is null))`,
);

/** A condition: the erasure of the entry with this id is decided, and not done yet. */
export function isPending(entryId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select 1 from pending_erasures where entry_id = ${entryId})`;
}

/** Returns why an entry is to be erased; undefined when it is not. */
export async function pendingReason(read: Queries, entryId: number): Promise<string | undefined> {
  return (await read.first(reasonOf, { entryId }))?.reason;
}

/** Limits a locked entry, or brings it back, as its limitations and its pending erasure say. */
export async function updateRestriction(
  tx: Transaction,
  entry: EntryRow,
  { author, now }: Act,
): Promise<void> {
  const { id: entryId, restriction } = entry;
  const isLimited = (await tx.first(limiting, { entryId })) !== undefined;
  if (restriction === 'erased' || isLimited === (restriction === 'limited')) return;
  const at = now.toISOString();
  const change = isLimited ? 'limited' : 'unlimited';
  await recordHistory(tx, { entryId, at, author, change, detail: {} });
  if (isLimited) return limit(tx, entry);
  await bringBack(tx, entry, at);
  const kept = entry.flagged === 1 ? await lockKeptFirst(tx, entryId) : undefined;
  if (kept?.restriction === null) await flagKept(tx, kept, { entryId, author, at });
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
 * Takes back what retention alone has decided of an entry that its partner has sent something of, and of the one that it is
 * united with: they live. Both are locked.
 */
export async function takeBackRetention(tx: Transaction, entryId: number, act: Act): Promise<void> {
  const kept = await lockKeptFirst(tx, entryId);
  for (const id of [...(kept === undefined ? [] : [kept.id]), entryId]) {
    const reason = await pendingReason(tx, id);
    if (reason !== undefined && reason !== byRequest) await takeBackLiving(tx, await lockEntry(tx, id), act);
  }
}

/** Flags a locked entry for what a partner has sent of `entryId`, which is united with it and stands in no list. */
export async function flagKept(
  tx: Transaction,
  kept: EntryRow,
  { entryId, author, at }: { readonly entryId: number; readonly author: string; readonly at: Instant },
): Promise<void> {
  const detail = { of: entryId };
  await changeEntry(tx, kept, { author, at, change: 'message', detail, patch: { flagged: true } });
}

/** Notes what the entry's caller knows. */
async function limit(tx: Transaction, row: EntryRow): Promise<void> {
  const { type, sejour_type, status, announcement_id } = row;
  const told: Told = { type, sejour_type, status, announcement_id, ...(await reportedResult(tx, row)) };
  await update(tx, 'entries', row.id, { restriction: 'limited', told: JSON.stringify(told) });
}

/** Tells the entry's caller once what has changed meanwhile, if anything has. */
async function bringBack(tx: Transaction, row: EntryRow, at: Instant): Promise<void> {
  const { commentChanged = false, ...told } = toldOf(row);
  const seen = { ...row, restriction: null, told: null };
  const now = { ...seen, ...(await reportedResult(tx, seen)) };
  const caused = eventsCaused({ ...now, ...told }, now, false);
  const events = caused.length === 0 && commentChanged ? (['updated'] as const) : caused;
  const sequence = sequenceAfter(row, events);
  await update(tx, 'entries', row.id, { restriction: null, told: null, sequence });
  await emitEvents(tx, now, events, at);
  // An entry that an older version has hidden has no note of what its caller knew.
  const isNews = ({ resultat, motif }: Partial<Told>) =>
    resultat !== undefined && (resultat !== row.resultat || motif !== row.motif);
  if (row.duplicate_of === null && isNews(told)) await notifyCallersOfDuplicates(tx, row, at);
}
