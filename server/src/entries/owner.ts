import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import { Problem } from '../reading/problem.ts';
import { changeEntry, NoSuchEntry } from './change-entry.ts';
import { isComplaint } from './complaints.ts';
import type { Staff } from './staff-acts.ts';

/** A user who takes charge. */
export interface Owner {
  readonly id: number;
  readonly name: string;
}

const ownedById = statement<{ id: number }>()((db, p, engine) => {
  const query = db
    .selectFrom('entries')
    .leftJoin('users', 'users.id', 'entries.owner_id')
    .select(['entries.kind', 'entries.type', 'entries.owner_id as ownerId', 'users.name as ownerName'])
    .where('entries.id', '=', p.id);
  return engine === 'postgres' ? query.forUpdate('entries') : query;
});

/**
 * Notes who takes charge of a complaint; null: nobody any more. It stays as new as it was. The history keeps names, as
 * they are now. Rejects with a `Problem` for an entry that is no complaint.
 */
export async function setOwner(
  tx: Transaction,
  entryId: number,
  { name: author, at }: Staff,
  owner: Owner | null,
): Promise<void> {
  const entry = await tx.first(ownedById, { id: entryId });
  if (entry === undefined) throw new NoSuchEntry(`There is no entry ${entryId}`);
  if (!isComplaint(entry)) throw new Problem('id', 'expected a complaint');
  if (entry.ownerId === (owner?.id ?? null)) return;
  await changeEntry(tx, entryId, {
    author,
    at,
    change: 'owner',
    detail: { owner: { from: entry.ownerName, to: owner?.name ?? null } },
    patch: { ownerId: owner?.id ?? null },
  });
}
