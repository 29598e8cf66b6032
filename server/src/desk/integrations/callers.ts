import { sql } from 'kysely';
import Type from 'typebox';
import { insertEndpoint, insertPassword } from '../../access/new-credentials.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { listEndpoints } from '../../outbox/endpoints.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { insert, update } from '../../store/rows.ts';
import { query, statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { credentialProperties, integrations, Label, revoke } from './credentials.ts';
import { checkedUrl, Endpoint } from './endpoints.ts';

const Scope = Type.Enum(['full', 'browser'], {
  type: 'string',
});
const Origins = Type.Array(Type.String({ maxLength: 500 }), {
  maxItems: 100,
});
const Receipts = Type.Boolean();
const Caller = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  passwords: Type.Array(
    Type.Object({
      id: Type.Integer(),
      scope: Scope,
      origins: Origins,
      createdAt: Type.String(),
      revokedAt: orNull(Type.String()),
      receipts: Receipts,
      ...credentialProperties,
    }),
  ),
  endpoints: Type.Array(Endpoint),
  /** How many different creations were answered 400 in the last 30 days. */
  refused: Type.Integer(),
});
const name = Type.String({ maxLength: 255 });

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
export async function readCallers(read: Queries) {
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

/** Finds a caller by id or name; no name has digits alone. */
export async function findCaller(
  read: Queries,
  caller: string | number,
): Promise<{ id: number; name: string }> {
  const found = await read.first(
    query((db) => {
      const callers = db.selectFrom('callers').select(['id', 'name']);
      return /^\d{1,15}$/.test(`${caller}`)
        ? callers.where('id', '=', Number(caller))
        : callers.where('name', '=', `${caller}`);
    }),
  );
  if (found === undefined) throw notFound('caller', caller);
  return found;
}

const listCallers = deskRoute('listCallers', 'GET /desk/callers', {
  ...integrations,
  answer: Type.Object({ data: Type.Array(Caller) }),
  async run({ database: { background: read } }: DeskDeps) {
    const endpoints = Map.groupBy(await listEndpoints(read), ({ callerId }) => callerId);
    const callers = await readCallers(read);
    return {
      data: callers.map(({ webhook: _, ...one }) => ({ ...one, endpoints: endpoints.get(one.id) ?? [] })),
    };
  },
});

/** Adds a caller with a first password of scope `full` and, with `webhook`, an endpoint. */
export const addCaller = deskWrite('addCaller', 'POST /desk/callers', {
  ...integrations,
  byCommand: true,
  body: exactly({
    name,
    webhook: Type.Optional(orNull(Type.String({ maxLength: 2_000 }))),
  }),
  answer: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    passwordId: Type.Integer(),
    password: Type.String(),
    webhookSecret: orNull(Type.String()),
  }),
  prepare: ({ refusalOfUrl }: DeskDeps, { webhook = null }) => ({
    webhook: webhook === null ? null : checkedUrl('webhook', webhook, refusalOfUrl),
  }),
  async run(tx, { name: typed, webhook }, context) {
    const given = checkedName(typed);
    await refuseKnownName(tx, given);
    const id = await insert(tx, 'callers', { name: given, created_at: context.now.toISOString() });
    const first = await insertPassword(tx, context, { callerId: id, scope: 'full' });
    const endpoint =
      webhook === null ? null : await insertEndpoint(tx, context, { callerId: id, url: webhook });
    const detail = { name: given, webhook: webhook !== null };
    await context.record({ action: 'added', subject: 'caller', subjectId: id, detail });
    const webhookSecret = endpoint?.secret ?? null;
    return { id, name: given, passwordId: first.id, password: first.password, webhookSecret };
  },
});

const patchCaller = deskWrite('patchCaller', 'PATCH /desk/callers/:id', {
  ...integrations,
  body: exactly({ name }),
  answer: Type.Object({ id: Type.Integer(), name: Type.String() }),
  async run(tx, { id, name: typed }, { record }) {
    const given = checkedName(typed);
    await findCaller(tx, id);
    await refuseKnownName(tx, given, id);
    await update(tx, 'callers', id, { name: given });
    const detail = { changed: ['name'], name: given };
    await record({ action: 'changed', subject: 'caller', subjectId: id, detail });
    return { id, name: given };
  },
});

export const addPassword = deskWrite('addPassword', 'POST /desk/callers/:id/passwords', {
  ...integrations,
  byCommand: true,
  body: exactly({
    scope: Scope,
    origins: Type.Optional(Origins),
    label: Type.Optional(Label),
    receipts: Type.Optional(Receipts),
  }),
  answer: Type.Object({
    id: Type.Integer(),
    password: Type.String(),
    scope: Scope,
    origins: Origins,
  }),
  async run(tx, { id: callerId, scope, origins: typed = [], label = null, receipts = false }, context) {
    if (scope === 'full' && typed.length > 0)
      throw new ValidationError('origins', 'expected none with the scope full');
    const origins = [...new Set(typed.map((origin, i) => checkedOrigin(origin, `origins[${i}]`)))];
    await findCaller(tx, callerId);
    const added = await insertPassword(tx, context, { callerId, scope, origins, label, receipts });
    const detail = {
      callerId,
      scope,
      origins,
      ...(label !== null && { label }),
      ...(receipts && { receipts }),
    };
    await context.record({ action: 'added', subject: 'password', subjectId: added.id, detail });
    return { ...added, scope, origins };
  },
});

const patchPassword = deskWrite('patchPassword', 'PATCH /desk/passwords/:id', {
  ...integrations,
  body: exactly({ label: Type.Optional(Label), receipts: Type.Optional(Receipts) }, { minProperties: 1 }),
  async run(tx, { id, by: _by, ...change }, { record }) {
    if ((await update(tx, 'passwords', id, change)) === 0) throw notFound('password', id);
    const detail = { changed: Object.keys(change) };
    await record({ action: 'changed', subject: 'password', subjectId: id, detail });
  },
});

export const endPassword = deskWrite('endPassword', 'DELETE /desk/passwords/:id', {
  ...integrations,
  byCommand: true,
  async run(tx, { id }, { now, record }) {
    await revoke(tx, 'passwords', id, now);
    await record({ action: 'removed', subject: 'password', subjectId: id });
  },
});

export const callerRoutes = [
  listCallers,
  addCaller,
  patchCaller,
  addPassword,
  patchPassword,
  endPassword,
] as const;

async function refuseKnownName(tx: Transaction, given: string, exceptId?: number): Promise<void> {
  const known = await tx.first(
    query((db) => db.selectFrom('callers').select('id').where('name', '=', given)),
  );
  if (known !== undefined && known.id !== exceptId)
    throw new RequestError('INVALID', `A caller named ${given} is already there`);
}

/** Returns a caller's name trimmed and in NFC. One of digits alone could be taken for an id. */
export function checkedName(typed: string): string {
  const given = typed.trim().normalize('NFC');
  if (given === '' || given.length > 255 || /\p{Cc}|^\d+$/u.test(given))
    throw new ValidationError('name', 'expected 1 to 255 characters, not only digits');
  return given;
}

/** Returns an origin as browsers send it: `scheme://host[:port]` in lower case. */
export function checkedOrigin(typed: string, field = 'origin'): string {
  const url = URL.parse(typed);
  if (url === null || !/^https?:\/\/[^/\\?#@\s]+$/i.test(typed))
    throw new ValidationError(
      field,
      'expected scheme://host or scheme://host:port, such as https://example.org',
    );
  return url.origin;
}
