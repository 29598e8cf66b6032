import Type from 'typebox';
import { recordAudit } from '../../access/audit.ts';
import { findLogin, forgottenMs, invitationMs, lockLogin, makePasswordLink } from '../../access/logins.ts';
import { emailKey } from '../../access/users.ts';
import { addressGroup } from '../../http/address.ts';
import type { App } from '../../http/app-type.ts';
import { done, exactly } from '../../http/desk-answers.ts';
import { openBodyLimitBytes } from '../../http/json-body.ts';
import { limiter, throwIfLimited } from '../../http/limiter.ts';
import { mailPasswordLink, mayMailLink } from '../../mail/password-links.ts';
import { operation } from '../../store/operation.ts';
import type { DeskDeps } from '../deps.ts';
import { changedAccess } from './password.ts';

/** Requests from one group of network addresses. A limit of all together would let a few strangers use it up for everybody. */
const byAddress = { max: 10, windowMs: 15 * 60_000 };

interface ForgottenPassword {
  /** As {@link emailKey} makes it. */
  readonly email: string;
  readonly address: string;
  readonly publicUrl: string;
}

/** Mails a link to choose a password to the user with this address. Does nothing for any other address. */
export const mailForgottenPassword = operation(
  'mailForgottenPassword',
  async (tx, { email, address, publicUrl }: ForgottenPassword, context) => {
    // Locked, so that two requests at once count one after the other.
    const login = await lockLogin(tx, email);
    if (login === undefined || login.isDisabled || !(await mayMailLink(tx, login.id, context.now))) return;
    const isInvited = login.passwordHash === null;
    const link = await makePasswordLink(tx, context, login.id, isInvited ? invitationMs : forgottenMs);
    await mailPasswordLink(tx, context, { id: login.id, name: login.name, isInvited }, link, publicUrl);
    const by = { at: context.now.toISOString(), userId: login.id, author: email, address };
    await recordAudit(tx, { ...by, ...changedAccess(login.id, 'forgottenPassword') });
  },
);

/** `/desk/forgotten-password`: a link by e-mail for users who can't sign in. */
export function forgottenPasswordRoutes(scope: App, deps: DeskDeps): void {
  const { database, clock, publicUrl, mail } = deps;
  const addresses = limiter({ ...byAddress, clock: deps.monotonicClock });
  const running = new Set<Promise<void>>();
  scope.addHook('onClose', async () => {
    await Promise.all(running);
  });
  const config = { desk: 'anybody' } as const;

  scope.get(
    '/desk/forgotten-password',
    {
      config,
    },
    async () => ({ mail: mail !== undefined }),
  );

  scope.post(
    '/desk/forgotten-password',
    {
      bodyLimit: openBodyLimitBytes,
      config: { ...config, readsBody: true },
      schema: {
        body: exactly({ email: Type.String({ maxLength: 255 }) }),
      },
    },
    async (request) => {
      throwIfLimited(addresses.take(addressGroup(request.ip)), 'Too many requests for a new password');
      // After the answer: a write takes time, and that must not tell whether a user exists.
      if (mail !== undefined) later({ email: emailKey(request.body.email), address: request.ip });
      return done;
    },
  );

  /** Writes only for a user who may be sent a link: what strangers ask for costs a read. */
  async function mailLink(asked: { readonly email: string; readonly address: string }): Promise<void> {
    const now = clock();
    const login = await findLogin(database.read, asked.email);
    if (login === undefined || login.isDisabled || !(await mayMailLink(database.read, login.id, now))) return;
    await database.write(mailForgottenPassword, { ...asked, publicUrl: publicUrl() }, now);
  }

  function later(asked: { readonly email: string; readonly address: string }): void {
    const work: Promise<void> = mailLink(asked)
      .catch((error: unknown) =>
        scope.log.error({ err: error }, 'a link to choose a password could not be sent'),
      )
      .finally(() => running.delete(work));
    running.add(work);
  }
}
