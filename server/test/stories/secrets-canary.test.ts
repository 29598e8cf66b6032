// Secrets that are easy to recognise go through every route and every way to fail. Then nothing that the service has
// said, logged or stored may hold one.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HTTPMethods, InjectOptions, LightMyRequestResponse } from 'fastify';
import { deskPassword, signIn } from '../fixtures/desk.ts';
import { listen, sendRaw } from '../fixtures/raw-http.ts';
import { routesOf } from '../fixtures/routes.ts';
import { execute, rows } from '../fixtures/rows.ts';
import { onSqlite, secretKey, startService, type TestService } from '../fixtures/service.ts';

const metricsToken = 'mt_canary-0123456789';
const wrongPassword = 'pw_canary-wrong-guess';
const wrongToken = 'tok_canary-wrong-guess';
const chosenPassword = 'le canari jaune chante à midi pile';
const ownHeader = 'x-api-key: canary-of-a-receiver';
const wrongLogin = 'canari-typed-in-the-wrong-field';

onSqlite('secrets', (engine) => {
  it('secrets are in no answer, log line, metric or table', async (t) => {
    const service = await startService(engine, { METRICS_TOKEN: metricsToken, LOG_LEVEL: 'trace' });
    t.after(() => service.close());
    const atTheDesk = await workAtTheDesk(service);
    const secrets = [
      service.password,
      service.token,
      metricsToken,
      wrongPassword,
      wrongToken,
      secretKey,
      deskPassword,
      chosenPassword,
      wrongLogin,
      ...atTheDesk.secrets,
    ];

    const said = await sayEverything(service, atTheDesk);
    const statuses = new Set(said.map(({ status }) => status));
    for (const status of [200, 204, 400, 401, 403, 404, 405, 409, 413, 415, 429, 500]) {
      assert.ok(statuses.has(status), `no answer was ${status}`);
    }
    assert.ok(service.log.length > 100);
    const metrics = await service.get('/metrics', { authorization: `Bearer ${metricsToken}` });
    assert.match(metrics.body, /accueil_http_requests_total\{route="\/fr\/jobs"/);
    const stored = await everythingStored(service);
    assert.match(stored, /"scope":"browser"/);

    const everything = [...said.map(({ text }) => text), ...service.log, metrics.body, stored].join('\n');
    for (const secret of secrets.flatMap(waysToWrite)) {
      const at = everything.indexOf(secret);
      assert.equal(at, -1, `${secret} is in ${everything.slice(Math.max(0, at - 200), at + 300)}`);
    }
  });
});

interface Worked {
  /** Which must appear nowhere else. */
  readonly secrets: readonly string[];
  /** How the administrator sends further requests. */
  readonly headers: Readonly<Record<string, string>>;
  readonly browser: string;
  readonly otherToken: string;
}

/** An administrator makes one of every secret that the desk makes, and a user chooses a password. */
async function workAtTheDesk(service: TestService): Promise<Worked> {
  const desk = await signIn(service);
  const made = async (path: string, body?: unknown) => {
    const answer = await desk.post(`/desk/${path}`, body);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const url = 'https://hooks.example.org/desk';
  const caller = await made('callers', { name: 'canary', webhook: url });
  const password = await made(`callers/${caller.id}/passwords`, { scope: 'browser' });
  const endpoint = await made(`callers/${caller.id}/endpoints`, { url: `${url}2`, header: ownHeader });
  const rotated = await made(`endpoints/${endpoint.id}/rotate`);
  const partner = await made('partners', { slug: 'canary' });
  const token = await made(`partners/${partner.id}/tokens`, { until: null });
  const grants = [{ role: 'reader', establishmentId: 3 }];
  const user = await made('users', { email: 'canary@example.org', name: 'X', grants });
  const again = await made(`users/${user.id}/invitation`);
  await made(`endpoints/${endpoint.id}/test`);

  const { origin = '' } = desk.headers;
  const from = async (path: string, body: unknown) => (await service.post(path, body, { origin })).statusCode;
  for (const invitation of [user.invitation.token, again.token, again.token]) {
    await from('/desk/invitation', { token: invitation, password: chosenPassword });
  }
  assert.equal(await from('/desk/session', { email: desk.email, password: wrongPassword }), 401);
  assert.equal(await from('/desk/session', { email: wrongLogin, password: chosenPassword }), 401);
  assert.equal(await from('/desk/session', { email: 'canary@example.org', password: chosenPassword }), 200);
  assert.equal(await from('/desk/session', { email: desk.email, password: [chosenPassword] }), 400);
  return {
    secrets: [
      `${desk.headers.cookie?.split('=')[1]}`,
      caller.password,
      caller.webhookSecret,
      password.password,
      endpoint.secret,
      ownHeader.slice(11),
      rotated.secret,
      partner.token,
      token.token,
      user.invitation.token,
      again.token,
    ],
    headers: desk.headers,
    browser: password.password,
    otherToken: token.token,
  };
}

interface Said {
  readonly status: number;
  /** Headers and body. */
  readonly text: string;
}

async function sayEverything(
  service: TestService,
  { browser, otherToken, headers: desk }: Worked,
): Promise<Said[]> {
  const said: Said[] = [];
  const hear = (answer: LightMyRequestResponse) => {
    said.push({ status: answer.statusCode, text: JSON.stringify(answer.headers) + answer.body });
  };
  const queries = [
    '',
    `password=${service.password}`,
    `password=${browser}`,
    `password=${wrongPassword}`,
    `password=${service.password}&password=${browser}`,
    `password=%zz${service.password}`,
    `x=${service.password}`,
  ];
  const authorizations = [
    undefined,
    ...[service.token, otherToken, wrongToken, metricsToken].map((token) => `Bearer ${token}`),
  ];
  const bodies: Pick<InjectOptions, 'payload' | 'headers'>[] = [
    {},
    { payload: '{}', headers: { 'content-type': 'application/json' } },
    { payload: '{"customId":"\\u0000"}', headers: { 'content-type': 'application/json' } },
    { payload: '{', headers: { 'content-type': 'application/json' } },
    { payload: '{}', headers: { 'content-type': 'text/plain' } },
  ];
  const routes = await routesOf(service);
  const isOfDesk = (route: string) => route.includes(' /desk/');
  const requests = routes
    .filter((route) => !isOfDesk(route))
    .flatMap((route) => {
      const [method, path = ''] = route.split(' ');
      return [
        [method, path.replace(':id', '3').replace(':partner', 'partner').replace(/:\w+/, 'group_a')],
        [method, path.replace(':id', 'x').replace(':partner', 'nobody').replace(/:\w+/, '%00')],
      ];
    });
  const others = ['/%zz', '/nothing', `/${service.password}`, `/fr/jobs/${service.password}`];
  for (const url of [...others, `/fr/customId/${'a'.repeat(5_000)}`])
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) requests.push([method, url]);
  for (const [method = '', url = ''] of requests) {
    for (const [i, query] of queries.entries()) {
      const authorization = authorizations[(i + url.length + method.length) % authorizations.length];
      const body = method === 'POST' || method === 'DELETE' ? bodies[(i + url.length) % bodies.length] : {};
      hear(
        await service.app.inject({
          method: method as HTTPMethods,
          url: query === '' ? url : `${url}?${query}`,
          ...body,
          headers: {
            ...body?.headers,
            ...(authorization !== undefined && { authorization }),
            origin: 'https://site.example.org',
            referer: `https://site.example.org/?password=${service.password}`,
            cookie: `password=${service.password}`,
          },
        }),
      );
    }
  }
  // An answer that goes on for ever, and the end of the session.
  const isEndless = (route: string) => /^\w+ \/desk\/(?:changes|session)$/.test(route);
  const misplaced = {
    kind: service.password,
    scope: service.password,
    slug: service.token,
    password: chosenPassword,
    url: service.token,
    version: service.token,
  };
  for (const route of routes.filter((one) => isOfDesk(one) && !isEndless(one))) {
    const [method = '', path = ''] = route.split(' ');
    // What is needed below is not deleted.
    const id = method === 'DELETE' ? '999999' : '1';
    for (const [i, url] of [path.replace(/:\w+/, id), path.replace(/:\w+/, service.token)].entries()) {
      for (const headers of [desk, { ...desk, cookie: `accueil=${service.token}` }, { origin: 'null' }]) {
        hear(
          await service.app.inject({
            method: method as HTTPMethods,
            url: `${url}?${queries[1 + i]}&kind=commercial`,
            headers: { ...headers, 'content-type': 'application/json' },
            ...(method !== 'GET' && { payload: JSON.stringify(misplaced) }),
          }),
        );
      }
    }
  }
  hear(await service.get('/desk/session', desk));
  const create = `/fr/etablissement/3/commercial/create?${service.query}`;
  hear(await service.post(create, { comment: 'a' }, { 'idempotency-key': 'k' }));
  hear(await service.post(create, { comment: 'b' }, { 'idempotency-key': 'k' }));
  hear(await service.post(create, ' '.repeat(300_000)));
  hear(await service.exchange('/appli/partner/orientation', { NumeroDemandeOrientationCR: '1 / 1_1_1' }));
  hear(await service.exchange('/appli/partner/suivi', { NumeroDemandeOrientationCR: '1 / 1_1_1' }));
  // The database breaks under a request.
  await execute(service.database, 'alter table contact_counts rename to gone');
  await execute(service.database, 'alter table audit rename to lost');
  hear(await service.post('/desk/callers', { name: 'broken', webhook: 'https://hooks.example.org/' }, desk));
  hear(await service.post('/desk/session', { email: 'a@example.org', password: chosenPassword }, desk));
  await execute(service.database, 'alter table lost rename to audit');
  hear(await service.get(`/fr/statscontact/2026?${service.query}`));
  hear(await service.post(create, {}));
  await execute(service.database, 'alter table gone rename to contact_counts');

  const port = await listen(service.app);
  for (const request of [
    `GET /?password=${service.password} HTTP/1.1 x\r\nHost: x\r\n\r\n`,
    `GET /?password=${service.password}&x=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\n\r\n`,
  ]) {
    const { status, whole } = await sendRaw(port, request);
    said.push({ status, text: whole });
  }
  return said;
}

async function everythingStored({ database }: TestService): Promise<string> {
  const tables = await rows<{ name: string }>(
    database,
    "select name from sqlite_master where type = 'table'",
  );
  const contents = await Promise.all(tables.map(({ name }) => rows(database, `select * from "${name}"`)));
  assert.ok(tables.length > 15);
  return JSON.stringify(contents);
}

/** As it is, and as careless code might turn it. */
function waysToWrite(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64').slice(0, -4),
    bytes.toString('hex'),
    [...bytes].join(','),
  ];
}
