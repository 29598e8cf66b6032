import type { Selectable } from 'kysely';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { update } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import type { Tables } from '../store/tables.ts';
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

export async function noteSignIn(tx: Transaction, { now }: OperationContext, id: number): Promise<void> {
  await update(tx, 'users', id, { last_sign_in_at: now.toISOString() });
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
