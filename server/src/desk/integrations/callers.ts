import Type from 'typebox';
import { labelPassword, listCallers, renameCaller } from '../../access/callers.ts';
import { normalizeCallerName, normalizeOrigin } from '../../access/identifiers.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf } from '../../http/desk-access.ts';
import { Done, deskErrors, done, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { listEndpoints } from '../../outbox/endpoints.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { credentialProperties, Label } from './credentials.ts';
import { checkedUrl, Endpoint } from './endpoints.ts';
import { registerCaller, registerPassword, removePassword } from './operations.ts';

const Scope = Type.Enum(['full', 'browser'], {
  type: 'string',
  description:
    '`full`: every route. `browser`: only the routes that create entries, so that it may be part of a web page.',
});
const Origins = Type.Array(Type.String({ maxLength: 500 }), {
  maxItems: 100,
  description: 'Origins of the pages that may use a browser password: `https://example.org`. Empty for any.',
});
export const Caller = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  passwords: Type.Array(
    Type.Object({
      id: Type.Integer(),
      scope: Scope,
      origins: Origins,
      createdAt: Type.String(),
      revokedAt: orNull(Type.String()),
      ...credentialProperties,
    }),
  ),
  endpoints: Type.Array(Endpoint),
});
const name = Type.String({ maxLength: 255, description: 'Its name; not only digits.' });
const NewCaller = exactly({
  name,
  webhook: Type.Optional(
    orNull(
      Type.String({ maxLength: 2_000, description: 'The URL that events about its entries are sent to.' }),
    ),
  ),
});
export const AddedCaller = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  passwordId: Type.Integer(),
  password: Type.String({ description: 'Of scope `full`. Shown this once.' }),
  webhookSecret: orNull(Type.String({ description: 'Shown this once.' })),
});
const NewPassword = exactly({
  scope: Scope,
  origins: Type.Optional(Origins),
  label: Type.Optional(Label),
});
export const AddedPassword = Type.Object({
  id: Type.Integer(),
  password: Type.String({ description: 'Shown this once.' }),
  scope: Scope,
  origins: Origins,
});

const tags = ['Integrations'];
const config = { desk: 'integrations' } as const;
const changing = { ...config, readsBody: true } as const;

export function callerRoutes(scope: App, { database, clock, refusalOfUrl }: DeskDeps): void {
  scope.get(
    '/desk/callers',
    {
      config,
      schema: {
        tags,
        summary: 'List callers, with their passwords and endpoints',
        description: 'No password is readable: only a hash is kept.',
        response: { 200: Type.Object({ data: Type.Array(Caller) }), ...deskErrors },
      },
    },
    async () => {
      const endpoints = Map.groupBy(await listEndpoints(database.background), ({ callerId }) => callerId);
      const callers = await listCallers(database.background);
      return { data: callers.map((one) => ({ ...one, endpoints: endpoints.get(one.id) ?? [] })) };
    },
  );

  scope.post(
    '/desk/callers',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a caller, with a first password and, if it wants webhooks, an endpoint',
        body: NewCaller,
        response: { 200: AddedCaller, ...deskErrors },
      },
    },
    async (request) => {
      const given = checkedName(request.body.name);
      const typed = request.body.webhook ?? undefined;
      const webhook = typed === undefined ? undefined : checkedUrl('webhook', typed, refusalOfUrl);
      return database.write(registerCaller, { by: actorOf(request), name: given, webhook }, clock());
    },
  );

  scope.patch(
    '/desk/callers/:id',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Rename a caller',
        params: IdPath,
        body: exactly({ name }),
        response: { 200: Type.Object({ id: Type.Integer(), name: Type.String() }), ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const given = checkedName(request.body.name);
      await database.write(renameCaller, { by: actorOf(request), id, name: given }, clock());
      return { id, name: given };
    },
  );

  scope.post(
    '/desk/callers/:id/passwords',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a password for a caller',
        params: IdPath,
        body: NewPassword,
        response: { 200: AddedPassword, ...deskErrors },
      },
    },
    async (request) => {
      const { id: callerId } = request.params;
      const { scope: kind, origins: typed = [], label = null } = request.body;
      if (kind === 'full' && typed.length > 0)
        throw new ValidationError('origins', 'expected none with the scope full');
      const origins = [...new Set(typed.map(checkedOrigin))];
      const input = { by: actorOf(request), callerId, scope: kind, origins, label };
      return database.write(registerPassword, input, clock());
    },
  );

  scope.patch(
    '/desk/passwords/:id',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Say what a password is for',
        params: IdPath,
        body: exactly({ label: Label }),
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const input = { by: actorOf(request), id: request.params.id, label: request.body.label };
      await database.write(labelPassword, input, clock());
      return done;
    },
  );

  scope.delete(
    '/desk/passwords/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Revoke a password',
        description: 'It is refused from the next request on.',
        params: IdPath,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      await database.write(removePassword, { by: actorOf(request), id }, clock());
      return done;
    },
  );
}

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
