import Type from 'typebox';
import {
  addCaller,
  addPassword,
  listCallers,
  renameCaller,
  revokePassword,
} from '../access/administration.ts';
import { recordAudit } from '../access/audit.ts';
import { callerNameOf, originOf } from '../access/identifiers.ts';
import type { App } from '../http/app-type.ts';
import { auditBy } from '../http/desk-access.ts';
import { Done, deskErrors, done, exactly, IdPath, orNull } from '../http/desk-answers.ts';
import { listEndpoints } from '../outbox/endpoints.ts';
import { Problem } from '../reading/problem.ts';
import type { DeskDeps } from './deps.ts';
import { checkedUrl, Endpoint } from './endpoints.ts';

const Scope = Type.Enum(['full', 'browser'], {
  type: 'string',
  description: 'Every route, or the creating ones alone: then it may stand in a page.',
});
const Origins = Type.Array(Type.String({ maxLength: 500 }), {
  maxItems: 100,
  description: 'Where pages may use a browser password: `https://example.org`. Empty for anywhere.',
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
    }),
  ),
  endpoints: Type.Array(Endpoint),
});
const name = Type.String({ maxLength: 255, description: 'What to call it; not only digits.' });
const NewCaller = exactly({
  name,
  webhook: Type.Optional(
    orNull(Type.String({ maxLength: 2_000, description: 'Where events on its entries are sent.' })),
  ),
});
export const AddedCaller = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  passwordId: Type.Integer(),
  password: Type.String({ description: 'Of scope `full`. Shown this once.' }),
  webhookSecret: orNull(Type.String({ description: 'Shown this once.' })),
});
const NewPassword = exactly({ scope: Scope, origins: Type.Optional(Origins) });
export const AddedPassword = Type.Object({
  id: Type.Integer(),
  password: Type.String({ description: 'Shown this once.' }),
  scope: Scope,
  origins: Origins,
});

const tags = ['Integrations'];
const config = { desk: 'integrations' } as const;
const changing = { ...config, readsBody: true } as const;

/** Callers of the main API and their passwords. */
export function callerRoutes(scope: App, { database, secrets, clock, refusalOfUrl }: DeskDeps): void {
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
      const webhook = request.body.webhook ?? undefined;
      const url = webhook === undefined ? undefined : checkedUrl('webhook', webhook, refusalOfUrl);
      const now = clock();
      return database.transaction(async (tx) => {
        const added = await addCaller(tx, { secrets, now }, { name: given, webhook: url });
        const { caller, ...rest } = added;
        await recordAudit(tx, {
          ...auditBy(request, now),
          action: 'added',
          subject: 'caller',
          subjectId: caller.id,
          detail: { name: given, webhook: url !== undefined },
        });
        return { ...caller, ...rest };
      });
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
      const now = clock();
      await database.transaction(async (tx) => {
        await renameCaller(tx, id, given);
        await recordAudit(tx, {
          ...auditBy(request, now),
          action: 'changed',
          subject: 'caller',
          subjectId: id,
          detail: { changed: ['name'], name: given },
        });
      });
      return { id, name: given };
    },
  );

  scope.post(
    '/desk/callers/:id/passwords',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Give a caller another password',
        params: IdPath,
        body: NewPassword,
        response: { 200: AddedPassword, ...deskErrors },
      },
    },
    async (request) => {
      const { id: callerId } = request.params;
      const { scope: kind, origins: typed = [] } = request.body;
      if (kind === 'full' && typed.length > 0)
        throw new Problem('origins', 'expected none with the scope full');
      const origins = [...new Set(typed.map(checkedOrigin))];
      const now = clock();
      return database.transaction(async (tx) => {
        const added = await addPassword(tx, { secrets, now }, { caller: callerId, scope: kind, origins });
        await recordAudit(tx, {
          ...auditBy(request, now),
          action: 'added',
          subject: 'password',
          subjectId: added.id,
          detail: { callerId, scope: kind, origins },
        });
        return { ...added, origins };
      });
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
      const now = clock();
      await database.transaction(async (tx) => {
        await revokePassword(tx, id, now);
        await recordAudit(tx, {
          ...auditBy(request, now),
          action: 'removed',
          subject: 'password',
          subjectId: id,
        });
      });
      return done;
    },
  );
}

function checkedName(typed: string): string {
  const given = callerNameOf(typed);
  if (given === undefined) throw new Problem('name', 'expected 1 to 255 characters, not only digits');
  return given;
}

function checkedOrigin(typed: string, i: number): string {
  const origin = originOf(typed);
  if (origin === undefined)
    throw new Problem(
      `origins[${i}]`,
      'expected scheme://host or scheme://host:port, such as https://example.org',
    );
  return origin;
}
