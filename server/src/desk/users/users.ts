import Type from 'typebox';
import { mailPreferences } from '../../access/mail-preference.ts';
import { roles } from '../../access/roles.ts';
import { listUsers } from '../../access/users.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { passwordLinkUrl } from '../../mail/password-links.ts';
import { AwayRange, requireRange } from '../away.ts';
import type { DeskDeps } from '../deps.ts';
import { ResidenceId } from '../residence.ts';
import { changeOtherUser, endOtherTotp, inviteAgain, inviteNewUser } from './operations.ts';

const Grants = Type.Array(
  exactly({
    role: Type.Enum(roles, { type: 'string' }),
    establishmentId: orNull(ResidenceId),
  }),
  { minItems: 1, maxItems: 200 },
);
const User = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  grants: Grants,
  state: Type.Enum(['invited', 'active', 'disabled'], { type: 'string' }),
  createdAt: Type.String(),
  mail: Type.Enum(mailPreferences, { type: 'string' }),
  totp: Type.Boolean(),
  lastSignInAt: orNull(Type.String()),
  away: orNull(AwayRange),
});
const Invitation = Type.Object({
  token: Type.String(),
  url: Type.String(),
  until: Type.String(),
  mailed: Type.Boolean(),
});
const name = Type.String({ maxLength: 255 });
const UserChange = exactly(
  {
    name: Type.Optional(name),
    email: Type.Optional(
      Type.String({
        format: 'email',
        maxLength: 255,
      }),
    ),
    away: Type.Optional(orNull(AwayRange)),
    grants: Type.Optional(Grants),
    disabled: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1 },
);

const users = { right: 'users' } as const;
const mailFrom = ({ mail, publicUrl }: DeskDeps) => (mail === undefined ? null : publicUrl());
const shown = ({ mail, publicUrl }: DeskDeps, { token, until }: { token: string; until: string }) => ({
  token,
  url: passwordLinkUrl(publicUrl(), token),
  until,
  mailed: mail !== undefined,
});

const list = deskRoute('listUsers', 'GET /desk/users', {
  ...users,
  answer: Type.Object({ data: Type.Array(User) }),
  run: async ({ database }: DeskDeps) => ({ data: await listUsers(database.read) }),
});

const addUser = deskRoute('addUser', 'POST /desk/users', {
  ...users,
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
  answer: Invitation,
  operation: inviteAgain,
  async run(deps: DeskDeps, { id, by }) {
    const input = { id, by, mailFrom: mailFrom(deps) };
    return shown(deps, await deps.database.write(inviteAgain, input, deps.clock()));
  },
});

const endUserTotp = deskRoute('endUserTotp', 'DELETE /desk/users/:id/totp', {
  ...users,
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
