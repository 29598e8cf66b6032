import { addPassword, findCaller } from '../access/callers.ts';
import { addEndpoint } from '../access/endpoints.ts';
import { hashLoginPassword } from '../access/login-password.ts';
import { findLogin, setLoginPassword } from '../access/logins.ts';
import { addToken } from '../access/partners.ts';
import { addUser } from '../access/users.ts';
import { newSecret } from '../secrets.ts';
import type { Database, OperationContext, Queries, Transaction } from '../store/database.ts';
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
  const before = await notedCredentials(database.read, context);
  if (before !== undefined) return before;
  const loginPassword = newSecret('demo');
  const passwordHash = await hashLoginPassword(loginPassword);
  return database.transaction(async (tx) => {
    const { id: callerId } = await findCaller(tx, 'site');
    const { password } = await addPassword(tx, context, {
      caller: 'site',
      scope: 'full',
      origins: [],
    });
    const { token } = await addToken(tx, context, { partner: 'partner', until: null });
    const endpoint = await addEndpoint(tx, context, { callerId, url: webhookUrl, events: null });
    for (const user of demoUsers) await upsertUser(tx, context, { ...user, passwordHash });
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

async function notedCredentials(
  read: Queries,
  { secrets }: OperationContext,
): Promise<DemoCredentials | undefined> {
  const before = await read.first(noted, {});
  return before === undefined ? undefined : (JSON.parse(secrets.decrypt(before.value)) as DemoCredentials);
}

/** Updates if it exists: the first administrator does, with a password that was never shown. */
async function upsertUser(
  tx: Transaction,
  context: OperationContext,
  user: Parameters<typeof addUser>[2] & { readonly passwordHash: string },
): Promise<void> {
  const there = await findLogin(tx, user.email);
  if (there === undefined) await addUser(tx, context, user);
  else await setLoginPassword(tx, context, there.id, user.passwordHash);
}
