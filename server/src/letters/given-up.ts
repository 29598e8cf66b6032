import { sql } from 'kysely';
import { storeMailOutcomes } from '../outbox/complete.ts';
import type { Completion, EndpointChange } from '../outbox/completion.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { putNote, readNote } from '../store/notes.ts';
import { batchOperation, operation } from '../store/operation.ts';
import { insert } from '../store/rows.ts';
import { query, rawStatement, statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';

// A duplicate is in no list: staff work the entry that was kept.
const flagEntry = rawStatement<{ id: number; attempts: number | null }, { id: number }>(
  (p) => sql`
update entries set flagged = 1
where id = (
  select coalesce(e.duplicate_of, e.id) from letters l join entries e on e.id = l.entry_id
  where l.id = ${p.id} and l.state = 'pending' and l.attempts = coalesce(${p.attempts}, l.attempts))
  and (restriction is null or restriction <> 'erased')
returning id`,
);

/**
 * Staff see that a letter will not reach its person, unless there were other than these attempts meanwhile. The entry is locked
 * before the letter, as by its erasure.
 */
async function tellOfFailure(
  tx: Transaction,
  { id, attempts = null }: { readonly id: number; readonly attempts?: number | null },
  at: Instant,
): Promise<void> {
  const entry = await tx.first(flagEntry, { id, attempts });
  if (entry === undefined) return;
  const detail = JSON.stringify({ sent: { id, failed: true } });
  await insert(tx, 'history', { entry_id: entry.id, at, author: 'accueil', change: 'written', detail });
}

/** Stores the outcomes of attempts to send letters. */
export const completeLetters = batchOperation(
  'completeLetters',
  async (tx, completions: readonly Completion[], context): Promise<EndpointChange[]> => {
    const at = context.now.toISOString();
    for (const completion of completions)
      if (completion.verdict === 'failed') await tellOfFailure(tx, completion, at);
    await storeMailOutcomes(tx, 'letters', completions, at);
    for (const { id, verdict } of completions) if (verdict === 'delivered') tx.logged.push({ sent: id, at });
    return completions.map(() => null);
  },
);

/** Gives up those of these letters that wait. `cause`: a key of french/refusals.ts. */
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
      query((db) =>
        db.updateTable('letters').set(failed).where('id', '=', id).where('state', '=', 'pending'),
      ),
    );
  }
}

const waiting = statement<{ until: Instant }>()((db, p) =>
  db
    .selectFrom('letters')
    .select('id')
    .where('state', '=', sql.lit('pending'))
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
 * Gives up all letters that wait, in a database that is older than the one before it, and what was still to be written by
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

/** Whether letters were given up since an instant because the database was restored. */
export async function isRestoredSince(read: Queries, instant: Date): Promise<boolean> {
  const note = await readNote<{ at: Instant }>(read, restoredNote);
  return note !== undefined && note.at >= instant.toISOString();
}
