import type { Selectable } from 'kysely';
import { dayMs, hourMs } from '../clock.ts';
import { newSecret } from '../secrets.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { update } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import type { Instant, Tables } from '../store/tables.ts';
import { endSessionsOf } from './sessions.ts';
import { emailKey, noInvitation } from './users.ts';

const columns = ['id', 'name', 'password_hash', 'disabled_at', 'totp_since'] as const;
type Row = Pick<Selectable<Tables['users']>, (typeof columns)[number]>;

const userByEmail = statement<{ email: string }>()((db, p) =>
  db.selectFrom('users').select(columns).where('email', '=', p.email),
);
// Locked until the transaction ends: decisions taken from a user's row must still hold at commit.
const lockedByEmail = statement<{ email: string }>()((db, p, dialect) => {
  const found = db.selectFrom('users').select(columns).where('email', '=', p.email);
  return dialect.forUpdate(found);
});
/** What signing in needs to know of a user. */
export interface Login {
  readonly id: number;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly isDisabled: boolean;
  readonly hasTotp: boolean;
}

/** Returns the user with this e-mail address; undefined when there is none. */
export async function findLogin(read: Queries, email: string): Promise<Login | undefined> {
  return loginOf(await read.first(userByEmail, { email: emailKey(email) }));
}

/** The same, locking the user until the transaction ends. */
export async function lockLogin(tx: Transaction, email: string): Promise<Login | undefined> {
  return loginOf(await tx.first(lockedByEmail, { email: emailKey(email) }));
}

function loginOf(row: Row | undefined): Login | undefined {
  if (row === undefined) return undefined;
  return {
    id: row.id,
    name: row.name,
    passwordHash: row.password_hash,
    isDisabled: row.disabled_at !== null,
    hasTotp: row.totp_since !== null,
  };
}

/** Sets a user's password, deletes the invitation and ends the sessions as {@link endSessionsOf} does. */
export async function setLoginPassword(
  tx: Transaction,
  context: OperationContext,
  id: number,
  passwordHash: string,
  keptToken?: string,
): Promise<void> {
  await update(tx, 'users', id, { password_hash: passwordHash, ...noInvitation });
  await endSessionsOf(tx, context, id, keptToken);
}

/** How long an invitation lasts, and a link for a forgotten password. */
export const invitationMs = 7 * dayMs;
export const forgottenMs = hourMs;

/** A link to choose a password, which works once. Its token can't be read again. */
export interface PasswordLink {
  readonly token: string;
  readonly until: Instant;
}

/** Makes a link for a user, in the place of an earlier one. */
export async function makePasswordLink(
  tx: Transaction,
  { secrets, now }: OperationContext,
  userId: number,
  validMs: number,
): Promise<PasswordLink> {
  const token = newSecret('inv');
  const until = new Date(now.getTime() + validMs).toISOString();
  await update(tx, 'users', userId, { invitation_hash: secrets.hash(token), invitation_until: until });
  return { token, until };
}
