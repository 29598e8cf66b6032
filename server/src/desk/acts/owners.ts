import type { EntryClass } from '../../access/roles.ts';
import { listUsers } from '../../access/users.ts';
import type { Owner } from '../../entries/change/staff-acts.ts';
import { mayOwn } from '../../entries/create/assignment.ts';
import type { Queries } from '../../store/database.ts';
import { ValidationError } from '../../validation/validation-error.ts';

/** Returns the active users who may change such an entry at this residence, by name. */
export async function possibleOwners(
  read: Queries,
  entry: EntryClass,
  establishmentId: number | null,
): Promise<Owner[]> {
  return (await listUsers(read))
    .filter((user) => mayOwn(user, entry, establishmentId))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'fr') || a.id - b.id);
}

/** Returns one of the {@link possibleOwners}. Rejects with a `ValidationError` for any other user, which names `field`. */
export async function findOwner(
  read: Queries,
  entry: EntryClass,
  establishmentId: number | null,
  userId: number,
  field = 'userId',
): Promise<Owner> {
  const owner = (await possibleOwners(read, entry, establishmentId)).find(({ id }) => id === userId);
  if (owner === undefined)
    throw new ValidationError(field, `no user who may change this entry has the id ${userId}`);
  return owner;
}
