import { sql } from 'kysely';
import { newSecret } from '../secrets.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { addCaller } from './callers.ts';
import type { Administration } from './context.ts';
import { hashLoginPassword } from './login-password.ts';
import { addPartner } from './partners.ts';
import { addUser } from './users.ts';

/** The secrets of a first start: shown once. Those that the settings gave are not repeated. */
export interface FirstCredentials {
  readonly password: string | undefined;
  readonly token: string | undefined;
  readonly admin: { readonly email: string; readonly password: string } | undefined;
}

export interface GivenCredentials {
  readonly password: string | undefined;
  readonly token: string | undefined;
  readonly admin: FirstAdmin | undefined;
}

/** The first administrator. With the password itself when that was made at random: then it is shown. */
export interface FirstAdmin {
  readonly email: string;
  readonly passwordHash: string;
  readonly password: string | undefined;
}

const anyCaller = statement()((db) => db.selectFrom('callers').select('id').limit(sql.lit(1)));

/** Whether a database has callers: whoever wants none of them has them revoked, not deleted. */
export async function hasBegun(read: Queries): Promise<boolean> {
  return (await read.first(anyCaller, {})) !== undefined;
}

/** The administrator whom the settings give or, without, one with a password made at random. */
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
 * One caller (`site`), one partner (`partner`) and the administrator given for a database that has no caller.
 * `undefined` when it has some.
 */
export async function addFirstCredentials(
  tx: Transaction,
  administration: Administration,
  given: GivenCredentials,
): Promise<FirstCredentials | undefined> {
  if (await hasBegun(tx)) return undefined;
  const { password } = await addCaller(tx, administration, { name: 'site', password: given.password });
  const { token } = await addPartner(tx, administration, { slug: 'partner', token: given.token });
  const { admin } = given;
  if (admin !== undefined) {
    const grants = [{ role: 'administrator', establishmentId: null }] as const;
    await addUser(tx, administration, { ...admin, name: 'Administrateur', grants });
  }
  return {
    password: given.password === undefined ? password : undefined,
    token: given.token === undefined ? token : undefined,
    admin: admin?.password === undefined ? undefined : { email: admin.email, password: admin.password },
  };
}
