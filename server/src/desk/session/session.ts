import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { hasSignedInFrom } from '../../access/known-addresses.ts';
import { hashLoginPassword, isLoginPassword } from '../../access/login-password.ts';
import { findLogin } from '../../access/logins.ts';
import { refusedSignIns } from '../../access/refused-sign-ins.ts';
import { rights, rightsGiven, rightsOfRole, roles } from '../../access/roles.ts';
import { csrfTokenOf, type DeskUser, idleMinutes, maxHours, readSession } from '../../access/sessions.ts';
import { findRecoveryCode } from '../../access/totp.ts';
import { emailKey } from '../../access/users.ts';
import { RequestError } from '../../contract/request-error.ts';
import { addressGroup } from '../../http/address.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, type SessionCookie, signedIn } from '../../http/desk-access.ts';
import { Done, deskErrors, done, exactly } from '../../http/desk-answers.ts';
import { openBodyLimitBytes } from '../../http/json-body.ts';
import { changeCursor } from '../change-cursor.ts';
import type { DeskDeps } from '../deps.ts';
import { invitationRoutes } from './invitation.ts';
import { changeOwnPassword, signIn, signOut, wrongCredentials } from './operations.ts';
import { confirmPassword, NewPassword, Password, rejectWeakPassword } from './password.ts';
import { signInLimits } from './sign-in-limits.ts';
import { totpRoutes } from './totp.ts';

const Grant = Type.Object({
  role: Type.Enum(roles, { type: 'string' }),
  establishmentId: Type.Union([Type.Integer(), Type.Null()], { description: 'Null for all residences.' }),
  rights: Type.Array(Type.Enum(rights, { type: 'string' }), { description: 'What the role allows there.' }),
});
export const SessionResponse = Type.Object({
  user: Type.Object({
    id: Type.Integer(),
    email: Type.String(),
    name: Type.String(),
    grants: Type.Array(Grant),
    rights: Type.Array(Type.Enum(rights, { type: 'string' }), {
      description: 'The rights that the grants give at one residence or more.',
    }),
  }),
  csrfToken: Type.String({ description: 'For the header `X-CSRF-Token` of every change.' }),
  changes: Type.String({
    description: 'For `since` of `/desk/changes`: events for what changes from now on.',
  }),
});
const Credentials = exactly({
  email: Type.String({ maxLength: 255 }),
  password: Password,
  code: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'For users with two-step sign-in: the six digits that the authenticator app shows, or a recovery code.',
    }),
  ),
});
const PasswordChange = exactly({
  current: Password,
  next: NewPassword,
});

/** Signing in and out, changing one’s password. */
export function sessionRoutes(scope: App, deps: DeskDeps & { readonly sessionCookie: SessionCookie }): void {
  const { database, secrets, clock, monotonicClock, sessionCookie } = deps;
  const limits = signInLimits(monotonicClock);
  const refused = refusedSignIns({
    database,
    clock,
    monotonicClock,
    onError: (error) => scope.log.error({ err: error }, 'refused sign-ins could not be written down'),
  });
  scope.addHook('onClose', () => refused.write());
  const confirm = confirmPassword(database, limits);
  const context = () => ({ secrets, now: clock() });

  scope.post(
    '/desk/session',
    {
      bodyLimit: openBodyLimitBytes,
      config: { desk: 'anybody', readsBody: true },
      schema: {
        tags: ['Session'],
        summary: 'Sign in',
        description:
          'Sets the cookie of a new session. Where two-step sign-in is on and no `code` is sent, or a wrong one, the answer is 401 with a message that begins with `code:`. After wrong passwords or codes, the next attempts of this user from this address are delayed, longer each time. Wrong ones of strangers are limited by address and in total; beyond that, and while too many passwords are being checked, the response is 429. A user who has signed in from the same address within 90 days, or sends a recovery code, is no stranger.',
        security: [],
        body: Credentials,
        response: { 200: SessionResponse, ...deskErrors },
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
      return signedInAs(session.user, token);
    },
  );

  scope.get(
    '/desk/session',
    {
      config: { desk: 'signed-in' },
      schema: {
        tags: ['Session'],
        summary: 'Show who is signed in',
        description: `A session ends after ${idleMinutes} minutes without a request, and after ${maxHours} hours.`,
        response: { 200: SessionResponse, ...deskErrors },
      },
    },
    async (request) => signedInAs(signedIn(request), sessionCookie.read(request) ?? ''),
  );

  scope.delete(
    '/desk/session',
    {
      config: { desk: 'signed-in' },
      schema: { tags: ['Session'], summary: 'Sign out', response: { 200: Done, ...deskErrors } },
    },
    async (request, reply) => {
      const token = sessionCookie.read(request) ?? '';
      await database.write(signOut, { by: actorOf(request), token }, clock());
      sessionCookie.clear(reply);
      return done;
    },
  );

  scope.put(
    '/desk/session/password',
    {
      config: { desk: 'signed-in', readsBody: true },
      schema: {
        tags: ['Session'],
        summary: 'Change your password',
        description: 'Ends every other session of yours, and revokes your calendar feeds.',
        body: PasswordChange,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const { current, next } = request.body;
      const user = await confirm(request, 'current', current);
      await rejectWeakPassword('next', next, signedIn(request));
      const passwordHash = await hashLoginPassword(next);
      const token = sessionCookie.read(request);
      await database.write(changeOwnPassword, { by: actorOf(request), user, passwordHash, token }, clock());
      return done;
    },
  );

  invitationRoutes(scope, { ...deps, limits });
  totpRoutes(scope, { ...deps, confirm });

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

  async function signedInAs({ id, email, name, grants }: DeskUser, token: string) {
    return {
      user: {
        id,
        email,
        name,
        grants: grants.map((grant) => ({ ...grant, rights: rightsOfRole(grant.role) })),
        rights: rightsGiven(grants),
      },
      csrfToken: csrfTokenOf(secrets, token),
      changes: await changeCursor(database.read, secrets),
    };
  }
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
