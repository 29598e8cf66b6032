import Type, { type Static } from 'typebox';
import { auditedOperation } from '../../access/audit.ts';
import { hashLoginPassword } from '../../access/login-password.ts';
import { setLoginPassword } from '../../access/logins.ts';
import { rights, rightsGiven, rightsOfRole, roles } from '../../access/roles.ts';
import { csrfTokenOf, type DeskUser, endSession as endSessionOf } from '../../access/sessions.ts';
import type { SessionCookie } from '../../http/desk-access.ts';
import { exactly } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute } from '../../http/desk-route.ts';
import { changeCursor } from '../change-cursor.ts';
import type { DeskDeps } from '../deps.ts';
import type { LoginThrottle } from './login-throttle.ts';
import {
  type ConfirmedUser,
  type ConfirmPassword,
  changedUser,
  NewPassword,
  Password,
  rejectWeakPassword,
  requireUnchanged,
} from './password.ts';

const Grant = Type.Object({
  role: Type.Enum(roles, { type: 'string' }),
  establishmentId: Type.Union([Type.Integer(), Type.Null()]),
  rights: Type.Array(Type.Enum(rights, { type: 'string' })),
});
export const SessionResponse = Type.Object({
  user: Type.Object({
    id: Type.Integer(),
    email: Type.String(),
    name: Type.String(),
    grants: Type.Array(Grant),
    rights: Type.Array(Type.Enum(rights, { type: 'string' })),
  }),
  csrfToken: Type.String(),
  changes: Type.String(),
});
/** For routes of the signed-in user's own access. */
export interface SessionDeps extends DeskDeps {
  readonly sessionCookie: SessionCookie;
  readonly confirm: ConfirmPassword;
  /** Of wrong codes while an authenticator app is being set up. */
  readonly codeThrottle: LoginThrottle;
}

const signOut = auditedOperation(
  'signOut',
  async (tx, { token }: { readonly token: string }, { secrets, record }) => {
    await endSessionOf(tx, secrets, token);
    await record({ action: 'signed-out' });
  },
);

/** `token`: of the session to keep. */
const changeOwnPassword = auditedOperation(
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

const showSession = deskRoute('showSession', 'GET /desk/session', {
  right: 'signed-in',
  answer: SessionResponse,
  run: (deps: SessionDeps, { by }, { request }) =>
    sessionAnswer(deps, userOf(by), deps.sessionCookie.read(request) ?? ''),
});

const endSession = deskRoute('endSession', 'DELETE /desk/session', {
  right: 'signed-in',
  operation: signOut,
  async run({ database, clock, sessionCookie }: SessionDeps, { by }, { request, reply }) {
    await database.write(signOut, { by, token: sessionCookie.read(request) ?? '' }, clock());
    sessionCookie.clear(reply);
  },
});

const changePassword = deskRoute('changePassword', 'PUT /desk/session/password', {
  right: 'signed-in',
  body: exactly({ current: Password, next: NewPassword }),
  operation: changeOwnPassword,
  async run({ database, clock, sessionCookie, confirm }: SessionDeps, { current, next, by }, { request }) {
    const user = await confirm(by, 'current', current);
    await rejectWeakPassword('next', next, userOf(by));
    const passwordHash = await hashLoginPassword(next);
    await database.write(
      changeOwnPassword,
      { by, user, passwordHash, token: sessionCookie.read(request) },
      clock(),
    );
  },
});

export const sessionRoutes = [showSession, endSession, changePassword] as const;

/** Returns what pages need to know of a user who is signed in with this session's token. */
export async function sessionAnswer(
  { database, secrets }: DeskDeps,
  { id, email, name, grants }: DeskUser,
  token: string,
): Promise<Static<typeof SessionResponse>> {
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

function userOf({ userId, author, name, grants }: DeskActor): DeskUser {
  return { id: userId, email: author, name, grants };
}
