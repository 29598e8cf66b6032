import { effectivePreference, isNotified, type MailPreference } from '../access/mail-preference.ts';
import {
  type EntryClass,
  type Grant,
  isWithin,
  type Right,
  reachOfEntry,
  rightsOfRole,
} from '../access/roles.ts';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';

/** A grant of a user who may have to be notified of new entries at a residence. */
export interface Recipient extends Grant {
  readonly userId: number;
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

/** The ids of the users who are reminded of what is due: those with this right who want mails. */
export async function remindedUsers(read: Queries, right: Right): Promise<number[]> {
  const rows = await read.all(grantsOfUsers, {});
  const reminded = rows.filter(
    (row) => rightsOfRole(row.role).includes(right) && effectivePreference(row, row.mail) !== 'none',
  );
  return [...new Set(reminded.map(({ userId }) => userId))];
}

/** Whether a recipient is notified of such an entry at a residence: where the grant allows to read it. */
export function concerns(recipient: Recipient, entry: EntryClass, residenceId: number | null): boolean {
  return isWithin(reachOfEntry([recipient], 'read', entry), residenceId);
}

/** Whether a recipient is told that such an entry has arrived: an opinion, which is told when it is a low note, is for direction. */
export function isToldOf(recipient: Recipient, entry: EntryClass, residenceId: number | null): boolean {
  const isForOthers = entry.type !== 'survey.type.survey';
  return (isForOthers || recipient.role === 'direction') && concerns(recipient, entry, residenceId);
}
