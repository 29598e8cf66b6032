import { dayMs, hourMs } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { newSecret } from '../secrets.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { update } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import type { Login } from './logins.ts';
import { lockUser } from './users.ts';

const invitationDays = 7;
const invitationMs = invitationDays * dayMs;
/** How long a link for a forgotten password lasts. */
const forgottenMs = hourMs;

const invitedBy = (isLocked: boolean) =>
  statement<{ hash: string; now: string }>()((db, p, dialect) => {
    const found = db
      .selectFrom('users')
      .select(['id', 'email', 'name', 'password_hash as passwordHash'])
      .where('invitation_hash', '=', p.hash)
      .where('invitation_until', '>', p.now)
      .where('disabled_at', 'is', null);
    return isLocked ? dialect.forUpdate(found) : found;
  });
const userInvitedBy = invitedBy(false);
const lockedByInvitation = invitedBy(true);
/** A link to choose a password, which works once. Its token can't be read again. */
export interface PasswordLink {
  readonly token: string;
  readonly until: Instant;
}

/**
 * Makes a link with which a user may choose a password within {@link invitationDays} days. Throws `NOTFOUND` for an unknown
 * user, `INVALID` for a disabled one.
 */
export async function invite(tx: Transaction, context: OperationContext, id: number): Promise<PasswordLink> {
  const user = await lockUser(tx, id);
  if (user.disabled_at !== null)
    throw new RequestError('INVALID', 'This user is disabled: enable them first');
  return makeLink(tx, context, id, invitationMs);
}

/** Makes the link that a user has asked for: for one hour, or as long as an invitation where none was used yet. */
export function linkForForgotten(
  tx: Transaction,
  context: OperationContext,
  { id, passwordHash }: Pick<Login, 'id' | 'passwordHash'>,
): Promise<PasswordLink> {
  return makeLink(tx, context, id, passwordHash === null ? invitationMs : forgottenMs);
}

/** Replaces an earlier link. */
async function makeLink(
  tx: Transaction,
  { secrets, now }: OperationContext,
  id: number,
  validMs: number,
): Promise<PasswordLink> {
  const token = newSecret('inv');
  const until = new Date(now.getTime() + validMs).toISOString();
  await update(tx, 'users', id, { invitation_hash: secrets.hash(token), invitation_until: until });
  return { token, until };
}

/** Returns the user whom a link is for; undefined when it was used, has expired or never existed. */
export async function findInvited(
  read: Queries,
  { secrets, now }: OperationContext,
  token: string,
): Promise<{ id: number; email: string; name: string; passwordHash: string | null } | undefined> {
  return read.first(userInvitedBy, { hash: secrets.hash(token), now: now.toISOString() });
}

/** The same, locking the user until the transaction ends. */
export async function lockInvited(
  tx: Transaction,
  { secrets, now }: OperationContext,
  token: string,
): Promise<{ id: number; email: string } | undefined> {
  return tx.first(lockedByInvitation, { hash: secrets.hash(token), now: now.toISOString() });
}
