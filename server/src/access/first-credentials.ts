import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import { type Administration, addCaller, addPartner } from './administration.ts';

/** The secrets of a first start: shown once. Those that the settings gave are not repeated. */
export interface FirstCredentials {
  readonly password: string | undefined;
  readonly token: string | undefined;
}

export interface GivenCredentials {
  readonly password: string | undefined;
  readonly token: string | undefined;
}

const anyCaller = statement()((db) => db.selectFrom('callers').select('id').limit(1));

/** One caller (`site`) and one partner (`partner`) for a database that has none. `undefined` when it has some. */
export async function addFirstCredentials(
  tx: Transaction,
  administration: Administration,
  given: GivenCredentials,
): Promise<FirstCredentials | undefined> {
  if ((await tx.first(anyCaller, {})) !== undefined) return undefined;
  const { password } = await addCaller(tx, administration, { name: 'site', password: given.password });
  const { token } = await addPartner(tx, administration, { slug: 'partner', token: given.token });
  return {
    password: given.password === undefined ? password : undefined,
    token: given.token === undefined ? token : undefined,
  };
}
