import type { FastifyRequest } from 'fastify';
import { isLoginPassword } from '../access/login-password.ts';
import { findLogin } from '../access/users.ts';
import type { Database } from '../database/port.ts';
import { addressGroup } from '../http/address.ts';
import { signedIn } from '../http/desk-access.ts';
import { Problem } from '../reading/problem.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** Refuses whoever is signed in but does not know their own password; `field` is where it was typed. */
export type ConfirmPassword = (request: FastifyRequest, field: string, typed: string) => Promise<void>;

/** Wrong ones count like those of signing in: somebody may have found a browser that was left open. */
export function confirmPassword(database: Database, limits: SignInLimits): ConfirmPassword {
  return async (request, field, typed) => {
    const { email } = signedIn(request);
    const place = `${email} ${addressGroup(request.ip)}`;
    limits.beforeOwnPassword(place);
    const login = await findLogin(database.read, email);
    if (!(await isLoginPassword(typed, login?.passwordHash ?? null, 'known')))
      throw new Problem(field, 'expected your present password');
    limits.rightPassword(place);
  };
}
