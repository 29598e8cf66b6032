import { sql } from 'kysely';
import { RequestError } from '../contract/request-error.ts';
import { newSecret } from '../secrets.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { insert, update } from '../store/rows.ts';
import { query, statement } from '../store/statement.ts';
import type { Scope } from './credentials.ts';
import { addEndpoint } from './endpoints.ts';

const callerByName = statement<{ name: string }>()((db, p) =>
  db.selectFrom('callers').select(['id', 'name']).where('name', '=', p.name),
);
const callerById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('callers').select(['id', 'name']).where('id', '=', p.id),
);
/**
 * Adds a caller with a first password of scope `full` and, with `webhook`, an endpoint. Returns the secrets, which can't be
 * read again. Throws `INVALID` for a name in use.
 */
export async function addCaller(
  tx: Transaction,
  context: OperationContext,
  { name, webhook, password }: { name: string; webhook?: string | undefined; password?: string | undefined },
) {
  if ((await tx.first(callerByName, { name })) !== undefined) {
    throw new RequestError('INVALID', `A caller named ${name} is already there`);
  }
  const id = await insert(tx, 'callers', { name, created_at: context.now.toISOString() });
  const added = await addPassword(tx, context, { caller: id, scope: 'full', origins: [], password });
  const endpoint =
    webhook === undefined
      ? undefined
      : await addEndpoint(tx, context, { callerId: id, url: webhook, events: null });
  const webhookSecret = endpoint?.secret ?? null;
  return { caller: { id, name }, passwordId: added.id, password: added.password, webhookSecret };
}

/** Throws `INVALID` for a name in use, `NOTFOUND` for an unknown caller. */
export async function renameCaller(tx: Transaction, id: number, name: string): Promise<void> {
  await findCaller(tx, id);
  const known = await tx.first(callerByName, { name });
  if (known !== undefined && known.id !== id)
    throw new RequestError('INVALID', `A caller named ${name} is already there`);
  await update(tx, 'callers', id, { name });
}

/**
 * Adds a password for a caller, given by name or id: a new one unless `password` is given. `label`: what it is for.
 * Returns it; it can't be read again. Throws `NOTFOUND` for an unknown caller.
 */
export async function addPassword(
  tx: Transaction,
  { secrets, now }: OperationContext,
  given: {
    readonly caller: string | number;
    readonly scope: Scope;
    readonly origins: readonly string[];
    readonly label?: string | null | undefined;
    readonly receipts?: boolean | undefined;
    readonly password?: string | undefined;
  },
) {
  const { scope, origins, label = null, receipts = false, password = newSecret('pw') } = given;
  const { id: callerId } = await findCaller(tx, given.caller);
  const id = await insert(tx, 'passwords', {
    caller_id: callerId,
    hash: secrets.hash(password),
    scope,
    origins: JSON.stringify(origins),
    label,
    receipts: receipts ? 1 : 0,
    created_at: now.toISOString(),
  });
  return { id, password, scope, origins: [...origins] };
}

/**
 * Says what a password is for, null for nothing, or whether people get a receipt of what comes with it. Throws `NOTFOUND`
 * for an unknown password.
 */
export async function changePassword(
  tx: Transaction,
  id: number,
  { receipts, ...change }: { readonly label?: string | null; readonly receipts?: boolean },
): Promise<void> {
  const values = {
    ...change,
    ...(receipts !== undefined && { receipts: receipts ? (1 as const) : (0 as const) }),
  };
  if ((await update(tx, 'passwords', id, values)) === 0)
    throw new RequestError('NOTFOUND', `There is no password ${id}`);
}

/** Finds a caller by name or id; a name takes precedence. Throws `NOTFOUND` for an unknown caller. */
export async function findCaller(
  read: Queries,
  caller: string | number,
): Promise<{ id: number; name: string }> {
  const named = typeof caller === 'string' ? await read.first(callerByName, { name: caller }) : undefined;
  const found =
    named ??
    (/^\d{1,15}$/.test(`${caller}`) ? await read.first(callerById, { id: Number(caller) }) : undefined);
  if (found === undefined) throw new RequestError('NOTFOUND', `There is no caller ${caller}`);
  return found;
}

/** Throws `NOTFOUND` for a password that is unknown or already revoked. */
export async function revokePassword(tx: Transaction, id: number, now: Date): Promise<void> {
  const revoked = { revoked_at: now.toISOString() };
  const changed = await tx.run(
    query((db) =>
      db.updateTable('passwords').set(revoked).where('id', '=', id).where('revoked_at', 'is', null),
    ),
  );
  if (changed === 0) throw new RequestError('NOTFOUND', `There is no password ${id} in use`);
}

const allCallers = statement()((db) =>
  db
    .selectFrom('callers')
    .select((eb) => [
      'id',
      'name',
      // The first endpoint.
      eb
        .selectFrom('endpoints')
        .select('endpoints.url')
        .whereRef('endpoints.caller_id', '=', 'callers.id')
        .orderBy('endpoints.id')
        .limit(sql.lit(1))
        .as('webhook'),
      sql<number>`(select count(*) from refused_creations r where r.caller_id = callers.id)`.as('refused'),
    ])
    .orderBy('id'),
);
const allPasswords = statement()((db) =>
  db
    .selectFrom('passwords')
    .select([
      'id',
      'caller_id as callerId',
      'scope',
      'origins',
      'created_at as createdAt',
      'revoked_at as revokedAt',
      'label',
      'receipts',
      'last_used_on as lastUsedOn',
    ])
    .orderBy('id'),
);

/** Returns all callers with their passwords, without the hashes. */
export async function listCallers(read: Queries) {
  const passwords = Map.groupBy(await read.all(allPasswords), ({ callerId }) => callerId);
  return (await read.all(allCallers)).map((caller) => ({
    ...caller,
    passwords: (passwords.get(caller.id) ?? []).map(({ callerId: _, ...password }) => ({
      ...password,
      origins: JSON.parse(password.origins) as string[],
      receipts: password.receipts === 1,
    })),
  }));
}
