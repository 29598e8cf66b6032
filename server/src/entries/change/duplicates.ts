import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { changeEntry, type StoredChange } from './change-entry.ts';
import { lockEntry } from './row.ts';
import type { Staff } from './staff-acts.ts';

const duplicatesOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select('id').where('duplicate_of', '=', p.id).orderBy('id'),
);
const setKept = statement<{ id: number; keptId: number }>()((db, p) =>
  db.updateTable('entries').set({ duplicate_of: p.keptId }).where('id', '=', p.id),
);

/**
 * Marks an entry as a duplicate of `kept`: it leaves the statistics, reports the result of `kept`, and the phone check
 * finds `kept` instead. Its own duplicates become duplicates of `kept`, so that a kept entry is never itself a duplicate.
 * The caller must lock `kept` before `entry`: a change of the result of `kept` locks both in this order. Rejects with a
 * `ValidationError` when the two can't be duplicates.
 */
export async function markDuplicate(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  kept: EntryRow,
): Promise<StoredChange | undefined> {
  if (kept.id === entry.id) throw new ValidationError('of', 'expected another entry');
  if (kept.test !== entry.test)
    throw new ValidationError('of', 'expected a test entry for a test entry, and only for one');
  if (kept.kind !== entry.kind && kept.kind !== 'commercial')
    throw new ValidationError('of', 'expected a commercial entry, or one of the same kind');
  const change = { ...staff, change: 'duplicate' };
  for (const { id } of await tx.all(duplicatesOf, { id: entry.id })) {
    const duplicate = await lockEntry(tx, id);
    // An erased one counts and reports nothing any more.
    if (duplicate.restriction === 'erased') await tx.run(setKept, { id, keptId: kept.id });
    else await changeEntry(tx, duplicate, { ...change, patch: { duplicateOf: kept.id } });
  }
  return changeEntry(tx, entry, { ...change, patch: { duplicateOf: kept.id } });
}

/** Undoes {@link markDuplicate}: the entry reports its own result again. */
export function unmarkDuplicate(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
): Promise<StoredChange | undefined> {
  return changeEntry(tx, entry, { ...staff, change: 'duplicate', patch: { duplicateOf: null } });
}
