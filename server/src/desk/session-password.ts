import type { FastifyRequest } from 'fastify';
import { isLoginPassword } from '../access/login-password.ts';
import { findLogin, lockLogin } from '../access/users.ts';
import type { Database, Transaction } from '../database/port.ts';
import { addressGroup } from '../http/address.ts';
import { signedIn } from '../http/desk-access.ts';
import { Problem } from '../reading/problem.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/**
 * Refuses whoever is signed in but does not know their own password; `field` is where it was typed. Answers what refuses
 * them in a transaction, too, when somebody has changed it meanwhile.
 */
export type ConfirmPassword = (
  request: FastifyRequest,
  field: string,
  typed: string,
) => Promise<(tx: Transaction) => Promise<void>>;

/** Wrong ones count like those of signing in: somebody may have found a browser that was left open. */
export function confirmPassword(database: Database, limits: SignInLimits): ConfirmPassword {
  return async (request, field, typed) => {
    const { email } = signedIn(request);
    const wrong = () => new Problem(field, 'expected your present password');
    const place = `${email} ${addressGroup(request.ip)}`;
    limits.beforeOwnPassword(place);
    const login = await findLogin(database.read, email);
    if (!(await isLoginPassword(typed, login?.passwordHash ?? null, 'known'))) throw wrong();
    limits.rightPassword(place);
    return async (tx) => {
      const still = await lockLogin(tx, email);
      if (still === undefined || still.isDisabled || still.passwordHash !== login?.passwordHash)
        throw wrong();
    };
  };
}
