import type { EntryRow } from '../database/entry-columns.ts';
import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import { Problem } from '../reading/problem.ts';
import { changeEntry, type StoredChange } from './change-entry.ts';
import { isComplaint } from './complaints.ts';
import type { Staff } from './staff-acts.ts';

/** A user who takes charge. */
export interface Owner {
  readonly id: number;
  readonly name: string;
}

const userName = statement<{ id: number }>()((db, p) =>
  db.selectFrom('users').select('name').where('id', '=', p.id),
);

/**
 * Notes who takes charge of a complaint; null for nobody. Its status is unchanged. The history keeps the names as they
 * are now. Rejects with a `Problem` for an entry that is no complaint.
 */
export async function setOwner(
  tx: Transaction,
  entry: EntryRow,
  { name: author, at }: Staff,
  owner: Owner | null,
): Promise<StoredChange | undefined> {
  if (!isComplaint(entry)) throw new Problem('id', 'expected a complaint');
  const { owner_id: ownerId } = entry;
  if (ownerId === (owner?.id ?? null)) return undefined;
  const from = ownerId === null ? undefined : await tx.first(userName, { id: ownerId });
  return changeEntry(tx, entry, {
    author,
    at,
    change: 'owner',
    detail: { owner: { from: from?.name ?? null, to: owner?.name ?? null } },
    patch: { ownerId: owner?.id ?? null },
  });
}
