import { type Administration, addPassword, addToken } from '../access/administration.ts';
import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';

/** The demo's own password of the caller `site`, and token of the partner `partner`. */
export interface DemoCredentials {
  readonly password: string;
  readonly token: string;
}

const noted = statement()((db) =>
  db.selectFrom('installation').select('value').where('name', '=', 'demo_credentials'),
);
const note = statement<{ value: string }>()((db, p) =>
  db.insertInto('installation').values({ name: 'demo_credentials', value: p.value }),
);

/**
 * A password and a token made at random at the first start and the same from then on, so that what was printed keeps
 * working. A demo alone keeps them readable: it serves invented people to this machine only.
 */
export async function demoCredentials(
  tx: Transaction,
  administration: Administration,
): Promise<DemoCredentials> {
  const { secrets } = administration;
  const before = await tx.first(noted, {});
  if (before !== undefined) return JSON.parse(secrets.decrypt(before.value)) as DemoCredentials;
  const { password } = await addPassword(tx, administration, { caller: 'site', scope: 'full', origins: [] });
  const { token } = await addToken(tx, administration, { slug: 'partner', until: null });
  const credentials = { password, token };
  await tx.run(note, { value: secrets.encrypt(JSON.stringify(credentials)) });
  return credentials;
}
