import { isDeepStrictEqual } from 'node:util';
import { type Actor, auditedOperation, recordAudit } from '../../access/audit.ts';
import { recordSignInFrom } from '../../access/known-addresses.ts';
import { type Login, lockLogin, noteSignIn, setLoginPassword } from '../../access/logins.ts';
import { linkForForgotten, lockInvited } from '../../access/password-links.ts';
import { endSession, endSessionsOf, openSession } from '../../access/sessions.ts';
import { beginTotp, confirmTotp, consumeCode, endTotp, renewRecoveryCodes } from '../../access/totp.ts';
import { RequestError } from '../../contract/request-error.ts';
import { mailPasswordLink, mayMailLink } from '../../mail/password-links.ts';
import type { Transaction } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { ValidationError } from '../../validation/validation-error.ts';

/** The same error for an unknown user, a disabled one and a wrong password. */
export function wrongCredentials(): RequestError {
  return new RequestError('UNAUTHORIZED', 'email, password: not ones that we know together');
}

/** The same error for an invitation that never existed, was used or has expired. */
export function wrongInvitation(): RequestError {
  return new RequestError('UNAUTHORIZED', 'token: not an invitation that can be used');
}

/** Input after the password of `login` was found right. */
interface SignIn {
  readonly login: Login;
  /** As {@link emailKey} makes it. */
  readonly email: string;
  /** The network address, and its group. */
  readonly address: string;
  readonly from: string;
  /** For a user with two-step sign-in. */
  readonly code: string;
  /** The token of an earlier session in the same browser, which is ended. */
  readonly previousToken: string | undefined;
}

/** Opens a session. Returns its token; undefined for a wrong code. */
export const signIn = operation(
  'signIn',
  async (tx, { login, email, address, from, code, previousToken }: SignIn, context) => {
    // Since the password was checked, the user may have been disabled, or changed the password or two-step sign-in.
    if (!isDeepStrictEqual(await lockLogin(tx, email), login)) throw wrongCredentials();
    if (login.hasTotp && !(await consumeCode(tx, context, login.id, code))) return undefined;
    if (previousToken !== undefined) await endSession(tx, context.secrets, previousToken);
    const at = context.now.toISOString();
    await recordAudit(tx, { at, userId: login.id, author: email, address, action: 'signed-in' });
    await recordSignInFrom(tx, context, login.id, { email, from });
    await noteSignIn(tx, context, login.id);
    return openSession(tx, context, login.id);
  },
);

export const signOut = auditedOperation(
  'signOut',
  async (tx, { token }: { readonly token: string }, { secrets, record }) => {
    await endSession(tx, secrets, token);
    await record({ action: 'signed-out' });
  },
);

/** A user who has just typed their password. */
export interface ConfirmedUser {
  readonly id: number;
  readonly email: string;
  readonly passwordHash: string | null;
  /** The field of the request that held the password. */
  readonly field: string;
}

export function wrongPassword(field: string): ValidationError {
  return new ValidationError(field, 'expected your present password');
}

/** Throws for a user who was disabled, or whose password was changed, since it was typed. */
async function requireUnchanged(tx: Transaction, user: ConfirmedUser): Promise<void> {
  const now = await lockLogin(tx, user.email);
  if (now === undefined || now.isDisabled || now.passwordHash !== user.passwordHash)
    throw wrongPassword(user.field);
}

const changedUser = (id: number, what: string) =>
  ({ action: 'changed', subject: 'user', subjectId: id, detail: { changed: [what] } }) as const;

/** `token`: of the session to keep. */
export const changeOwnPassword = auditedOperation(
  'changeOwnPassword',
  async (
    tx,
    { user, passwordHash, token }: { user: ConfirmedUser; passwordHash: string; token: string | undefined },
    context,
  ) => {
    await requireUnchanged(tx, user);
    await setLoginPassword(tx, context, user.id, passwordHash, token);
    await context.record(changedUser(user.id, 'password'));
  },
);

interface ForgottenPassword {
  /** As {@link emailKey} makes it. */
  readonly email: string;
  readonly address: string;
  readonly publicUrl: string;
}

/** Mails a link to choose a password to the user with this address. Does nothing for any other address. */
export const mailForgottenPassword = operation(
  'mailForgottenPassword',
  async (tx, { email, address, publicUrl }: ForgottenPassword, context) => {
    // Locked, so that two requests at once count one after the other.
    const login = await lockLogin(tx, email);
    if (login === undefined || login.isDisabled || !(await mayMailLink(tx, login.id, context.now))) return;
    const link = await linkForForgotten(tx, context, login);
    const recipient = { id: login.id, name: login.name, isInvited: login.passwordHash === null };
    await mailPasswordLink(tx, context, recipient, link, publicUrl);
    const by: Actor = { userId: login.id, author: email, address };
    await recordAudit(tx, {
      at: context.now.toISOString(),
      ...by,
      ...changedUser(login.id, 'forgottenPassword'),
    });
  },
);

/** Sets the password of the user whom `token` invites. Throws {@link wrongInvitation}. */
export const acceptInvitation = operation(
  'acceptInvitation',
  async (
    tx,
    { token, passwordHash, address }: { token: string; passwordHash: string; address: string },
    context,
  ) => {
    // Another request may have used it since: an invitation is accepted once.
    const user = await lockInvited(tx, context, token);
    if (user === undefined) throw wrongInvitation();
    await setLoginPassword(tx, context, user.id, passwordHash);
    const by: Actor = { userId: user.id, author: user.email, address };
    await recordAudit(tx, { at: context.now.toISOString(), ...by, ...changedUser(user.id, 'password') });
  },
);

/** Returns the secret, shown this once. */
export const beginOwnTotp = operation('beginOwnTotp', async (tx, user: ConfirmedUser, context) => {
  await requireUnchanged(tx, user);
  return beginTotp(tx, context, user.id);
});

/** Returns recovery codes; undefined for a wrong code. `token`: of the session to keep. */
export const confirmOwnTotp = auditedOperation(
  'confirmOwnTotp',
  async (tx, { id, code, token }: { id: number; code: string; token: string | undefined }, context) => {
    const recoveryCodes = await confirmTotp(tx, context, id, code);
    if (recoveryCodes === undefined) return undefined;
    await endSessionsOf(tx, context, id, token);
    await context.record(changedUser(id, 'totp'));
    return recoveryCodes;
  },
);

export const renewOwnRecoveryCodes = auditedOperation(
  'renewOwnRecoveryCodes',
  async (tx, { user }: { user: ConfirmedUser }, context) => {
    await requireUnchanged(tx, user);
    const recoveryCodes = await renewRecoveryCodes(tx, context, user.id);
    await context.record(changedUser(user.id, 'recoveryCodes'));
    return recoveryCodes;
  },
);

export const endOwnTotp = auditedOperation(
  'endOwnTotp',
  async (tx, { user }: { user: ConfirmedUser }, { record }) => {
    await requireUnchanged(tx, user);
    if (await endTotp(tx, user.id)) await record(changedUser(user.id, 'totp'));
  },
);
