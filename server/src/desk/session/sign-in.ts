import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { recordActivity, recordAudit } from '../../access/audit.ts';
import { hasSignedInFrom, recordSignInFrom } from '../../access/known-addresses.ts';
import { isLoginPassword } from '../../access/login-password.ts';
import { findLogin, type Login, lockLogin } from '../../access/logins.ts';
import { refusedSignIns } from '../../access/refused-sign-ins.ts';
import { endSession, openSession, readSession } from '../../access/sessions.ts';
import { consumeCode, findRecoveryCode } from '../../access/totp.ts';
import { emailKey } from '../../access/users.ts';
import { RequestError } from '../../contract/request-error.ts';
import { addressGroup } from '../../http/address.ts';
import type { App } from '../../http/app-type.ts';
import type { SessionCookie } from '../../http/desk-access.ts';
import { exactly } from '../../http/desk-answers.ts';
import { openBodyLimitBytes } from '../../http/json-body.ts';
import { operation } from '../../store/operation.ts';
import { update } from '../../store/rows.ts';
import type { DeskDeps } from '../deps.ts';
import { Password } from './password.ts';
import { SessionResponse, sessionAnswer } from './session.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export const Credentials = exactly({
  email: Type.String({ maxLength: 255 }),
  password: Password,
  code: Type.Optional(Type.String({ maxLength: 64 })),
});
interface Deps extends DeskDeps {
  readonly sessionCookie: SessionCookie;
  readonly limits: SignInLimits;
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
    await update(tx, 'users', login.id, { last_sign_in_at: at });
    return openSession(tx, context, login.id);
  },
);

/** `POST /desk/session`: signing in. */
export function signInRoute(scope: App, deps: Deps): void {
  const { database, secrets, clock, monotonicClock, sessionCookie, limits } = deps;
  const refused = refusedSignIns({
    database,
    clock,
    monotonicClock,
    onError: (error) => scope.log.error({ err: error }, 'refused sign-ins could not be written down'),
  });
  scope.addHook('onClose', () => refused.write());
  const context = () => ({ secrets, now: clock() });

  scope.post(
    '/desk/session',
    {
      bodyLimit: openBodyLimitBytes,
      config: { desk: 'anybody', readsBody: true },
      schema: {
        body: Credentials,
        response: { 200: SessionResponse },
      },
    },
    async (request, reply) => {
      const { email, password: given, code } = request.body;
      const origin = { email: emailKey(email), from: addressGroup(request.ip) };
      const login = await findLogin(database.read, email);
      const attempt = await attemptOf(origin, login, code);
      const unlessRefused = (check: () => void) => {
        try {
          check();
        } catch (error) {
          refused.note(origin.from);
          throw error;
        }
      };
      unlessRefused(() => limits.beforePassword(attempt));
      // Also for unknown users: the response time must not tell whether a user exists.
      const isRight = await isLoginPassword(
        given,
        login?.passwordHash ?? null,
        attempt.isKnown ? 'known' : 'stranger',
      );
      const now = clock();
      const failed = async () => {
        const by = { userId: login?.id ?? null, author: addressIn(email), address: request.ip };
        await database.write(recordActivity, { by, act: { action: 'sign-in-failed' } }, now);
      };
      if (login === undefined || !isRight || login.isDisabled) {
        await failed();
        throw wrongCredentials();
      }
      limits.rightPassword(attempt.throttleKey);
      const takesCode = login.hasTotp && !attempt.hasRecoveryCode;
      if (login.hasTotp) {
        if (code === undefined) throw codeRequired();
        if (takesCode) unlessRefused(() => limits.beforeCode(attempt, login.id));
      }
      const previousToken = sessionCookie.read(request);
      const token = await database.write(
        signIn,
        { login, ...origin, address: request.ip, code: code ?? '', previousToken },
        now,
      );
      if (token === undefined) {
        await failed();
        throw codeRequired();
      }
      limits.signedIn(attempt, login.id, takesCode);
      const session = await readSession(database.read, { secrets, now }, token);
      if (session === undefined) throw new Error('The session just opened is missing');
      sessionCookie.set(reply, token);
      return sessionAnswer(deps, session.user, token);
    },
  );

  /** Returns the attempt as {@link signInLimits} needs it. */
  async function attemptOf(
    { email, from }: { readonly email: string; readonly from: string },
    login: Awaited<ReturnType<typeof findLogin>>,
    code: string | undefined,
  ) {
    const recoveryCode =
      login?.hasTotp === true && code !== undefined
        ? await findRecoveryCode(database.read, context(), login.id, code)
        : undefined;
    const hasRecoveryCode = recoveryCode !== undefined;
    const isKnown = await hasSignedInFrom(database.read, context(), { email, from });
    // Throttled separately: 79 random bits can't be guessed, and a stranger's attempts must not delay their owner.
    const throttleKey = hasRecoveryCode ? `recovery code ${recoveryCode}` : `${email} ${from}`;
    return { throttleKey, from, isKnown: isKnown || hasRecoveryCode, hasRecoveryCode };
  }
}

/** The same error for an unknown user, a disabled one and a wrong password. */
function wrongCredentials(): RequestError {
  return new RequestError('UNAUTHORIZED', 'email, password: not ones that we know together');
}

/** The same error for a missing code, a wrong one and one already used. */
function codeRequired(): RequestError {
  return new RequestError('UNAUTHORIZED', 'code: expected the one that the authenticator app shows now');
}

/** Returns the address tried; empty unless it looks like one: it may be a password in the wrong field. */
function addressIn(typed: string): string {
  const key = emailKey(typed);
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(key) ? key : '';
}
