import type { Transaction } from '../database/port.ts';
import { forUpdate, statement } from '../database/statement.ts';
import { Problem } from '../reading/problem.ts';
import { changeEntry, NoSuchEntry } from './change-entry.ts';
import type { Staff } from './staff-acts.ts';

const lockEntry = statement<{ id: number }>()((db, p, engine) => {
  const query = db
    .selectFrom('entries')
    .select(['id', 'kind', 'test', 'duplicate_of as duplicateOf'])
    .where('id', '=', p.id);
  return forUpdate(query, engine);
});
const duplicatesOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select('id').where('duplicate_of', '=', p.id).orderBy('id'),
);

/**
 * Marks an entry as a duplicate of `keptId`: it leaves the statistics, reports the result of the one that was kept, and
 * the phone check answers that one instead. A kept entry is never a duplicate itself: what was a duplicate of this
 * entry becomes one of `keptId`, and of a duplicate its kept entry is taken.
 */
export async function markDuplicate(
  tx: Transaction,
  entryId: number,
  staff: Staff,
  keptId: number,
): Promise<void> {
  // The kept entry before its duplicates, as a change of its result locks them: nobody waits for each other.
  const named = await locked(tx, keptId);
  const kept = named.duplicateOf === null ? named : await locked(tx, named.duplicateOf);
  const entry = await locked(tx, entryId);
  if (kept.id === entryId) throw new Problem('of', 'expected another entry');
  if (kept.test !== entry.test)
    throw new Problem('of', 'expected a test entry for a test entry, and only for one');
  if (kept.kind !== entry.kind && kept.kind !== 'commercial')
    throw new Problem('of', 'expected a commercial entry, or one of the same kind');
  const change = { author: staff.name, at: staff.at, change: 'duplicate' };
  for (const { id } of await tx.all(duplicatesOf, { id: entryId })) {
    await changeEntry(tx, id, { ...change, patch: { duplicateOf: kept.id } });
  }
  await changeEntry(tx, entryId, { ...change, patch: { status: 'processed', duplicateOf: kept.id } });
}

/** Undoes that: the entry stands for itself again, with its own result. */
export function unmarkDuplicate(tx: Transaction, entryId: number, staff: Staff): Promise<void> {
  const { name: author, at } = staff;
  const patch = { status: 'processed', duplicateOf: null } as const;
  return changeEntry(tx, entryId, { author, at, change: 'duplicate', patch });
}

async function locked(tx: Transaction, id: number) {
  const entry = await tx.first(lockEntry, { id });
  if (entry === undefined) throw new NoSuchEntry(`There is no entry ${id}`);
  return entry;
}
