import { sql } from 'kysely';
import type { Queries, Transaction } from '../store/database.ts';
import { putNote, readNote } from '../store/notes.ts';
import { operation } from '../store/operation.ts';
import { insert } from '../store/rows.ts';
import { query, rawStatement, statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';

// A duplicate is in no list: staff work the entry that was kept.
const flagEntry = rawStatement<{ id: number; attempts: number | null }, { id: number }>(
  (p) => sql`
update entries set flagged = 1
where id = (
  select coalesce(e.duplicate_of, e.id) from mails m join entries e on e.id = m.entry_id
  where m.id = ${p.id} and m.use is not null and m.state = 'pending' and m.attempts = coalesce(${p.attempts}, m.attempts))
  and (restriction is null or restriction <> 'erased')
returning id`,
);

/**
 * Staff see that a message will not reach its person, unless there were other than these attempts meanwhile. The entry is locked
 * before the mail, as by its erasure.
 */
export async function tellOfFailure(
  tx: Transaction,
  { id, attempts = null }: { readonly id: number; readonly attempts?: number | null },
  at: Instant,
): Promise<void> {
  const entry = await tx.first(flagEntry, { id, attempts });
  if (entry === undefined) return;
  const detail = JSON.stringify({ sent: { id, failed: true } });
  await insert(tx, 'history', { entry_id: entry.id, at, author: 'accueil', change: 'written', detail });
}

/** Gives up those of these messages that wait. `cause`: a key of french/refusals.ts. */
export async function giveUpLetters(
  tx: Transaction,
  ids: readonly number[],
  cause: string,
  at: Instant,
): Promise<void> {
  for (const id of ids) {
    await tellOfFailure(tx, { id }, at);
    const failed = { state: 'failed', next_at: null, finished_at: at, failure_reason: cause } as const;
    await tx.run(
      query((db) => db.updateTable('mails').set(failed).where('id', '=', id).where('state', '=', 'pending')),
    );
  }
}

const waiting = statement<{ until: Instant }>()((db, p) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', sql.lit('pending'))
    .where('use', 'is not', null)
    .where('created_at', '<=', p.until)
    .orderBy('entry_id'),
);

const withoutReceipts = statement<{ until: Instant }>()((db, p) =>
  db
    .updateTable('notifications')
    .set({ receipt: sql.lit(0) })
    .where('notified', '=', sql.lit(0))
    .where('created_at', '<=', p.until),
);
const restoredNote = 'restored';

/**
 * Gives up all messages that wait, in a database that is older than the one before it, and what was still to be written by
 * itself: it may have been sent since. `until`: when that one was last seen, as what was written later is of this database;
 * null where that is not known. Returns how many.
 */
export const giveUpRestored = operation(
  'giveUpRestored',
  async (tx, { until }: { readonly until: Instant | null }, { now }): Promise<number> => {
    const at = now.toISOString();
    const before = { until: until ?? at };
    const ids = (await tx.all(waiting, before)).map(({ id }) => id);
    await giveUpLetters(tx, ids, 'restored', at);
    await tx.run(withoutReceipts, before);
    await putNote(tx, restoredNote, { at });
    return ids.length;
  },
);

/** Whether messages were given up since an instant because the database was restored. */
export async function isRestoredSince(read: Queries, instant: Date): Promise<boolean> {
  const note = await readNote<{ at: Instant }>(read, restoredNote);
  return note !== undefined && note.at >= instant.toISOString();
}
