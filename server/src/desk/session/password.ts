import Type from 'typebox';
import { isLoginPassword, passwordWeakness } from '../../access/login-password.ts';
import { findLogin, lockLogin } from '../../access/logins.ts';
import { addressGroup } from '../../http/address.ts';
import type { DeskActor } from '../../http/desk-route.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export const Password = Type.String({ maxLength: 1000 });
export const NewPassword = Type.String({
  maxLength: 1000,
});

/** A user who has just typed their password. */
interface ConfirmedUser {
  readonly id: number;
  readonly email: string;
  readonly passwordHash: string | null;
  /** The field of the request that held the password. */
  readonly field: string;
}

const wrongPassword = (field: string) => new ValidationError(field, 'expected your present password');

/** Throws a `ValidationError` for `field` unless `typed` is the password of the signed-in user. */
export type ConfirmPassword = (by: DeskActor, field: string, typed: string) => Promise<ConfirmedUser>;

/** Wrong passwords count towards the sign-in limits: a stranger may be using an unattended browser. */
export function confirmPassword(database: Database, limits: SignInLimits): ConfirmPassword {
  return async (by, field, typed) => {
    const throttleKey = throttleKeyOf(by);
    limits.beforeOwnPassword(throttleKey);
    const passwordHash = (await findLogin(database.read, by.author))?.passwordHash ?? null;
    if (!(await isLoginPassword(typed, passwordHash, 'known'))) throw wrongPassword(field);
    limits.rightPassword(throttleKey);
    return { id: by.userId, email: by.author, passwordHash, field };
  };
}

/** Throws for a user who was disabled, or whose password was changed, since it was typed. */
export async function requireUnchanged(tx: Transaction, user: ConfirmedUser): Promise<void> {
  const now = await lockLogin(tx, user.email);
  if (now === undefined || now.isDisabled || now.passwordHash !== user.passwordHash)
    throw wrongPassword(user.field);
}

/** The line of the audit trail for a change of a user's own access. */
export const changedAccess = (id: number, what: string) =>
  ({ action: 'changed', subject: 'user', subjectId: id, detail: { changed: [what] } }) as const;

/** Attempts of a user from one group of addresses delay each other. */
export function throttleKeyOf({ author, address }: DeskActor): string {
  return `${author} ${addressGroup(address)}`;
}

/** Throws a `ValidationError` for `field` when a new password can be guessed, also from its user’s name or address. */
export async function rejectWeakPassword(
  field: string,
  chosen: string,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<void> {
  const weakness = await passwordWeakness(chosen, [email, ...email.split(/[@.]/), ...name.split(' ')]);
  if (weakness !== undefined) throw new ValidationError(field, weakness);
}
