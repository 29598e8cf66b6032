import Type from 'typebox';
import { recordAudit } from '../access/audit.ts';
import { endSessionsOf } from '../access/sessions.ts';
import {
  beginTotp,
  confirmTotp,
  endTotp,
  readTotp,
  recoveryCodes,
  renewRecoveryCodes,
} from '../access/totp.ts';
import { totpUriOf } from '../access/totp-codes.ts';
import { addressGroup } from '../http/address.ts';
import type { App } from '../http/app-type.ts';
import { auditBy, type SessionCookie, signedIn } from '../http/desk-access.ts';
import { Done, deskErrors, done, exactly, orNull } from '../http/desk-answers.ts';
import { refuseFor } from '../http/limiter.ts';
import { Problem } from '../reading/problem.ts';
import type { DeskDeps } from './deps.ts';
import type { ConfirmPassword } from './session-password.ts';
import { slowingDown } from './slowing-down.ts';

export const State = Type.Object({
  since: orNull(Type.String({ description: 'Since when signing in takes a code; null while it does not.' })),
  recoveryCodesLeft: Type.Integer(),
});
export const Begun = Type.Object({
  secret: Type.String({ description: 'For an authenticator app, in base32. Shown this once.' }),
  uri: Type.String({ description: 'The same as an `otpauth://` address, for a QR code. Shown this once.' }),
});
const Password = exactly({
  password: Type.String({ maxLength: 1000, description: 'Your present password.' }),
});
const Code = exactly({
  code: Type.String({ maxLength: 64, description: 'What the app shows: six digits.' }),
});
export const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Each lets in once instead of a code. Shown this once.',
  }),
});

const path = '/desk/session/totp';
const tags = ['Session'];
const config = { desk: 'signed-in' } as const;
const changing = { ...config, readsBody: true } as const;

interface Deps extends DeskDeps {
  readonly sessionCookie: SessionCookie;
  readonly confirm: ConfirmPassword;
}

/** Two-step sign-in: a code of an authenticator app beside the password, for users who want that. */
export function totpRoutes(
  scope: App,
  { database, secrets, clock, monotonicClock, sessionCookie, confirm }: Deps,
): void {
  const administration = () => ({ secrets, now: clock() });
  const patience = slowingDown(monotonicClock);

  scope.get(
    path,
    {
      config,
      schema: {
        tags,
        summary: 'Whether your sign-in takes a code',
        response: { 200: State, ...deskErrors },
      },
    },
    (request) => readTotp(database.read, signedIn(request).id),
  );

  scope.post(
    path,
    {
      config: changing,
      schema: {
        tags,
        summary: 'Begin with an authenticator app',
        description:
          'Nothing takes a code until one of the app has confirmed it. Once more answers another secret.',
        body: Password,
        response: { 200: Begun, ...deskErrors },
      },
    },
    async (request) => {
      const user = signedIn(request);
      const refuseOther = await confirm(request, 'password', request.body.password);
      const secret = await database.transaction(async (tx) => {
        await refuseOther(tx);
        return beginTotp(tx, administration(), user.id);
      });
      return { secret, uri: totpUriOf(secret, user.email) };
    },
  );

  scope.put(
    path,
    {
      config: changing,
      schema: {
        tags,
        summary: 'Confirm it by a first code',
        description: `From now on signing in takes a code. Answers ${recoveryCodes} recovery codes, and ends every other session of yours.`,
        body: Code,
        response: { 200: RecoveryCodes, ...deskErrors },
      },
    },
    async (request) => {
      const user = signedIn(request);
      const place = `${user.email} ${addressGroup(request.ip)}`;
      refuseFor(patience.take(place), 'Too many wrong codes for this user from this address');
      const made = await database.transaction(async (tx) => {
        const confirmed = await confirmTotp(tx, administration(), user.id, request.body.code);
        if (confirmed === undefined) return undefined;
        await endSessionsOf(tx, secrets, user.id, sessionCookie.read(request));
        await recordAudit(tx, {
          ...auditBy(request, clock()),
          action: 'changed',
          subject: 'user',
          subjectId: user.id,
          detail: { changed: ['totp'] },
        });
        return confirmed;
      });
      if (made === undefined) throw new Problem('code', 'expected the one that your app shows now');
      patience.right(place);
      return { recoveryCodes: made };
    },
  );

  scope.post(
    `${path}/recovery-codes`,
    {
      config: changing,
      schema: {
        tags,
        summary: 'Make new recovery codes',
        description: `Answers ${recoveryCodes}; those before are refused from now on. Only while signing in takes a code.`,
        body: Password,
        response: { 200: RecoveryCodes, ...deskErrors },
      },
    },
    async (request) => {
      const user = signedIn(request);
      const refuseOther = await confirm(request, 'password', request.body.password);
      const made = await database.transaction(async (tx) => {
        await refuseOther(tx);
        const renewed = await renewRecoveryCodes(tx, administration(), user.id);
        await recordAudit(tx, {
          ...auditBy(request, clock()),
          action: 'changed',
          subject: 'user',
          subjectId: user.id,
          detail: { changed: ['recoveryCodes'] },
        });
        return renewed;
      });
      return { recoveryCodes: made };
    },
  );

  scope.post(
    `${path}/off`,
    {
      config: changing,
      schema: {
        tags,
        summary: 'Let the password alone sign you in again',
        body: Password,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const user = signedIn(request);
      const refuseOther = await confirm(request, 'password', request.body.password);
      await database.transaction(async (tx) => {
        await refuseOther(tx);
        if (await endTotp(tx, user.id))
          await recordAudit(tx, {
            ...auditBy(request, clock()),
            action: 'changed',
            subject: 'user',
            subjectId: user.id,
            detail: { changed: ['totp'] },
          });
      });
      return done;
    },
  );
}
