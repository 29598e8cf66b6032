import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { changeEntry, type StoredChange } from './change-entry.ts';
import type { Owner, Staff } from './staff-acts.ts';

const userName = statement<{ id: number }>()((db, p) =>
  db.selectFrom('users').select('name').where('id', '=', p.id),
);

/**
 * Sets the owner of an entry; null removes it. The status is unchanged. The history keeps the names of both owners as
 * they are now.
 */
export async function setOwner(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  owner: Owner | null,
): Promise<StoredChange | undefined> {
  const { owner_id: ownerId } = entry;
  if (ownerId === (owner?.id ?? null)) return undefined;
  const from = ownerId === null ? undefined : await tx.first(userName, { id: ownerId });
  return changeEntry(tx, entry, {
    ...staff,
    change: 'owner',
    detail: { owner: { from: from?.name ?? null, to: owner?.name ?? null } },
    patch: { ownerId: owner?.id ?? null },
  });
}
