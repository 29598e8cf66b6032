import { randomBytes } from 'node:crypto';
import { RequestError } from '../contract/request-error.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { newTotpSecret, totpStepOf } from './totp-codes.ts';

export const recoveryCodeCount = 8;

/** Without letters and digits that look alike: codes are copied from paper. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 16;

const totpById = statement<{ id: number }>()((db, p, dialect) => {
  const found = db
    .selectFrom('users')
    .select(['totp_secret as secret', 'totp_since as since', 'totp_step as step'])
    .where('id', '=', p.id);
  // Locked: the same code may come twice at once, and must be accepted once.
  return dialect.forUpdate(found);
});
const sinceById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('users').select(['totp_since as since']).where('id', '=', p.id),
);
const codesLeft = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', p.userId),
);
/** Null switches it off. */
const setSecret = statement<{ id: number; secret: string | null }>()((db, p) =>
  db
    .updateTable('users')
    .set({ totp_secret: p.secret, totp_since: null, totp_step: null })
    .where('id', '=', p.id),
);
const setSince = statement<{ id: number; since: string; step: number }>()((db, p) =>
  db.updateTable('users').set({ totp_since: p.since, totp_step: p.step }).where('id', '=', p.id),
);
const setStep = statement<{ id: number; step: number }>()((db, p) =>
  db.updateTable('users').set({ totp_step: p.step }).where('id', '=', p.id),
);
const insertCode = statement<{ hash: string; userId: number }>()((db, p) =>
  db.insertInto('recovery_codes').values({ hash: p.hash, user_id: p.userId }),
);
const codeByHash = statement<{ hash: string; userId: number }>()((db, p) =>
  db.selectFrom('recovery_codes').select('hash').where('hash', '=', p.hash).where('user_id', '=', p.userId),
);
const deleteCode = statement<{ hash: string; userId: number }>()((db, p) =>
  db.deleteFrom('recovery_codes').where('hash', '=', p.hash).where('user_id', '=', p.userId),
);
const deleteCodes = statement<{ userId: number }>()((db, p) =>
  db.deleteFrom('recovery_codes').where('user_id', '=', p.userId),
);

/** Returns since when a user's sign-in needs a code, null while it does not, and how many recovery codes are left. */
export async function readTotp(
  read: Queries,
  userId: number,
): Promise<{ since: Instant | null; recoveryCodesLeft: number }> {
  const user = await read.first(sinceById, { id: userId });
  const left = await read.first(codesLeft, { userId });
  return { since: user?.since ?? null, recoveryCodesLeft: Number(left?.n ?? 0) };
}

/**
 * Returns a secret for an authenticator app; it can't be read again. Sign-in needs no code before {@link confirmTotp}.
 * Throws `INVALID` when two-step sign-in is on already.
 */
export async function beginTotp(
  tx: Transaction,
  { secrets }: OperationContext,
  userId: number,
): Promise<string> {
  const user = await tx.first(totpById, { id: userId });
  if (user?.since != null)
    throw new RequestError('INVALID', 'Two-step sign-in is on already: switch it off first');
  const secret = newTotpSecret();
  await tx.run(setSecret, { id: userId, secret: secrets.encrypt(secret) });
  return secret;
}

/**
 * Switches two-step sign-in on, after a first code of the app. Returns recovery codes, which can't be read again; undefined
 * for a wrong code. Throws `INVALID` without a secret, or when it is on already.
 */
export async function confirmTotp(
  tx: Transaction,
  context: OperationContext,
  userId: number,
  code: string,
): Promise<string[] | undefined> {
  const { secrets, now } = context;
  const user = await tx.first(totpById, { id: userId });
  if (user === undefined || user.secret === null || user.since !== null)
    throw new RequestError('INVALID', 'No two-step sign-in was begun: ask for a secret first');
  const step = totpStepOf(secrets.decrypt(user.secret), digitsOf(code), now);
  if (step === undefined) return undefined;
  await tx.run(setSince, { id: userId, since: now.toISOString(), step });
  return replaceRecoveryCodes(tx, context, userId);
}

/**
 * Replaces a user's recovery codes and returns the new ones, which can't be read again. Throws `INVALID` while two-step
 * sign-in is off.
 */
export async function renewRecoveryCodes(
  tx: Transaction,
  context: OperationContext,
  userId: number,
): Promise<string[]> {
  const user = await tx.first(totpById, { id: userId });
  if (user?.since == null) throw new RequestError('INVALID', 'Two-step sign-in is off: switch it on first');
  return replaceRecoveryCodes(tx, context, userId);
}

/**
 * Consumes a code of the app or a recovery code; returns whether it was valid. Each is accepted once, and after a code of
 * the app none of an earlier half minute is.
 */
export async function consumeCode(
  tx: Transaction,
  { secrets, now }: OperationContext,
  userId: number,
  code: string,
): Promise<boolean> {
  const user = await tx.first(totpById, { id: userId });
  if (user === undefined || user.secret === null || user.since === null) return false;
  const step = totpStepOf(secrets.decrypt(user.secret), digitsOf(code), now);
  if (step === undefined) return (await tx.run(deleteCode, { hash: hashOf(secrets, code), userId })) === 1;
  if (user.step !== null && step <= user.step) return false;
  await tx.run(setStep, { id: userId, step });
  return true;
}

/** Returns the hash of a user's recovery code, however it is typed, without consuming it; undefined for an unknown code. */
export async function findRecoveryCode(
  read: Queries,
  { secrets }: OperationContext,
  userId: number,
  code: string,
): Promise<string | undefined> {
  return (await read.first(codeByHash, { hash: hashOf(secrets, code), userId }))?.hash;
}

/** Switches two-step sign-in off. Returns whether it was on. Throws `NOTFOUND` for an unknown user. */
export async function endTotp(tx: Transaction, userId: number): Promise<boolean> {
  const user = await tx.first(totpById, { id: userId });
  if (user === undefined) throw new RequestError('NOTFOUND', `There is no user ${userId}`);
  await tx.run(setSecret, { id: userId, secret: null });
  await tx.run(deleteCodes, { userId });
  return user.since !== null;
}

async function replaceRecoveryCodes(
  tx: Transaction,
  { secrets }: OperationContext,
  userId: number,
): Promise<string[]> {
  await tx.run(deleteCodes, { userId });
  const made = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  for (const one of made) await tx.run(insertCode, { hash: hashOf(secrets, one), userId });
  return made;
}

/** Apps display `123 456`. */
function digitsOf(code: string): string {
  return code.replace(/\s/g, '');
}

/** Returns 79 random bits as `ABCD-EFGH-JKMN-PQRS`; with the login delays, too many to guess. */
function newRecoveryCode(): string {
  let code = '';
  while (code.length < codeLength) {
    for (const byte of randomBytes(codeLength)) {
      // Bytes above the largest multiple would make some letters likelier.
      if (byte < 256 - (256 % alphabet.length) && code.length < codeLength)
        code += alphabet[byte % alphabet.length];
    }
  }
  return code.replace(/.{4}(?=.)/g, '$&-');
}

function hashOf(secrets: OperationContext['secrets'], code: string): string {
  return secrets.hash(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
}
