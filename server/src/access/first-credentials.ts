import { sql } from 'kysely';
import { newSecret } from '../secrets.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { insert } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import { hashLoginPassword } from './login-password.ts';
import { insertPassword, insertToken } from './new-credentials.ts';
import { addUser } from './users.ts';

/** The secrets generated at the first start, to show once; undefined for those that the settings gave. */
export interface FirstCredentials {
  readonly password: string | undefined;
  readonly token: string | undefined;
  readonly admin: { readonly email: string; readonly password: string } | undefined;
}

/** The first administrator; `password` is set when it was generated, so that it can be shown. */
interface FirstAdmin {
  readonly email: string;
  readonly passwordHash: string;
  readonly password: string | undefined;
}

const anyCaller = statement()((db) => db.selectFrom('callers').select('id').limit(sql.lit(1)));

/** Whether the installation has its first credentials: callers are revoked, never deleted. */
export async function hasCallers(read: Queries): Promise<boolean> {
  return (await read.first(anyCaller)) !== undefined;
}

/** Returns the administrator given by the settings or, without one, a default with a generated password. */
export async function firstAdmin(
  given: { readonly email: string; readonly password: string } | undefined,
): Promise<FirstAdmin> {
  const { email, password } = given ?? { email: 'admin@example.org', password: newSecret('pw') };
  return {
    email,
    passwordHash: await hashLoginPassword(password),
    password: given === undefined ? password : undefined,
  };
}

/**
 * Adds a caller (`site`), a partner (`partner`) and the given administrator. Does nothing and returns undefined when there
 * is a caller already.
 */
export async function addFirstCredentials(
  tx: Transaction,
  context: OperationContext,
  given: Pick<FirstCredentials, 'password' | 'token'> & { readonly admin: FirstAdmin | undefined },
): Promise<FirstCredentials | undefined> {
  if (await hasCallers(tx)) return undefined;
  const created_at = context.now.toISOString();
  const callerId = await insert(tx, 'callers', { name: 'site', created_at });
  const scope = 'full';
  const { password } = await insertPassword(tx, context, { callerId, scope, password: given.password });
  const partnerId = await insert(tx, 'partners', { slug: 'partner', created_at });
  const { token } = await insertToken(tx, context, { partnerId, token: given.token });
  const { admin } = given;
  if (admin !== undefined) {
    const grants = [{ role: 'administrator', establishmentId: null }] as const;
    await addUser(tx, context, { ...admin, name: 'Administrateur', grants });
  }
  return {
    password: given.password === undefined ? password : undefined,
    token: given.token === undefined ? token : undefined,
    admin: admin?.password === undefined ? undefined : { email: admin.email, password: admin.password },
  };
}
