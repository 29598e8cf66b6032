import Type from 'typebox';
import { mailPreferences } from '../../access/mail-preference.ts';
import { invitationDays } from '../../access/password-links.ts';
import { roles } from '../../access/roles.ts';
import { listUsers } from '../../access/users.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly, named, orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
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
const User = named('User', {
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
const Invitation = named('Invitation', {
  token: Type.String({ description: 'Shown this once.' }),
  url: Type.String({
    description: 'The link to hand to the user, with the token in it. Shown this once.',
  }),
  until: Type.String(),
  mailed: Type.Boolean({ description: 'Whether the link also goes to the user by e-mail.' }),
});
const name = Type.String({ maxLength: 255, description: 'Shown to other users, and to callers.' });
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

const users = { right: 'users', tag: 'Users' } as const;
const mailFrom = ({ mail, publicUrl }: DeskDeps) => (mail === undefined ? null : publicUrl());
const shown = ({ mail, publicUrl }: DeskDeps, { token, until }: { token: string; until: string }) => ({
  token,
  url: passwordLinkUrl(publicUrl(), token),
  until,
  mailed: mail !== undefined,
});

const list = deskRoute('listUsers', 'GET /desk/users', {
  ...users,
  summary: 'List users, by e-mail address',
  answer: Type.Object({ data: Type.Array(User) }),
  run: async ({ database }: DeskDeps) => ({ data: await listUsers(database.read) }),
});

const addUser = deskRoute('addUser', 'POST /desk/users', {
  ...users,
  summary: 'Add a user, who chooses a password by invitation',
  description: `An invitation can be used once, within ${invitationDays} days. Where mails are on it goes to the user by e-mail too.`,
  body: exactly({
    email: Type.String({ format: 'email', maxLength: 255 }),
    name,
    grants: Grants,
  }),
  answer: Type.Object({ id: Type.Integer(), invitation: Invitation }),
  operation: inviteNewUser,
  async run(deps: DeskDeps, user) {
    const input = { ...user, mailFrom: mailFrom(deps) };
    const { id, invitation } = await deps.database.write(inviteNewUser, input, deps.clock());
    return { id, invitation: shown(deps, invitation) };
  },
});

const changeUser = deskRoute('changeUser', 'PATCH /desk/users/:id', {
  ...users,
  summary: 'Change a user, or disable them',
  description: 'New grants apply from the next request of the user. The last administrator can’t be removed.',
  body: UserChange,
  answer: User,
  operation: changeOtherUser,
  async run({ database, clock }: DeskDeps, { id, by, ...change }) {
    requireRange(change.away);
    return database.write(changeOtherUser, { by, id, change }, clock());
  },
});

const inviteUser = deskRoute('inviteUser', 'POST /desk/users/:id/invitation', {
  ...users,
  summary: 'Invite a user again, or one who forgot the password',
  description: 'Earlier invitations can’t be used any more. The password stays until another one is chosen.',
  answer: Invitation,
  operation: inviteAgain,
  async run(deps: DeskDeps, { id, by }) {
    const input = { id, by, mailFrom: mailFrom(deps) };
    return shown(deps, await deps.database.write(inviteAgain, input, deps.clock()));
  },
});

const endUserTotp = deskRoute('endUserTotp', 'DELETE /desk/users/:id/totp', {
  ...users,
  summary: 'Switch off two-step sign-in for another user, who has lost the app',
  description:
    'Their password alone is enough again. Make sure that the user has asked for it: anyone who knows the password gets in.',
  answer: User,
  operation: endOtherTotp,
  async run({ database, clock }: DeskDeps, { id, by }) {
    // Otherwise an unattended browser would be enough to switch it off, without the password.
    if (id === by.userId)
      throw new RequestError(
        'INVALID',
        'Your own is switched off with your password: POST /desk/session/totp/off',
      );
    return database.write(endOtherTotp, { by, id }, clock());
  },
});

export const userRoutes = [list, addUser, changeUser, inviteUser, endUserTotp] as const;
