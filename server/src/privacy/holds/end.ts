import { serviceAuthor } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import type { Hold } from '../../entries/holds.ts';
import { updateRestriction } from '../../entries/restriction.ts';
import { chunks } from '../../store/chunks.ts';
import { type Database, DatabaseUnavailable, type Transaction } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { query } from '../../store/statement.ts';

type OneHold = Pick<Hold, 'id'> & { readonly entryId: number };

/** Ends one hold whose last day is over. Returns false when it had ended already. */
export const endPastHold = operation('endPastHold', (tx, { id, entryId }: OneHold, { now }) =>
  endOne(tx, { id, entryId }, serviceAuthor, now),
);

interface ExpireOptions {
  readonly database: Database;
  readonly now: Date;
  readonly stopping?: AbortSignal | undefined;
  /** Called for a hold that could not be ended: the next call tries it again. */
  readonly onFailure: (failure: { readonly id: number; readonly error: unknown }) => void;
}

/**
 * Ends the holds whose last day is over, each in a transaction of its own, so that staff see the entries again. Returns how
 * many.
 */
export async function expireHolds({ database, now, stopping, onFailure }: ExpireOptions): Promise<number> {
  const past = await database.background.all(
    query((db) =>
      db
        .selectFrom('holds')
        .select(['id', 'entry_id as entryId'])
        .where('ended_at', 'is', null)
        .where('until', '<', parisDay(now))
        .orderBy('id'),
    ),
  );
  let ended = 0;
  const next = async (): Promise<'more' | 'done'> => {
    const one = past.shift();
    if (one === undefined) return 'done';
    try {
      if (await database.write(endPastHold, one, now)) ended++;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      onFailure({ id: one.id, error });
    }
    return 'more';
  };
  for await (const state of chunks(next, stopping)) if (state === 'done') break;
  return ended;
}

/** Ends a hold, and with the last limitation of an entry its being hidden. Returns false when it had ended already. */
export async function endOne(
  tx: Transaction,
  { id, entryId }: OneHold,
  author: string,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const entry = await findAndLockEntry(tx, entryId);
  const ended = await tx.run(
    query((db) =>
      db
        .updateTable('holds')
        .set({ ended_at: at, ended_by: author })
        .where('id', '=', id)
        .where('ended_at', 'is', null),
    ),
  );
  if (ended === 0) return false;
  if (entry !== undefined) await updateRestriction(tx, entry, { author, now });
  return true;
}
