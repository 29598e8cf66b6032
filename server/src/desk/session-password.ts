import type { FastifyRequest } from 'fastify';
import { isLoginPassword } from '../access/login-password.ts';
import { findLogin } from '../access/users.ts';
import type { Database } from '../database/port.ts';
import { addressGroup } from '../http/address.ts';
import { signedIn } from '../http/desk-access.ts';
import { refuseFor } from '../http/limiter.ts';
import { Problem } from '../reading/problem.ts';
import type { SlowingDown } from './slowing-down.ts';

/** Refuses whoever is signed in but does not know their own password; `field` is where it was typed. */
export type ConfirmPassword = (request: FastifyRequest, field: string, typed: string) => Promise<void>;

/** Wrong ones count like those of signing in: somebody may have found a browser that was left open. */
export function confirmPassword(database: Database, patience: SlowingDown): ConfirmPassword {
  return async (request, field, typed) => {
    const { email } = signedIn(request);
    const place = `${email} ${addressGroup(request.ip)}`;
    refuseFor(patience.take(place), 'Too many wrong passwords for this user from this address');
    const login = await findLogin(database.read, email);
    if (!(await isLoginPassword(typed, login?.passwordHash ?? null)))
      throw new Problem(field, 'expected your present password');
    patience.right(place);
  };
}
