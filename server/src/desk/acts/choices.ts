import type { EntryClass } from '../../access/roles.ts';
import { listUsers, type User } from '../../access/users.ts';
import { mayOwn } from '../../entries/create/assignment.ts';
import { requireEntry } from '../../entries/require-entry.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';

const allResidences = statement()((db) =>
  db.selectFrom('establishments').select(['id', 'name']).orderBy('id'),
);

const listReceivers = deskRoute('listReceivers', 'GET /desk/entries/:id/residences', {
  right: 'entries.hand-over',
  async run({ database }: DeskDeps, { id, by }) {
    await requireEntry(database.background, id, by, 'hand-over');
    return { data: await database.background.all(allResidences, {}) };
  },
});

const listPossibleOwners = deskRoute('listPossibleOwners', 'GET /desk/entries/:id/owners', {
  right: 'entries.change',
  async run({ database }: DeskDeps, { id, by }) {
    const entry = await requireEntry(database.background, id, by, 'change');
    return { data: await possibleOwners(database.background, entry, entry.establishmentId) };
  },
});

/** The residences and the users that an entry can be handed to. */
export const choiceRoutes = [listReceivers, listPossibleOwners] as const;

/** Returns the active users who may change such an entry at this residence, by name; administrators come last. */
async function possibleOwners(
  read: Queries,
  entry: EntryClass,
  establishmentId: number | null,
): Promise<{ readonly id: number; readonly name: string }[]> {
  return (await listUsers(read))
    .filter((user) => mayOwn(user, entry, establishmentId))
    .toSorted(
      (a, b) => isAdministrator(a) - isAdministrator(b) || a.name.localeCompare(b.name, 'fr') || a.id - b.id,
    )
    .map(({ id, name }) => ({ id, name }));
}

const isAdministrator = ({ grants }: User) => Number(grants.some(({ role }) => role === 'administrator'));

/** Rejects with a `ValidationError`, which names `field`, for a user who is none of the {@link possibleOwners}. */
export async function requireOwner(
  read: Queries,
  entry: EntryClass,
  establishmentId: number | null,
  userId: number,
  field = 'userId',
): Promise<void> {
  const owners = await possibleOwners(read, entry, establishmentId);
  if (!owners.some(({ id }) => id === userId))
    throw new ValidationError(field, `no user who may change this entry has the id ${userId}`);
}
