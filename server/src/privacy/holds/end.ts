import { serviceAuthor } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import type { Hold } from '../../entries/holds.ts';
import { updateRestriction } from '../../orientation/restriction.ts';
import { deleteInChunks } from '../../store/chunks.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { query } from '../../store/statement.ts';

/** Holds ended by one write at most. */
const endedPerChunk = 50;

/** Ends some of the holds whose last day is over. Returns how many: 0 when there are none left. */
export const endPastHolds = operation('endPastHolds', async (tx, author: string, { now }) => {
  const past = await tx.all(
    query((db) =>
      db
        .selectFrom('holds')
        .select(['id', 'entry_id as entryId'])
        .where('ended_at', 'is', null)
        .where('until', '<', parisDay(now))
        .orderBy('entry_id')
        .limit(endedPerChunk),
    ),
  );
  for (const hold of past) await endOne(tx, hold, author, now);
  return past.length;
});

/** Ends the holds whose last day is over, so that staff see the entries again. Returns how many. */
export function expireHolds(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  return deleteInChunks(() => database.write(endPastHolds, serviceAuthor, now), stopping);
}

/** Ends a hold, and with the last limitation of an entry its being hidden. Returns false when it had ended already. */
export async function endOne(
  tx: Transaction,
  { id, entryId }: Pick<Hold, 'id'> & { readonly entryId: number },
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
