import { auditedOperation } from '../../access/audit.ts';
import { invite } from '../../access/password-links.ts';
import type { Grant } from '../../access/roles.ts';
import { endTotp } from '../../access/totp.ts';
import { addUser, changeUser, emailKey, listUsers, type User, type UserChange } from '../../access/users.ts';
import { RequestError } from '../../contract/request-error.ts';
import { mailPasswordLink } from '../../mail/password-links.ts';
import type { Queries } from '../../store/database.ts';

interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly grants: readonly Grant[];
  /** The back office's address when the invitation goes by mail; null when it is handed over. */
  readonly mailFrom: string | null;
}

export const inviteNewUser = auditedOperation(
  'inviteNewUser',
  async (tx, { mailFrom, ...user }: NewUser, context) => {
    const id = await addUser(tx, context, { ...user, passwordHash: null });
    const invitation = await invite(tx, context, id);
    const recipient = { id, name: user.name, isInvited: true };
    if (mailFrom !== null) await mailPasswordLink(tx, context, recipient, invitation, mailFrom);
    const detail = { email: emailKey(user.email), grants: user.grants };
    await context.record({ action: 'added', subject: 'user', subjectId: id, detail });
    return { id, invitation };
  },
);

export const changeOtherUser = auditedOperation(
  'changeOtherUser',
  async (tx, { id, change }: { id: number; change: UserChange }, context) => {
    await changeUser(tx, context, id, change);
    const { name: _, ...values } = {
      ...change,
      ...(change.email !== undefined && { email: emailKey(change.email) }),
    };
    await context.record({
      action: 'changed',
      subject: 'user',
      subjectId: id,
      detail: { changed: Object.keys(change), ...values },
    });
    return userOf(tx, id);
  },
);

export const inviteAgain = auditedOperation(
  'inviteAgain',
  async (tx, { id, mailFrom }: { id: number } & Pick<NewUser, 'mailFrom'>, context) => {
    const invitation = await invite(tx, context, id);
    const { name, state } = await userOf(tx, id);
    const recipient = { id, name, isInvited: state === 'invited' };
    if (mailFrom !== null) await mailPasswordLink(tx, context, recipient, invitation, mailFrom);
    const detail = { changed: ['invitation'] };
    await context.record({ action: 'changed', subject: 'user', subjectId: id, detail });
    return invitation;
  },
);

/** Returns the user as changed. */
export const endOtherTotp = auditedOperation(
  'endOtherTotp',
  async (tx, { id }: { id: number }, { record }) => {
    if (await endTotp(tx, id))
      await record({ action: 'changed', subject: 'user', subjectId: id, detail: { changed: ['totp'] } });
    return userOf(tx, id);
  },
);

async function userOf(read: Queries, id: number): Promise<User> {
  const found = (await listUsers(read)).find((user) => user.id === id);
  if (found === undefined) throw new RequestError('NOTFOUND', `There is no user ${id}`);
  return found;
}
