import { randomBytes } from 'node:crypto';
import { RequestError } from '../contract/request-error.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import type { Administration } from './context.ts';
import { newTotpSecret, totpStepOf } from './totp-codes.ts';

/** How many recovery codes a user gets. */
export const recoveryCodes = 8;

/** Without letters and digits that look alike: they are copied from paper. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const lettersInCode = 16;

const totpById = statement<{ id: number }>()((db, p, dialect) => {
  const found = db
    .selectFrom('users')
    .select(['totp_secret as secret', 'totp_since as since', 'totp_step as step'])
    .where('id', '=', p.id);
  // The same code may come twice at once: it is good once.
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
const setSecret = statement<{ id: number; secret: string }>()((db, p) =>
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
const clearTotp = statement<{ id: number }>()((db, p) =>
  db
    .updateTable('users')
    .set({ totp_secret: null, totp_since: null, totp_step: null })
    .where('id', '=', p.id),
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

/** Since when a user's sign-in takes a code, null while it does not; and how many recovery codes are left. */
export async function readTotp(
  read: Queries,
  userId: number,
): Promise<{ since: Instant | null; recoveryCodesLeft: number }> {
  const user = await read.first(sinceById, { id: userId });
  const left = await read.first(codesLeft, { userId });
  return { since: user?.since ?? null, recoveryCodesLeft: Number(left?.n ?? 0) };
}

/**
 * Begins with an authenticator app: answers the secret that it needs, shown this once. Nothing takes a code until
 * {@link confirmTotp}. Throws `INVALID` when a code is asked for already.
 */
export async function beginTotp(
  tx: Transaction,
  { secrets }: Administration,
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
 * From now on signing in takes a code: the app has shown one. Answers recovery codes, shown this once; undefined for a
 * wrong code. Throws `INVALID` when none was begun, or it is on already.
 */
export async function confirmTotp(
  tx: Transaction,
  administration: Administration,
  userId: number,
  code: string,
): Promise<string[] | undefined> {
  const { secrets, now } = administration;
  const user = await tx.first(totpById, { id: userId });
  if (user === undefined || user.secret === null || user.since !== null)
    throw new RequestError('INVALID', 'No two-step sign-in was begun: ask for a secret first');
  const step = totpStepOf(secrets.decrypt(user.secret), digitsOf(code), now);
  if (step === undefined) return undefined;
  await tx.run(setSince, { id: userId, since: now.toISOString(), step });
  return replaceRecoveryCodes(tx, administration, userId);
}

/**
 * Other recovery codes, shown this once: those before are good for nothing any more. Throws
 * `INVALID` for a user whose sign-in takes no code.
 */
export async function renewRecoveryCodes(
  tx: Transaction,
  administration: Administration,
  userId: number,
): Promise<string[]> {
  const user = await tx.first(totpById, { id: userId });
  if (user?.since == null) throw new RequestError('INVALID', 'Two-step sign-in is off: switch it on first');
  return replaceRecoveryCodes(tx, administration, userId);
}

/**
 * Whether a code is one that lets this user in: of the app, or a recovery code. Uses it up: each is good once, and no
 * code of an earlier half minute is good after one of a later.
 */
export async function takeCode(
  tx: Transaction,
  { secrets, now }: Administration,
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

/** What a recovery code of this user is kept as, however it is typed; undefined when it is none. It stays good. */
export async function findRecoveryCode(
  read: Queries,
  { secrets }: Administration,
  userId: number,
  code: string,
): Promise<string | undefined> {
  return (await read.first(codeByHash, { hash: hashOf(secrets, code), userId }))?.hash;
}

/** The password alone lets a user in again. Answers whether a code was asked for. Throws `NOTFOUND` for no user. */
export async function endTotp(tx: Transaction, userId: number): Promise<boolean> {
  const user = await tx.first(totpById, { id: userId });
  if (user === undefined) throw new RequestError('NOTFOUND', `There is no user ${userId}`);
  await tx.run(clearTotp, { id: userId });
  await tx.run(deleteCodes, { userId });
  return user.since !== null;
}

async function replaceRecoveryCodes(
  tx: Transaction,
  { secrets }: Administration,
  userId: number,
): Promise<string[]> {
  await tx.run(deleteCodes, { userId });
  const made = Array.from({ length: recoveryCodes }, newRecoveryCode);
  for (const one of made) await tx.run(insertCode, { hash: hashOf(secrets, one), userId });
  return made;
}

/** Apps show `123 456`. */
function digitsOf(code: string): string {
  return code.replace(/\s/g, '');
}

/** 79 random bits, which nobody guesses before the delays grow: `ABCD-EFGH-JKMN-PQRS`. */
function newRecoveryCode(): string {
  let code = '';
  while (code.length < lettersInCode) {
    for (const byte of randomBytes(lettersInCode)) {
      // What is left of 256 would make some letters likelier.
      if (byte < 256 - (256 % letters.length) && code.length < lettersInCode)
        code += letters[byte % letters.length];
    }
  }
  return code.replace(/.{4}(?=.)/g, '$&-');
}

function hashOf(secrets: Administration['secrets'], code: string): string {
  return secrets.hash(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
}
