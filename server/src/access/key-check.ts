import type { Secrets } from '../secrets.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';

/** Whether a secret key is the one a database was begun with; `unknown` when the database does not say. */
export type KeyState = 'right' | 'wrong' | 'unknown';

const name = 'key_check';

const insertCheck = statement<{ value: string }>()((db, p) =>
  db.insertInto('installation').values({ name, value: p.value }),
);
const storedCheck = statement()((db) =>
  db.selectFrom('installation').select('value').where('name', '=', name),
);

/** What this key makes of a fixed text: it tells keys apart and says nothing of the key. */
export const checkValueOf = (secrets: Secrets): string => secrets.hash('accueil key check');

/** Notes, in a database that begins, by which key its secrets are kept. */
export async function recordKey(tx: Transaction, secrets: Secrets): Promise<void> {
  await tx.run(insertCheck, { value: checkValueOf(secrets) });
}

/** Compares a key with the one the database was begun with. */
export async function keyState(read: Queries, secrets: Secrets): Promise<KeyState> {
  const stored = await read.first(storedCheck, {});
  if (stored === undefined) return 'unknown';
  return stored.value === checkValueOf(secrets) ? 'right' : 'wrong';
}
