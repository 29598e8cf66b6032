import Type from 'typebox';
import { auditedOperation } from '../../access/audit.ts';
import { endSessionsOf } from '../../access/sessions.ts';
import {
  renewRecoveryCodes as newRecoveryCodes,
  beginTotp as newTotp,
  readTotp,
  endTotp as removeTotp,
  confirmTotp as useCode,
} from '../../access/totp.ts';
import { totpUriOf } from '../../access/totp-codes.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { throwIfLimited } from '../../http/limiter.ts';
import { operation } from '../../store/operation.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type ConfirmedUser, changedUser, requireUnchanged, throttleKeyOf } from './password.ts';
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

/** Returns the secret, shown this once. */
const beginOwnTotp = operation('beginOwnTotp', async (tx, user: ConfirmedUser, context) => {
  await requireUnchanged(tx, user);
  return newTotp(tx, context, user.id);
});

/** Returns recovery codes; undefined for a wrong code. `token`: of the session to keep. */
const confirmOwnTotp = auditedOperation(
  'confirmOwnTotp',
  async (tx, { id, code, token }: { id: number; code: string; token: string | undefined }, context) => {
    const recoveryCodes = await useCode(tx, context, id, code);
    if (recoveryCodes === undefined) return undefined;
    await endSessionsOf(tx, context, id, token);
    await context.record(changedUser(id, 'totp'));
    return recoveryCodes;
  },
);

const renewOwnRecoveryCodes = auditedOperation(
  'renewOwnRecoveryCodes',
  async (tx, { user }: { user: ConfirmedUser }, context) => {
    await requireUnchanged(tx, user);
    const recoveryCodes = await newRecoveryCodes(tx, context, user.id);
    await context.record(changedUser(user.id, 'recoveryCodes'));
    return recoveryCodes;
  },
);

const endOwnTotp = auditedOperation(
  'endOwnTotp',
  async (tx, { user }: { user: ConfirmedUser }, { record }) => {
    await requireUnchanged(tx, user);
    if (await removeTotp(tx, user.id)) await record(changedUser(user.id, 'totp'));
  },
);

const showTotp = deskRoute('showTotp', 'GET /desk/session/totp', {
  right: 'signed-in',
  answer: TotpResponse,
  run: ({ database }: SessionDeps, { by }) => readTotp(database.read, by.userId),
});

const beginTotp = deskRoute('beginTotp', 'POST /desk/session/totp', {
  right: 'signed-in',
  body: Password,
  answer: TotpSecretResponse,
  operation: beginOwnTotp,
  async run({ database, clock, confirm }: SessionDeps, { password, by }) {
    const user = await confirm(by, 'password', password);
    const secret = await database.write(beginOwnTotp, user, clock());
    return { secret, uri: totpUriOf(secret, user.email) };
  },
});

const confirmTotp = deskRoute('confirmTotp', 'PUT /desk/session/totp', {
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

const renewRecoveryCodes = deskRoute('renewRecoveryCodes', 'POST /desk/session/totp/recovery-codes', {
  right: 'signed-in',
  body: Password,
  answer: RecoveryCodesResponse,
  operation: renewOwnRecoveryCodes,
  async run({ database, clock, confirm }: SessionDeps, { password, by }) {
    const user = await confirm(by, 'password', password);
    return { recoveryCodes: await database.write(renewOwnRecoveryCodes, { by, user }, clock()) };
  },
});

const endTotp = deskRoute('endTotp', 'POST /desk/session/totp/off', {
  right: 'signed-in',
  body: Password,
  operation: endOwnTotp,
  async run({ database, clock, confirm }: SessionDeps, { password, by }) {
    const user = await confirm(by, 'password', password);
    await database.write(endOwnTotp, { by, user }, clock());
  },
});

/** Two-step sign-in: optionally, a code of an authenticator app besides the password. */
export const totpRoutes = [showTotp, beginTotp, confirmTotp, renewRecoveryCodes, endTotp] as const;
