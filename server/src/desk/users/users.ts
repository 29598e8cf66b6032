import { sql } from 'kysely';
import Type from 'typebox';
import { invitationMs, makePasswordLink } from '../../access/logins.ts';
import { mailPreferences } from '../../access/mail-preference.ts';
import { roles } from '../../access/roles.ts';
import { endSessionsOf } from '../../access/sessions.ts';
import { endTotp } from '../../access/totp.ts';
import {
  addUser,
  emailKey,
  insertGrants,
  listUsers,
  lockUser,
  noInvitation,
  refuseKnownEmail,
} from '../../access/users.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { ResidenceId } from '../../entries/residence.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { type LinkRecipient, mailPasswordLink, passwordLinkUrl } from '../../mail/password-links.ts';
import type { OperationContext, Queries, Transaction } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { query, statement } from '../../store/statement.ts';
import { AwayRange, storeAbsence } from '../away.ts';
import type { DeskDeps } from '../deps.ts';

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

const administrators = statement()((db, _, dialect) => {
  const found = db
    .selectFrom('users')
    .select('users.id')
    .where('users.disabled_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('grants')
          .select('grants.id')
          .whereRef('grants.user_id', '=', 'users.id')
          .where('grants.role', '=', sql.lit('administrator')),
      ),
    )
    .orderBy('users.id');
  return dialect.forUpdate(found);
});

/** Where the page is on which a password is chosen, and whether its link goes there by mail. */
interface Inviting {
  readonly publicUrl: string;
  readonly mailed: boolean;
}
const inviting = ({ mail, publicUrl }: DeskDeps): Inviting => ({
  publicUrl: publicUrl(),
  mailed: mail !== undefined,
});

async function invitationOf(
  tx: Transaction,
  context: OperationContext,
  recipient: LinkRecipient,
  { publicUrl, mailed }: Inviting,
) {
  const link = await makePasswordLink(tx, context, recipient.id, invitationMs);
  if (mailed) await mailPasswordLink(tx, context, recipient, link, publicUrl);
  return { token: link.token, url: passwordLinkUrl(publicUrl, link.token), until: link.until, mailed };
}

const showUsers = deskRoute('showUsers', 'GET /desk/users', {
  ...users,
  answer: Type.Object({ data: Type.Array(User) }),
  run: async ({ database }: DeskDeps) => ({ data: await listUsers(database.read) }),
});

export const inviteUser = deskWrite('inviteUser', 'POST /desk/users', {
  ...users,
  byCommand: true,
  body: exactly({
    email: Type.String({ format: 'email', maxLength: 255 }),
    name,
    grants: Grants,
  }),
  answer: Type.Object({ id: Type.Integer(), invitation: Invitation }),
  prepare: inviting,
  async run(tx, { email, name, grants, ...how }, context) {
    const id = await addUser(tx, context, { email, name, grants, passwordHash: null });
    const invitation = await invitationOf(tx, context, { id, name, isInvited: true }, how);
    const detail = { email: emailKey(email), grants };
    await context.record({ action: 'added', subject: 'user', subjectId: id, detail });
    return { id, invitation };
  },
});

export const changeUser = deskWrite('changeUser', 'PATCH /desk/users/:id', {
  ...users,
  byCommand: true,
  body: UserChange,
  answer: User,
  async run(tx, { id, by: _, ...change }, context) {
    const removesAdministrator =
      change.disabled === true ||
      (change.grants !== undefined && !change.grants.some(({ role }) => role === 'administrator'));
    // Locks them in order of id. They are read again below: when two administrators remove each other at once, the second must
    // see what the first has done.
    if (removesAdministrator) await tx.all(administrators);
    const user = await lockUser(tx, id);
    if (removesAdministrator && (await tx.all(administrators)).every((one) => one.id === id))
      throw new RequestError('INVALID', 'This is the last administrator: add another one first');
    if (change.name !== undefined) await update(tx, 'users', id, { name: change.name });
    if (change.away !== undefined) await storeAbsence(tx, id, change.away);
    const email = change.email === undefined ? user.email : emailKey(change.email);
    if (email !== user.email) {
      await refuseKnownEmail(tx, email);
      // A link went to the old address, and may be in the wrong hands.
      await update(tx, 'users', id, { email, ...noInvitation });
      await endSessionsOf(tx, context, id);
    }
    if (change.grants !== undefined) {
      await tx.run(query((db) => db.deleteFrom('grants').where('user_id', '=', id)));
      await insertGrants(tx, id, change.grants);
    }
    // Enabling an enabled user must not delete the invitation.
    if (change.disabled !== undefined && change.disabled !== (user.disabled_at !== null)) {
      const disabledAt = change.disabled ? context.now.toISOString() : null;
      await update(tx, 'users', id, { disabled_at: disabledAt, ...noInvitation });
      if (change.disabled) await endSessionsOf(tx, context, id);
    }
    const { name: _name, ...values } = { ...change, ...(change.email !== undefined && { email }) };
    const detail = { changed: Object.keys(change), ...values };
    await context.record({ action: 'changed', subject: 'user', subjectId: id, detail });
    return userOf(tx, id);
  },
});

export const inviteAgain = deskWrite('inviteAgain', 'POST /desk/users/:id/invitation', {
  ...users,
  byCommand: true,
  answer: Invitation,
  prepare: inviting,
  async run(tx, { id, ...how }, context) {
    await lockUser(tx, id);
    const { name, state } = await userOf(tx, id);
    if (state === 'disabled') throw new RequestError('INVALID', 'This user is disabled: enable them first');
    const invitation = await invitationOf(tx, context, { id, name, isInvited: state === 'invited' }, how);
    const detail = { changed: ['invitation'] };
    await context.record({ action: 'changed', subject: 'user', subjectId: id, detail });
    return invitation;
  },
});

export const endUserTotp = deskWrite('endUserTotp', 'DELETE /desk/users/:id/totp', {
  ...users,
  byCommand: true,
  answer: User,
  async run(tx, { id, by }, { record }) {
    // Otherwise an unattended browser would be enough to switch it off, without the password.
    if (id === by.userId)
      throw new RequestError(
        'INVALID',
        'Your own is switched off with your password: POST /desk/session/totp/off',
      );
    if (await endTotp(tx, id))
      await record({ action: 'changed', subject: 'user', subjectId: id, detail: { changed: ['totp'] } });
    return userOf(tx, id);
  },
});

export const userRoutes = [showUsers, inviteUser, changeUser, inviteAgain, endUserTotp] as const;

async function userOf(read: Queries, id: number) {
  const found = (await listUsers(read)).find((user) => user.id === id);
  if (found === undefined) throw notFound('user', id);
  return found;
}
