import Type from 'typebox';
import { AdministrationError } from '../access/administration.ts';
import { recordAudit } from '../access/audit.ts';
import { mailPreferences } from '../access/mail-preference.ts';
import { roles } from '../access/roles.ts';
import { endTotp } from '../access/totp.ts';
import {
  addUser,
  changeUser,
  emailKey,
  invitationDays,
  invite,
  listUsers,
  type User,
} from '../access/users.ts';
import type { Queries } from '../database/port.ts';
import type { App } from '../http/app-type.ts';
import { auditBy, signedIn } from '../http/desk-access.ts';
import { deskErrors, exactly, IdPath, orNull } from '../http/desk-answers.ts';
import { RequestError } from '../http/errors.ts';
import type { DeskDeps } from './deps.ts';

const largestEstablishment = 2_147_483_647;

const Grants = Type.Array(
  exactly({
    role: Type.Enum(roles, { type: 'string' }),
    establishmentId: orNull(
      Type.Integer({ minimum: 1, maximum: largestEstablishment, description: 'Null for all residences.' }),
    ),
  }),
  { minItems: 1, maxItems: 200, description: 'What the user may do where.' },
);
export const Shown = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  grants: Grants,
  state: Type.Enum(['invited', 'active', 'disabled'], {
    type: 'string',
    description: 'Invited until a password is chosen.',
  }),
  createdAt: Type.String(),
  mail: Type.Enum(mailPreferences, {
    type: 'string',
    description: 'How often they are told by e-mail of what arrives; only directions and commercials are.',
  }),
  totp: Type.Boolean({ description: 'Whether signing in takes a code of an authenticator app as well.' }),
});
export const Invitation = Type.Object({
  token: Type.String({ description: 'Shown this once.' }),
  url: Type.String({ description: 'The link to hand to the user, with the token in it. Shown this once.' }),
  until: Type.String(),
});
const name = Type.String({ maxLength: 255, description: 'Shown to others, to callers too.' });
const NewUser = exactly({
  email: Type.String({ format: 'email', maxLength: 255 }),
  name,
  grants: Grants,
});
const UserChange = exactly(
  {
    name: Type.Optional(name),
    grants: Type.Optional(Grants),
    disabled: Type.Optional(Type.Boolean({ description: 'A disabled user is signed out everywhere.' })),
  },
  { minProperties: 1 },
);

const tags = ['Users'];
const config = { desk: 'users' } as const;
const changing = { ...config, readsBody: true } as const;

/** Who may sign in, and do what where. */
export function userRoutes(scope: App, { database, secrets, clock, publicUrl }: DeskDeps): void {
  const linked = ({ token, until }: { token: string; until: string }) => ({
    token,
    url: `${publicUrl()}/#/invitation/${token}`,
    until,
  });

  scope.get(
    '/desk/users',
    {
      config,
      schema: {
        tags,
        summary: 'List users, by e-mail address',
        response: { 200: Type.Object({ data: Type.Array(Shown) }), ...deskErrors },
      },
    },
    async () => ({ data: (await listUsers(database.read)).map(shown) }),
  );

  scope.post(
    '/desk/users',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a user, who chooses a password by invitation',
        description: `An invitation is good once, for ${invitationDays} days.`,
        body: NewUser,
        response: {
          200: Type.Object({ id: Type.Integer(), invitation: Invitation }),
          ...deskErrors,
        },
      },
    },
    async (request) => {
      const now = clock();
      const user = { ...request.body, passwordHash: null };
      return database.transaction(async (tx) => {
        const id = await addUser(tx, { secrets, now }, user);
        const invitation = await invite(tx, { secrets, now }, id);
        await recordAudit(tx, {
          ...auditBy(request, now),
          action: 'added',
          subject: 'user',
          subjectId: id,
          detail: { email: emailKey(user.email), grants: user.grants },
        });
        return { id, invitation: linked(invitation) };
      });
    },
  );

  scope.patch(
    '/desk/users/:id',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Change a user, or disable them',
        description:
          'A change of grants counts at the next request of the user. There is always one administrator at least.',
        params: IdPath,
        body: UserChange,
        response: { 200: Shown, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { name: newName, grants, disabled } = request.body;
      const now = clock();
      return database.transaction(async (tx) => {
        await changeUser(tx, { secrets, now }, id, {
          ...(newName !== undefined && { name: newName }),
          ...(grants !== undefined && { grants }),
          ...(disabled !== undefined && { disabled }),
        });
        await recordAudit(tx, {
          ...auditBy(request, now),
          action: 'changed',
          subject: 'user',
          subjectId: id,
          detail: { changed: Object.keys(request.body), grants, disabled },
        });
        return userOf(tx, id);
      });
    },
  );

  scope.post(
    '/desk/users/:id/invitation',
    {
      config,
      schema: {
        tags,
        summary: 'Invite a user again, or one who forgot the password',
        description:
          'The invitation before can’t be used any more. The password stays until another one is chosen.',
        params: IdPath,
        response: { 200: Invitation, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const now = clock();
      return database.transaction(async (tx) => {
        const invitation = await invite(tx, { secrets, now }, id);
        await recordAudit(tx, {
          ...auditBy(request, now),
          action: 'changed',
          subject: 'user',
          subjectId: id,
          detail: { changed: ['invitation'] },
        });
        return linked(invitation);
      });
    },
  );

  scope.delete(
    '/desk/users/:id/totp',
    {
      config,
      schema: {
        tags,
        summary: 'Switch off two-step sign-in for another user, who has lost the app',
        description:
          'The password alone lets them in again. Be sure that it is the user who asks: whoever has their password gets in.',
        params: IdPath,
        response: { 200: Shown, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      // Whoever finds their browser open would need no password.
      if (id === signedIn(request).id)
        throw new AdministrationError(
          'Your own is switched off with your password: POST /desk/session/totp/off',
        );
      return database.transaction(async (tx) => {
        if (await endTotp(tx, id))
          await recordAudit(tx, {
            ...auditBy(request, clock()),
            action: 'changed',
            subject: 'user',
            subjectId: id,
            detail: { changed: ['totp'] },
          });
        return userOf(tx, id);
      });
    },
  );
}

async function userOf(read: Queries, id: number) {
  const found = (await listUsers(read)).find((user) => user.id === id);
  if (found === undefined) throw new RequestError('NOTFOUND', `There is no user ${id}`);
  return shown(found);
}

function shown({ grants, ...user }: User) {
  return { ...user, grants: [...grants] };
}
