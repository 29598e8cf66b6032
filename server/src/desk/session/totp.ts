import Type from 'typebox';
import { auditedOperation } from '../../access/audit.ts';
import { endSessionsOf } from '../../access/sessions.ts';
import { digitsOf, endTotp, lockedTotp, replaceRecoveryCodes, totpOff } from '../../access/totp.ts';
import { newTotpSecret, totpStepOf, totpUriOf } from '../../access/totp-codes.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute, deskWrite } from '../../http/desk-route.ts';
import { throwIfLimited } from '../../http/limiter.ts';
import { update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { changedAccess, requireUnchanged, throttleKeyOf } from './password.ts';
import type { SessionDeps } from './session.ts';

const TotpResponse = Type.Object({
  since: orNull(Type.String()),
  recoveryCodesLeft: Type.Integer(),
});
const TotpSecretResponse = Type.Object({
  secret: Type.String(),
  uri: Type.String(),
});
const Password = exactly({
  password: Type.String({ maxLength: 1000 }),
});
const Code = exactly({
  code: Type.String({ maxLength: 64 }),
});
const RecoveryCodesResponse = Type.Object({
  recoveryCodes: Type.Array(Type.String()),
});

const showTotp = deskRoute('showTotp', 'GET /desk/session/totp', {
  right: 'signed-in',
  answer: TotpResponse,
  async run({ database: { read } }: SessionDeps, { by: { userId } }) {
    const user = await read.first(
      query((db) => db.selectFrom('users').select('totp_since').where('id', '=', userId)),
    );
    const codes = await read.all(
      query((db) => db.selectFrom('recovery_codes').select('hash').where('user_id', '=', userId)),
    );
    return { since: user?.totp_since ?? null, recoveryCodesLeft: codes.length };
  },
});

const confirmed = async (
  { confirm }: SessionDeps,
  { password, by }: { readonly password: string; readonly by: DeskActor },
) => ({ user: await confirm(by, 'password', password) });

/** Sign-in needs no code before a first one is confirmed. */
const beginOwnTotp = deskWrite('beginOwnTotp', 'POST /desk/session/totp', {
  right: 'signed-in',
  body: Password,
  answer: TotpSecretResponse,
  prepare: confirmed,
  async run(tx, { user }, { secrets }) {
    await requireUnchanged(tx, user);
    if ((await tx.first(lockedTotp, { id: user.id }))?.since != null)
      throw new RequestError('INVALID', 'Two-step sign-in is on already: switch it off first');
    const secret = newTotpSecret();
    await update(tx, 'users', user.id, { ...totpOff, totp_secret: secrets.encrypt(secret) });
    return { secret, uri: totpUriOf(secret, user.email) };
  },
});

/** Returns recovery codes; undefined for a wrong code. `token`: of the session to keep. */
const confirmOwnTotp = auditedOperation(
  'confirmOwnTotp',
  async (tx, { id, code, token }: { id: number; code: string; token: string | undefined }, context) => {
    const { secrets, now } = context;
    const user = await tx.first(lockedTotp, { id });
    if (user === undefined || user.secret === null || user.since !== null)
      throw new RequestError('INVALID', 'No two-step sign-in was begun: ask for a secret first');
    const step = totpStepOf(secrets.decrypt(user.secret), digitsOf(code), now);
    if (step === undefined) return undefined;
    await update(tx, 'users', id, { totp_since: now.toISOString(), totp_step: step });
    const recoveryCodes = await replaceRecoveryCodes(tx, context, id);
    await endSessionsOf(tx, context, id, token);
    await context.record(changedAccess(id, 'totp'));
    return recoveryCodes;
  },
);

const switchTotpOn = deskRoute('switchTotpOn', 'PUT /desk/session/totp', {
  right: 'signed-in',
  body: Code,
  answer: RecoveryCodesResponse,
  operation: confirmOwnTotp,
  async run({ database, clock, codeThrottle, sessionCookie }: SessionDeps, { code, by }, { request }) {
    const throttleKey = throttleKeyOf(by);
    throwIfLimited(codeThrottle.take(throttleKey), 'Too many wrong codes for this user from this address');
    const token = sessionCookie.read(request);
    const made = await database.write(confirmOwnTotp, { by, id: by.userId, code, token }, clock());
    if (made === undefined) throw new ValidationError('code', 'expected the one that your app shows now');
    codeThrottle.reset(throttleKey);
    return { recoveryCodes: made };
  },
});

const renewOwnCodes = deskWrite('renewOwnCodes', 'POST /desk/session/totp/recovery-codes', {
  right: 'signed-in',
  body: Password,
  answer: RecoveryCodesResponse,
  prepare: confirmed,
  async run(tx, { user }, context) {
    await requireUnchanged(tx, user);
    if ((await tx.first(lockedTotp, { id: user.id }))?.since == null)
      throw new RequestError('INVALID', 'Two-step sign-in is off: switch it on first');
    const recoveryCodes = await replaceRecoveryCodes(tx, context, user.id);
    await context.record(changedAccess(user.id, 'recoveryCodes'));
    return { recoveryCodes };
  },
});

const endOwnTotp = deskWrite('endOwnTotp', 'POST /desk/session/totp/off', {
  right: 'signed-in',
  body: Password,
  prepare: confirmed,
  async run(tx, { user }, { record }) {
    await requireUnchanged(tx, user);
    if (await endTotp(tx, user.id)) await record(changedAccess(user.id, 'totp'));
  },
});

/** Two-step sign-in: optionally, a code of an authenticator app besides the password. */
export const totpRoutes = [showTotp, beginOwnTotp, switchTotpOn, renewOwnCodes, endOwnTotp] as const;
