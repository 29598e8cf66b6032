import { randomBytes } from 'node:crypto';
import { notFound } from '../contract/request-error.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { update } from '../store/rows.ts';
import { query, statement } from '../store/statement.ts';
import { totpStepOf } from './totp-codes.ts';

const recoveryCodeCount = 8;

/** Without letters and digits that look alike: codes are copied from paper. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 16;

/** The columns of a user whose sign-in needs no code. */
export const totpOff = { totp_secret: null, totp_since: null, totp_step: null };

/** Locked: the same code may come twice at once, and must be accepted once. */
export const lockedTotp = statement<{ id: number }>()((db, p, dialect) => {
  const found = db
    .selectFrom('users')
    .select(['totp_secret as secret', 'totp_since as since', 'totp_step as step'])
    .where('id', '=', p.id);
  return dialect.forUpdate(found);
});

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
  const user = await tx.first(lockedTotp, { id: userId });
  if (user === undefined || user.secret === null || user.since === null) return false;
  const step = totpStepOf(secrets.decrypt(user.secret), digitsOf(code), now);
  if (step === undefined) return (await deleteCodes(tx, userId, hashOf(secrets, code))) === 1;
  if (user.step !== null && step <= user.step) return false;
  await update(tx, 'users', userId, { totp_step: step });
  return true;
}

/** Returns the hash of a user's recovery code, however it is typed, without consuming it; undefined for an unknown code. */
export async function findRecoveryCode(
  read: Queries,
  { secrets }: OperationContext,
  userId: number,
  code: string,
): Promise<string | undefined> {
  const hash = hashOf(secrets, code);
  const found = await read.first(
    query((db) =>
      db.selectFrom('recovery_codes').select('hash').where('hash', '=', hash).where('user_id', '=', userId),
    ),
  );
  return found?.hash;
}

/** Switches two-step sign-in off. Returns whether it was on. Throws `NOTFOUND` for an unknown user. */
export async function endTotp(tx: Transaction, userId: number): Promise<boolean> {
  const user = await tx.first(lockedTotp, { id: userId });
  if (user === undefined) throw notFound('user', userId);
  await update(tx, 'users', userId, totpOff);
  await deleteCodes(tx, userId);
  return user.since !== null;
}

/** Replaces a user's recovery codes and returns the new ones, which can't be read again. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { secrets }: OperationContext,
  userId: number,
): Promise<string[]> {
  await deleteCodes(tx, userId);
  const made = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const rows = made.map((code) => ({ hash: hashOf(secrets, code), user_id: userId }));
  await tx.run(query((db) => db.insertInto('recovery_codes').values(rows)));
  return made;
}

/** Deletes a user's recovery codes, or the one with this hash, and returns how many. */
function deleteCodes(tx: Transaction, userId: number, hash?: string): Promise<number> {
  return tx.run(
    query((db) => {
      const all = db.deleteFrom('recovery_codes').where('user_id', '=', userId);
      return hash === undefined ? all : all.where('hash', '=', hash);
    }),
  );
}

/** Apps display `123 456`. */
export function digitsOf(code: string): string {
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
