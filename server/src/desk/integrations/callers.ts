import Type from 'typebox';
import { changePassword, listCallers, renameCaller } from '../../access/callers.ts';
import { normalizeCallerName, normalizeOrigin } from '../../access/identifiers.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite, writing } from '../../http/desk-route.ts';
import { listEndpoints } from '../../outbox/endpoints.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { credentialProperties, integrations, Label } from './credentials.ts';
import { checkedUrl, Endpoint } from './endpoints.ts';
import { registerCaller, registerPassword, removePassword } from './operations.ts';

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

const listAll = deskRoute('listCallers', 'GET /desk/callers', {
  ...integrations,
  answer: Type.Object({ data: Type.Array(Caller) }),
  async run({ database }: DeskDeps) {
    const endpoints = Map.groupBy(await listEndpoints(database.background), ({ callerId }) => callerId);
    const callers = await listCallers(database.background);
    return {
      data: callers.map(({ webhook: _, ...one }) => ({ ...one, endpoints: endpoints.get(one.id) ?? [] })),
    };
  },
});

const addCaller = deskRoute('addCaller', 'POST /desk/callers', {
  ...integrations,
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
  operation: registerCaller,
  async run({ database, clock, refusalOfUrl }: DeskDeps, { by, ...given }) {
    const input = { by, name: checkedName(given.name) };
    const typed = given.webhook ?? undefined;
    const webhook = typed === undefined ? undefined : checkedUrl('webhook', typed, refusalOfUrl);
    return database.write(registerCaller, { ...input, webhook }, clock());
  },
});

const patchCaller = deskWrite('patchCaller', 'PATCH /desk/callers/:id', {
  ...integrations,
  body: exactly({ name }),
  answer: Type.Object({ id: Type.Integer(), name: Type.String() }),
  async run(tx, { id, name: typed }, { record }) {
    const given = checkedName(typed);
    await renameCaller(tx, id, given);
    const detail = { changed: ['name'], name: given };
    await record({ action: 'changed', subject: 'caller', subjectId: id, detail });
    return { id, name: given };
  },
});

const addPassword = deskRoute('addPassword', 'POST /desk/callers/:id/passwords', {
  ...integrations,
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
  operation: registerPassword,
  async run(
    { database, clock }: DeskDeps,
    { by, id: callerId, scope, origins: typed = [], label = null, receipts = false },
  ) {
    if (scope === 'full' && typed.length > 0)
      throw new ValidationError('origins', 'expected none with the scope full');
    const origins = [...new Set(typed.map(checkedOrigin))];
    return database.write(registerPassword, { by, callerId, scope, origins, label, receipts }, clock());
  },
});

const patchPassword = deskWrite('patchPassword', 'PATCH /desk/passwords/:id', {
  ...integrations,
  body: exactly({ label: Type.Optional(Label), receipts: Type.Optional(Receipts) }, { minProperties: 1 }),
  async run(tx, { id, by: _by, ...change }, { record }) {
    await changePassword(tx, id, change);
    const detail = { changed: Object.keys(change) };
    await record({ action: 'changed', subject: 'password', subjectId: id, detail });
  },
});

const endPassword = deskRoute('endPassword', 'DELETE /desk/passwords/:id', {
  ...integrations,
  ...writing(removePassword),
});

export const callerRoutes = [
  listAll,
  addCaller,
  patchCaller,
  addPassword,
  patchPassword,
  endPassword,
] as const;

function checkedName(typed: string): string {
  const given = normalizeCallerName(typed);
  if (given === undefined) throw new ValidationError('name', 'expected 1 to 255 characters, not only digits');
  return given;
}

function checkedOrigin(typed: string, i: number): string {
  const origin = normalizeOrigin(typed);
  if (origin === undefined)
    throw new ValidationError(
      `origins[${i}]`,
      'expected scheme://host or scheme://host:port, such as https://example.org',
    );
  return origin;
}
