import { effectivePreference, isNotified, type MailPreference } from '../access/mail-preference.ts';
import type { Role } from '../access/roles.ts';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { NotificationCategory } from './texts.ts';

/** A grant of a user who may have to be notified of new entries at a residence. */
export interface Recipient {
  readonly userId: number;
  readonly role: Role;
  /** Null for all residences, and for entries not assigned to one yet. */
  readonly establishmentId: number | null;
}

// A user who has no password yet could not open the link in a mail.
const grantsOfUsers = statement()((db) =>
  db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.user_id')
    .select(['users.id as userId', 'grants.role', 'grants.establishment_id as establishmentId', 'users.mail'])
    .where('users.disabled_at', 'is', null)
    .where('users.password_hash', 'is not', null)
    .orderBy('grants.id'),
);

/** The grants of all users who are notified in one of these ways. */
export async function recipients(
  read: Queries,
  ...preferences: readonly MailPreference[]
): Promise<Recipient[]> {
  const rows = await read.all(grantsOfUsers, {});
  return rows.filter((row) => isNotified(row) && preferences.includes(effectivePreference(row, row.mail)));
}

/** Whether a recipient is notified of an entry at a residence. Applications are for the direction alone. */
export function concerns(
  { role, establishmentId }: Recipient,
  category: NotificationCategory,
  residenceId: number | null,
): boolean {
  return (
    (category !== 'application' || role === 'direction') &&
    (establishmentId === null || establishmentId === residenceId)
  );
}
