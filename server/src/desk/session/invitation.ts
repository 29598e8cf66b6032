import Type from 'typebox';
import { recordAudit } from '../../access/audit.ts';
import { hashLoginPassword } from '../../access/login-password.ts';
import { setLoginPassword } from '../../access/logins.ts';
import { RequestError } from '../../contract/request-error.ts';
import { addressGroup } from '../../http/address.ts';
import type { App } from '../../http/app-type.ts';
import { exactly } from '../../http/desk-answers.ts';
import { openBodyLimitBytes } from '../../http/json-body.ts';
import { operation } from '../../store/operation.ts';
import { statement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { changedAccess, NewPassword, rejectWeakPassword } from './password.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const Token = Type.String({ maxLength: 255 });

export const Invitation = exactly({ token: Token });
export const Invited = Type.Object({
  email: Type.String(),
  name: Type.String(),
  isFirst: Type.Boolean(),
});
export const Chosen = exactly({ token: Token, password: NewPassword });

const invitedUser = (isLocked: boolean) =>
  statement<{ hash: string; now: string }>()((db, p, dialect) => {
    const found = db
      .selectFrom('users')
      .select(['id', 'email', 'name', 'password_hash as passwordHash'])
      .where('invitation_hash', '=', p.hash)
      .where('invitation_until', '>', p.now)
      .where('disabled_at', 'is', null);
    return isLocked ? dialect.forUpdate(found) : found;
  });
const foundInvited = invitedUser(false);
const lockedInvited = invitedUser(true);

/** The same error for an invitation that never existed, was used or has expired. */
const wrongInvitation = () => new RequestError('UNAUTHORIZED', 'token: not an invitation that can be used');

/** Sets the password of the user whom `token` invites. */
export const acceptInvitation = operation(
  'acceptInvitation',
  async (
    tx,
    { token, passwordHash, address }: { token: string; passwordHash: string; address: string },
    context,
  ) => {
    const now = context.now.toISOString();
    // Another request may have used it since: an invitation is accepted once.
    const user = await tx.first(lockedInvited, { hash: context.secrets.hash(token), now });
    if (user === undefined) throw wrongInvitation();
    await setLoginPassword(tx, context, user.id, passwordHash);
    const by = { at: now, userId: user.id, author: user.email, address };
    await recordAudit(tx, { ...by, ...changedAccess(user.id, 'password') });
  },
);

/** `/desk/invitation`: choosing a password with a link, the first one or a new one. */
export function invitationRoutes(
  scope: App,
  { database, secrets, clock, limits }: DeskDeps & { readonly limits: SignInLimits },
): void {
  scope.post(
    '/desk/invitation',
    {
      bodyLimit: openBodyLimitBytes,
      config: { desk: 'anybody', readsBody: true },
      schema: {
        body: Chosen,
        response: { 200: Type.Object({ email: Type.String() }) },
      },
    },
    async (request) => {
      const { token, password: chosen } = request.body;
      const invited = await invitedBy(request);
      await rejectWeakPassword('password', chosen, invited);
      const throttleKey = `invitation ${invited.id}`;
      limits.beforeOwnPassword(throttleKey);
      const passwordHash = await hashLoginPassword(chosen);
      await database.write(acceptInvitation, { token, passwordHash, address: request.ip }, clock());
      limits.rightPassword(throttleKey);
      return { email: invited.email };
    },
  );

  scope.post(
    '/desk/invitation/check',
    {
      bodyLimit: openBodyLimitBytes,
      config: { desk: 'anybody', readsBody: true },
      schema: {
        body: Invitation,
        response: {
          200: Invited,
        },
      },
    },
    async (request) => {
      const { email, name, passwordHash } = await invitedBy(request);
      return { email, name, isFirst: passwordHash === null };
    },
  );

  /** Returns the user whom the link of a request is for. Throws 401 without one, or 429 after too many. */
  async function invitedBy({ ip, body: { token } }: { ip: string; body: { token: string } }) {
    const invited = await database.read.first(foundInvited, {
      hash: secrets.hash(token),
      now: clock().toISOString(),
    });
    if (invited !== undefined) return invited;
    limits.wrongInvitation(addressGroup(ip));
    throw wrongInvitation();
  }
}
