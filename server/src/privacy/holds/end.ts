import { sql } from 'kysely';
import { serviceAuthor } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import { recordHistory } from '../../entries/change/history.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import type { Hold } from '../../entries/holds.ts';
import { deleteInChunks } from '../../store/chunks.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { statement } from '../../store/statement.ts';

/** Holds ended by one write at most. */
const endedPerChunk = 50;

const setEnded = statement<{ id: number; author: string; now: string }>()((db, p) =>
  db
    .updateTable('holds')
    .set({ ended_at: p.now, ended_by: p.author })
    .where('id', '=', p.id)
    .where('ended_at', 'is', null),
);
const otherLimitation = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('holds')
    .select('id')
    .where('entry_id', '=', p.entryId)
    .where('kind', '=', 'limitation')
    .where('ended_at', 'is', null)
    .limit(sql.lit(1)),
);
export const setRestriction = statement<{ entryId: number; restriction: 'limited' | null }>()((db, p) =>
  db.updateTable('entries').set({ restriction: p.restriction }).where('id', '=', p.entryId),
);
const pastHolds = statement<{ today: string }>()((db, p) =>
  db
    .selectFrom('holds')
    .select(['id', 'entry_id as entryId', 'kind'])
    .where('ended_at', 'is', null)
    .where('until', '<', p.today)
    .orderBy('entry_id')
    .limit(sql.lit(endedPerChunk)),
);

/** Ends some of the holds whose last day is over. Returns how many: 0 when there are none left. */
export const endPastHolds = operation('endPastHolds', async (tx, author: string, { now }) => {
  const past = await tx.all(pastHolds, { today: parisDay(now) });
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
  { id, entryId, kind }: { readonly id: number; readonly entryId: number; readonly kind: Hold['kind'] },
  author: string,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const entry = await findAndLockEntry(tx, entryId);
  if ((await tx.run(setEnded, { id, author, now: at })) === 0) return false;
  if (kind !== 'limitation' || entry?.restriction !== 'limited') return true;
  if ((await tx.first(otherLimitation, { entryId })) !== undefined) return true;
  await tx.run(setRestriction, { entryId, restriction: null });
  await recordHistory(tx, { entryId, at, author, change: 'unlimited', detail: {} });
  return true;
}
