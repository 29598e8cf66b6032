import { addPassword, findCaller } from '../access/callers.ts';
import { addEndpoint } from '../access/endpoints.ts';
import { hashLoginPassword } from '../access/login-password.ts';
import { findLogin, setLoginPassword } from '../access/logins.ts';
import { addToken } from '../access/partners.ts';
import { addUser } from '../access/users.ts';
import { newSecret } from '../secrets.ts';
import type { Database, OperationContext } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { demoUsers } from './demo-users.ts';

/** The demo's credentials: password of the caller `site`, token of the partner `partner`, endpoint secret and users. */
export interface DemoCredentials {
  readonly password: string;
  readonly token: string;
  readonly endpointId: number;
  readonly webhookSecret: string;
  /** Shared by all {@link demoUsers}. */
  readonly loginPassword: string;
}

const noted = statement()((db) =>
  db.selectFrom('installation').select('value').where('name', '=', 'demo_credentials'),
);
const note = statement<{ value: string }>()((db, p) =>
  db.insertInto('installation').values({ name: 'demo_credentials', value: p.value }),
);

/**
 * Secrets generated at the first start and kept, so that the printed lines keep working. Only a demo stores them in
 * clear: its people are invented, and it serves this machine only. `webhookUrl`: the initial address of its caller's
 * endpoint.
 */
export async function demoCredentials(
  database: Database,
  context: OperationContext,
  webhookUrl: string,
): Promise<DemoCredentials> {
  const before = await database.read.first(noted, {});
  if (before !== undefined) return JSON.parse(context.secrets.decrypt(before.value)) as DemoCredentials;
  const loginPassword = newSecret('demo');
  const passwordHash = await hashLoginPassword(loginPassword);
  return database.transaction(async (tx) => {
    const { id: callerId } = await findCaller(tx, 'site');
    const { password } = await addPassword(tx, context, {
      caller: 'site',
      scope: 'full',
      origins: [],
      receipts: true,
    });
    const { token } = await addToken(tx, context, { partner: 'partner', until: null });
    const endpoint = await addEndpoint(tx, context, { callerId, url: webhookUrl, events: null });
    for (const user of demoUsers) {
      // The first administrator is there, with a password that was never shown.
      const there = await findLogin(tx, user.email);
      if (there === undefined) await addUser(tx, context, { ...user, passwordHash });
      else await setLoginPassword(tx, context, there.id, passwordHash);
    }
    const credentials = {
      password,
      token,
      endpointId: endpoint.id,
      webhookSecret: endpoint.secret,
      loginPassword,
    };
    await tx.run(note, { value: context.secrets.encrypt(JSON.stringify(credentials)) });
    return credentials;
  });
}
