import { auditedOperation } from '../../access/audit.ts';
import type { Grant } from '../../access/roles.ts';
import { endTotp } from '../../access/totp.ts';
import { addUser, changeUser, emailKey, invite, listUsers, type User } from '../../access/users.ts';
import { RequestError } from '../../contract/request-error.ts';
import type { Queries } from '../../store/database.ts';

export const inviteNewUser = auditedOperation(
  'inviteNewUser',
  async (tx, user: { email: string; name: string; grants: readonly Grant[] }, context) => {
    const id = await addUser(tx, context, { ...user, passwordHash: null });
    const invitation = await invite(tx, context, id);
    const detail = { email: emailKey(user.email), grants: user.grants };
    await context.record({ action: 'added', subject: 'user', subjectId: id, detail });
    return { id, invitation };
  },
);

/** Returns the user as changed. */
export const changeOtherUser = auditedOperation(
  'changeOtherUser',
  async (tx, { id, change }: { id: number; change: Parameters<typeof changeUser>[3] }, context) => {
    await changeUser(tx, context, id, change);
    const detail = { changed: Object.keys(change), grants: change.grants, disabled: change.disabled };
    await context.record({ action: 'changed', subject: 'user', subjectId: id, detail });
    return userOf(tx, id);
  },
);

export const inviteAgain = auditedOperation('inviteAgain', async (tx, { id }: { id: number }, context) => {
  const invitation = await invite(tx, context, id);
  const detail = { changed: ['invitation'] };
  await context.record({ action: 'changed', subject: 'user', subjectId: id, detail });
  return invitation;
});

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
