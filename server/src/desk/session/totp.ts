import Type from 'typebox';
import { readTotp, recoveryCodeCount } from '../../access/totp.ts';
import { totpUriOf } from '../../access/totp-codes.ts';
import { addressGroup } from '../../http/address.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, type SessionCookie, signedIn } from '../../http/desk-access.ts';
import { Done, deskErrors, done, exactly, orNull } from '../../http/desk-answers.ts';
import { throwIfLimited } from '../../http/limiter.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { loginThrottle } from './login-throttle.ts';
import { beginOwnTotp, confirmOwnTotp, endOwnTotp, renewOwnRecoveryCodes } from './operations.ts';
import type { ConfirmPassword } from './password.ts';

export const TotpResponse = Type.Object({
  since: orNull(Type.String({ description: 'Since when signing in needs a code; null while it does not.' })),
  recoveryCodesLeft: Type.Integer(),
});
export const TotpSecretResponse = Type.Object({
  secret: Type.String({ description: 'For an authenticator app, in base32. Shown this once.' }),
  uri: Type.String({ description: 'The same as an `otpauth://` address, for a QR code. Shown this once.' }),
});
const Password = exactly({
  password: Type.String({ maxLength: 1000, description: 'Your present password.' }),
});
const Code = exactly({
  code: Type.String({ maxLength: 64, description: 'What the app shows: six digits.' }),
});
export const RecoveryCodesResponse = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Each is accepted once instead of a code. Shown this once.',
  }),
});

const path = '/desk/session/totp';
const tags = ['Session'];
const config = { desk: 'signed-in' } as const;
const changing = { ...config, readsBody: true } as const;

interface Deps extends DeskDeps {
  readonly sessionCookie: SessionCookie;
  readonly confirm: ConfirmPassword;
}

/** Two-step sign-in: optionally, a code of an authenticator app besides the password. */
export function totpRoutes(
  scope: App,
  { database, clock, monotonicClock, sessionCookie, confirm }: Deps,
): void {
  const codeThrottle = loginThrottle(monotonicClock);

  scope.get(
    path,
    {
      config,
      schema: {
        tags,
        summary: 'Show whether your sign-in needs a code',
        response: { 200: TotpResponse, ...deskErrors },
      },
    },
    (request) => readTotp(database.read, signedIn(request).id),
  );

  scope.post(
    path,
    {
      config: changing,
      schema: {
        tags,
        summary: 'Start to set up an authenticator app',
        description:
          'Sign-in needs no code until one of the app has confirmed the set-up. Called again, it returns another secret.',
        body: Password,
        response: { 200: TotpSecretResponse, ...deskErrors },
      },
    },
    async (request) => {
      const user = await confirm(request, 'password', request.body.password);
      const secret = await database.write(beginOwnTotp, user, clock());
      return { secret, uri: totpUriOf(secret, user.email) };
    },
  );

  scope.put(
    path,
    {
      config: changing,
      schema: {
        tags,
        summary: 'Confirm the authenticator app by a first code',
        description: `From now on signing in needs a code. Returns ${recoveryCodeCount} recovery codes, ends every other session of yours and revokes your calendar feeds.`,
        body: Code,
        response: { 200: RecoveryCodesResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { id, email } = signedIn(request);
      const throttleKey = `${email} ${addressGroup(request.ip)}`;
      throwIfLimited(codeThrottle.take(throttleKey), 'Too many wrong codes for this user from this address');
      const made = await database.write(
        confirmOwnTotp,
        { by: actorOf(request), id, code: request.body.code, token: sessionCookie.read(request) },
        clock(),
      );
      if (made === undefined) throw new ValidationError('code', 'expected the one that your app shows now');
      codeThrottle.reset(throttleKey);
      return { recoveryCodes: made };
    },
  );

  scope.post(
    `${path}/recovery-codes`,
    {
      config: changing,
      schema: {
        tags,
        summary: 'Make new recovery codes',
        description: `Returns ${recoveryCodeCount}; earlier ones are refused from now on. Only while signing in needs a code.`,
        body: Password,
        response: { 200: RecoveryCodesResponse, ...deskErrors },
      },
    },
    async (request) => {
      const user = await confirm(request, 'password', request.body.password);
      const made = await database.write(renewOwnRecoveryCodes, { by: actorOf(request), user }, clock());
      return { recoveryCodes: made };
    },
  );

  scope.post(
    `${path}/off`,
    {
      config: changing,
      schema: {
        tags,
        summary: 'Switch off two-step sign-in',
        body: Password,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const user = await confirm(request, 'password', request.body.password);
      await database.write(endOwnTotp, { by: actorOf(request), user }, clock());
      return done;
    },
  );
}
