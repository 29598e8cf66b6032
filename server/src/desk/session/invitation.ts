import Type from 'typebox';
import { hashLoginPassword } from '../../access/login-password.ts';
import { findInvited } from '../../access/password-links.ts';
import { addressGroup } from '../../http/address.ts';
import type { App } from '../../http/app-type.ts';
import { exactly } from '../../http/desk-answers.ts';
import { openBodyLimitBytes } from '../../http/json-body.ts';
import type { DeskDeps } from '../deps.ts';
import { acceptInvitation, wrongInvitation } from './operations.ts';
import { NewPassword, rejectWeakPassword } from './password.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const Token = Type.String({ maxLength: 255 });

export const Invitation = exactly({ token: Token });
export const Invited = Type.Object({
  email: Type.String(),
  name: Type.String(),
  isFirst: Type.Boolean(),
});
export const Chosen = exactly({ token: Token, password: NewPassword });

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

  /** Returns the user whom the link of a request is for. Throws {@link wrongInvitation}, or 429 after too many. */
  async function invitedBy({ ip, body: { token } }: { ip: string; body: { token: string } }) {
    const invited = await findInvited(database.read, { secrets, now: clock() }, token);
    if (invited !== undefined) return invited;
    limits.wrongInvitation(addressGroup(ip));
    throw wrongInvitation();
  }
}
