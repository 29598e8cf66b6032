import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import Type from 'typebox';
import { conversionRoutes } from '../conversions/conversion-routes.ts';
import { deskRoutes } from '../desk/routes.ts';
import { serializeAnswers } from './create-server.ts';
import { deskRoute } from './desk-route.ts';
import { serveDesk } from './serve-desk.ts';

const answer = Type.Object({ id: Type.Integer() });
const run = async () => ({ id: 1, secret: 'whsec' });

it('an answer leaves as it is, or as the schema names it where one is near', async () => {
  const app = Fastify();
  serializeAnswers(app);
  const by = { id: 1, email: 'a@example.org', name: 'A', grants: [] };
  app.decorateRequest('deskUser', { getter: () => by });
  serveDesk(app, {}, [
    deskRoute('open', 'GET /desk/open', { right: 'signed-in', run }),
    deskRoute('near', 'GET /desk/near', { right: 'signed-in', answer, run }),
    deskRoute('silent', 'GET /desk/silent', { right: 'signed-in', run: async () => undefined }),
  ]);
  const bodies = ['open', 'near', 'silent'].map(async (name) => (await app.inject(`/desk/${name}`)).body);
  assert.deepEqual(await Promise.all(bodies), ['{"id":1,"secret":"whsec"}', '{"id":1}', '{"done":true}']);
});

it('routes near a secret name what leaves', () => {
  const near =
    /\/(?:callers|endpoints|partners|users|totp|conversions\/password)$|\/(?:passwords|tokens|rotate|invitation)$/;
  const open = [...conversionRoutes, ...deskRoutes].filter(
    ({ path, schema }) => !path.startsWith('DELETE') && near.test(path) && schema.response === undefined,
  );
  assert.deepEqual(
    open.map(({ path }) => path),
    [],
  );
});
