import type { Secrets } from '../secrets.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';

/** Whether a secret key is the one the database was created with; `unknown` when the database has no record of it. */
type KeyState = 'right' | 'wrong' | 'unknown';

const name = 'key_check';

const insertCheck = statement<{ value: string }>()((db, p) =>
  db.insertInto('installation').values({ name, value: p.value }),
);
const storedCheck = statement()((db) =>
  db.selectFrom('installation').select('value').where('name', '=', name),
);

/** A keyed hash of a fixed text: tells keys apart without revealing them. */
const checkValueOf = (secrets: Secrets): string => secrets.hash('accueil key check');

/** Records, in a new database, which key protects its secrets. */
export async function recordKey(tx: Transaction, secrets: Secrets): Promise<void> {
  await tx.run(insertCheck, { value: checkValueOf(secrets) });
}

/** Compares a key with the one the database was created with. */
export async function keyState(read: Queries, secrets: Secrets): Promise<KeyState> {
  const stored = await read.first(storedCheck);
  if (stored === undefined) return 'unknown';
  return stored.value === checkValueOf(secrets) ? 'right' : 'wrong';
}
