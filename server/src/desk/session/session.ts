import Type, { type Static } from 'typebox';
import { auditedOperation } from '../../access/audit.ts';
import { hashLoginPassword } from '../../access/login-password.ts';
import { setLoginPassword } from '../../access/logins.ts';
import { rights, rightsGiven, rightsOfRole, roles } from '../../access/roles.ts';
import { csrfTokenOf, type DeskUser, endSession as deleteSession } from '../../access/sessions.ts';
import type { SessionCookie } from '../../http/desk-access.ts';
import { exactly } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute, deskWrite } from '../../http/desk-route.ts';
import { changeCursor } from '../change-cursor.ts';
import type { DeskDeps } from '../deps.ts';
import type { LoginThrottle } from './login-throttle.ts';
import {
  type ConfirmPassword,
  changedAccess,
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

const showSession = deskRoute('showSession', 'GET /desk/session', {
  right: 'signed-in',
  answer: SessionResponse,
  run: (deps: SessionDeps, { by }, { request }) =>
    sessionAnswer(deps, userOf(by), deps.sessionCookie.read(request) ?? ''),
});

const signOut = auditedOperation(
  'signOut',
  async (tx, { token }: { readonly token: string }, { secrets, record }) => {
    await deleteSession(tx, secrets, token);
    await record({ action: 'signed-out' });
  },
);

const endSession = deskRoute('endSession', 'DELETE /desk/session', {
  right: 'signed-in',
  operation: signOut,
  async run({ database, clock, sessionCookie }: SessionDeps, { by }, { request, reply }) {
    await database.write(signOut, { by, token: sessionCookie.read(request) ?? '' }, clock());
    sessionCookie.clear(reply);
  },
});

const changePassword = deskWrite('changePassword', 'PUT /desk/session/password', {
  right: 'signed-in',
  body: exactly({ current: Password, next: NewPassword }),
  async prepare({ sessionCookie, confirm }: SessionDeps, { current, next, by }, { request }) {
    const user = await confirm(by, 'current', current);
    await rejectWeakPassword('next', next, userOf(by));
    return { user, passwordHash: await hashLoginPassword(next), keptToken: sessionCookie.read(request) };
  },
  async run(tx, { user, passwordHash, keptToken }, context) {
    await requireUnchanged(tx, user);
    await setLoginPassword(tx, context, user.id, passwordHash, keptToken);
    await context.record(changedAccess(user.id, 'password'));
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
