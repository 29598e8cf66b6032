import Type from 'typebox';
import { mailPreferences } from '../../access/mail-preference.ts';
import { invitationDays } from '../../access/password-links.ts';
import { roles } from '../../access/roles.ts';
import { listUsers } from '../../access/users.ts';
import { RequestError } from '../../contract/request-error.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, signedIn } from '../../http/desk-access.ts';
import { deskErrors, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { passwordLinkUrl } from '../../mail/password-links.ts';
import { AwayRange, requireRange } from '../away.ts';
import type { DeskDeps } from '../deps.ts';
import { residenceId } from '../residence.ts';
import { changeOtherUser, endOtherTotp, inviteAgain, inviteNewUser } from './operations.ts';

const Grants = Type.Array(
  exactly({
    role: Type.Enum(roles, { type: 'string' }),
    establishmentId: orNull(residenceId('Null for all residences.')),
  }),
  { minItems: 1, maxItems: 200, description: 'The roles of the user, by residence.' },
);
export const UserResponse = Type.Object({
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
    description: 'How often they are notified of new entries by e-mail; only directions and commercials are.',
  }),
  totp: Type.Boolean({ description: 'Whether signing in also needs a code of an authenticator app.' }),
  lastSignInAt: orNull(Type.String({ description: 'When they last signed in; null for never.' })),
  away: orNull(AwayRange),
});
export const Invitation = Type.Object({
  token: Type.String({ description: 'Shown this once.' }),
  url: Type.String({
    description: 'The link to hand to the user, with the token in it. Shown this once.',
  }),
  until: Type.String(),
  mailed: Type.Boolean({ description: 'Whether the link also goes to the user by e-mail.' }),
});
const name = Type.String({ maxLength: 255, description: 'Shown to other users, and to callers.' });
const NewUser = exactly({
  email: Type.String({ format: 'email', maxLength: 255 }),
  name,
  grants: Grants,
});
const UserChange = exactly(
  {
    name: Type.Optional(name),
    email: Type.Optional(
      Type.String({
        format: 'email',
        maxLength: 255,
        description:
          'Another address ends all sessions of the user, and a link sent to the old address can’t be used any more.',
      }),
    ),
    away: Type.Optional(orNull(AwayRange)),
    grants: Type.Optional(Grants),
    disabled: Type.Optional(Type.Boolean({ description: 'A disabled user is signed out everywhere.' })),
  },
  { minProperties: 1 },
);

const tags = ['Users'];
const config = { desk: 'users' } as const;
const changing = { ...config, readsBody: true } as const;

export function userRoutes(scope: App, { database, clock, publicUrl, mail }: DeskDeps): void {
  const withUrl = ({ token, until }: { token: string; until: string }) => ({
    token,
    url: passwordLinkUrl(publicUrl(), token),
    until,
    mailed: mail !== undefined,
  });
  const mailFrom = () => (mail === undefined ? null : publicUrl());

  scope.get(
    '/desk/users',
    {
      config,
      schema: {
        tags,
        summary: 'List users, by e-mail address',
        response: { 200: Type.Object({ data: Type.Array(UserResponse) }), ...deskErrors },
      },
    },
    async () => ({ data: await listUsers(database.read) }),
  );

  scope.post(
    '/desk/users',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a user, who chooses a password by invitation',
        description: `An invitation can be used once, within ${invitationDays} days. Where mails are on it goes to the user by e-mail too.`,
        body: NewUser,
        response: {
          200: Type.Object({ id: Type.Integer(), invitation: Invitation }),
          ...deskErrors,
        },
      },
    },
    async (request) => {
      const input = { by: actorOf(request), ...request.body, mailFrom: mailFrom() };
      const { id, invitation } = await database.write(inviteNewUser, input, clock());
      return { id, invitation: withUrl(invitation) };
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
          'New grants apply from the next request of the user. The last administrator can’t be removed.',
        params: IdPath,
        body: UserChange,
        response: { 200: UserResponse, ...deskErrors },
      },
    },
    async (request) => {
      requireRange(request.body.away);
      const input = { by: actorOf(request), id: request.params.id, change: request.body };
      return database.write(changeOtherUser, input, clock());
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
          'Earlier invitations can’t be used any more. The password stays until another one is chosen.',
        params: IdPath,
        response: { 200: Invitation, ...deskErrors },
      },
    },
    async (request) => {
      const input = { by: actorOf(request), id: request.params.id, mailFrom: mailFrom() };
      return withUrl(await database.write(inviteAgain, input, clock()));
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
          'Their password alone is enough again. Make sure that the user has asked for it: anyone who knows the password gets in.',
        params: IdPath,
        response: { 200: UserResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      // Otherwise an unattended browser would be enough to switch it off, without the password.
      if (id === signedIn(request).id)
        throw new RequestError(
          'INVALID',
          'Your own is switched off with your password: POST /desk/session/totp/off',
        );
      return database.write(endOtherTotp, { by: actorOf(request), id }, clock());
    },
  );
}
