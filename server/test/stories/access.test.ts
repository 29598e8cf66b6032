import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import type { HTTPMethods, InjectOptions } from 'fastify';
import { newPartner, newPassword } from '../fixtures/credentials.ts';
import { routesOf } from '../fixtures/routes.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

const metricsToken = 'mt_canary-0123456789';
const allowed = 'https://site.example.org';

/** Who asks. */
type Asker =
  | ('nobody' | 'wrong password' | 'full password' | 'password cut short')
  | ('browser password' | 'browser password from another origin' | 'browser password without an origin')
  | ('wrong token' | 'token' | 'token of another partner' | 'metrics token');

/** The status for all others, and for these, when the request itself is valid. */
type Statuses = readonly [others: number, except?: Partial<Record<Asker, number>>];
const browserElsewhere = {
  'browser password from another origin': 403,
  'browser password without an origin': 403,
};
const kinds = {
  creating: [401, { 'full password': 200, 'browser password': 200, ...browserElsewhere }],
  reading: [401, { 'full password': 200, 'browser password': 403, ...browserElsewhere }],
  exchange: [401, { token: 200, 'token of another partner': 403 }],
  metrics: [401, { 'metrics token': 200 }],
  open: [200],
  // 404 for every caller.
  absent: [404],
  preflight: [204],
} as const satisfies Record<string, Statuses>;

const numbered = { NumeroDemandeOrientationCR: '1 / 1_1_1' };
type Row = readonly [kind: keyof typeof kinds, path: string, body?: unknown];

/** Every route. One that is not here fails the test: who may use it must be decided. */
const matrix: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(
    [
      ['/fr/etablissement/:id/survey/create', '/fr/etablissement/3/survey/create'],
      ['/fr/etablissement/:id/commercial/create', '/fr/etablissement/3/commercial/create'],
      ['/fr/announcement/postuler', '/fr/announcement/postuler'],
    ].flatMap(([route, path = '']): [string, Row][] => [
      [`POST ${route}`, ['creating', path, {}]],
      [`OPTIONS ${route}`, ['preflight', path]],
    ]),
  ),
  'GET /fr/customId/:customId': ['reading', '/fr/customId/known'],
  'GET /fr/commercial/checkPhone': ['reading', '/fr/commercial/checkPhone?phone=0199001234'],
  'GET /fr/etablissements/:group': ['reading', '/fr/etablissements/group_a'],
  'GET /fr/etablissement/show/:id': ['reading', '/fr/etablissement/show/3'],
  'GET /fr/jobs': ['reading', '/fr/jobs'],
  'GET /fr/jobs/:group': ['reading', '/fr/jobs/senior'],
  'GET /fr/statscontact/:year': ['reading', '/fr/statscontact/2026'],
  'POST /appli/:partner/orientation': ['exchange', '/appli/partner/orientation', {}],
  'POST /appli/:partner/suivi': ['exchange', '/appli/partner/suivi', numbered],
  'POST /appli/:partner/test': ['exchange', '/appli/partner/test'],
  // They are not exported here.
  'GET /conversions/google-ads.csv': ['absent', '/conversions/google-ads.csv'],
  'GET /metrics': ['metrics', '/metrics'],
  'GET /': ['open', '/'],
  // `/assets/*`, as Fastify prints it.
  'GET /*': ['open', builtScript()],
  'GET /accueil.js': ['open', '/accueil.js'],
  'GET /openapi.json': ['open', '/openapi.json'],
  'GET /docs': ['open', '/docs'],
  'GET /docs/swagger-ui.css': ['open', '/docs/swagger-ui.css'],
  'GET /docs/swagger-ui-bundle.js': ['open', '/docs/swagger-ui-bundle.js'],
  'GET /docs/viewer.css': ['open', '/docs/viewer.css'],
  'GET /docs/viewer.js': ['open', '/docs/viewer.js'],
  'GET /style.css': ['open', '/style.css'],
  'GET /commencer': ['open', '/commencer'],
  'GET /guide': ['open', '/guide'],
  'GET /pictures/:name': ['open', '/pictures/tableau.png'],
  // The link is its own credential: no password opens one that is wrong.
  'GET /o/:token': ['absent', '/o/wrong'],
  'POST /o/:token': ['absent', '/o/wrong'],
  'GET /health/live': ['open', '/health/live'],
  'GET /health/ready': ['open', '/health/ready'],
};

/** The script of the back office, whose name changes with its content. */
function builtScript(): string {
  const page = readFileSync(new URL('../../../backoffice/dist/index.html', import.meta.url), 'utf8');
  return /\/assets\/[^"]+\.js/.exec(page)?.[0] ?? assert.fail('npm run build has not been run');
}

onSqlite('who may use which route', (engine) => {
  let service: TestService;
  let credentials: Record<Asker, { readonly query?: string; readonly headers?: Record<string, string> }>;
  let requests = 0;
  before(async () => {
    service = await startService(engine, { METRICS_TOKEN: metricsToken });
    const browser = await newPassword(service, 'browser', [allowed]);
    const other = await newPartner(service, 'other');
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const query = `password=${browser.password}`;
    credentials = {
      nobody: {},
      'wrong password': { query: 'password=pw_none' },
      'full password': { query: service.query },
      'browser password': { query, headers: { origin: allowed } },
      'browser password from another origin': { query, headers: { origin: 'https://evil.example.org' } },
      'browser password without an origin': { query },
      'password cut short': { query: `password=${service.password.slice(0, -1)}` },
      'wrong token': bearer('tok_none'),
      token: bearer(service.token),
      'token of another partner': bearer(other.token),
      'metrics token': bearer(metricsToken),
    };
    await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { customId: 'known' });
    await service.exchange('/appli/partner/orientation', numbered);
  });
  after(() => service.close());

  it('every route has a row here', async () => {
    // Fastify answers HEAD wherever it answers GET, through the same hooks. The desk has users, and a matrix of its own.
    const routes = (await routesOf(service)).filter((route) => !/^HEAD |^[A-Z]+ \/desk\//.test(route));
    assert.deepEqual(routes, Object.keys(matrix).sort());
  });

  /** Each request from an address of its own, so that no limit is reached. */
  function request(asker: Asker, method: HTTPMethods, [, path, body]: Row): InjectOptions {
    const { query, headers } = credentials[asker];
    requests++;
    return {
      method,
      url: query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
      remoteAddress: `198.51.${requests >> 8}.${requests & 255}`,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    };
  }

  for (const [route, row] of Object.entries(matrix)) {
    const [kind] = row;
    it(`${route}: ${kind}`, async () => {
      const method = route.split(' ', 1)[0] as HTTPMethods;
      const [others, except = {}]: Statuses = kinds[kind];
      for (const asker of Object.keys(credentials) as Asker[]) {
        const answer = await service.app.inject(request(asker, method, row));
        assert.equal(answer.statusCode, except[asker] ?? others, `${asker}: ${answer.body}`);
        if (method !== 'GET') continue;
        const head = await service.app.inject(request(asker, 'HEAD', row));
        assert.equal(head.statusCode, answer.statusCode, `HEAD, ${asker}`);
        assert.equal(head.body, '');
      }
    });
  }

  it('path and method are checked first, then credentials and scope, then type, size and content', async () => {
    const create = '/fr/etablissement/3/commercial/create';
    const { query } = credentials['browser password'];
    const asks = `${create}?${service.query}`;
    const unknown = asks.replace('/3/', '/2/');
    const [text, json] = [{ 'content-type': 'text/plain' }, { 'content-type': 'application/json' }];
    const huge = '{'.repeat(300_000);
    const inOrder: [
      HTTPMethods,
      string,
      headers: Record<string, string>,
      payload: string,
      status: number,
      code: string,
    ][] = [
      ['POST', '/fr/nothing', text, huge, 404, 'NOTFOUND'],
      ['PUT', create, text, huge, 405, 'METHOD'],
      ['PUT', create, json, '{', 405, 'METHOD'],
      ['POST', '/fr/jobs', text, huge, 405, 'METHOD'],
      ['POST', create, text, huge, 401, 'UNAUTHORIZED'],
      ['POST', '/fr/etablissement/abc/survey/create', text, huge, 401, 'UNAUTHORIZED'],
      ['POST', `${create}?${query}`, text, huge, 403, 'FORBIDDEN'],
      ['GET', `/fr/statscontact/none?${query}`, { origin: allowed }, '', 403, 'FORBIDDEN'],
      ['POST', asks, text, huge, 415, 'UNSUPPORTED'],
      ['POST', asks, json, huge, 413, 'TOOLARGE'],
      ['POST', unknown, json, '{', 400, 'INVALID'],
      ['POST', unknown, json, '{"ageClient":-1}', 400, 'INVALID'],
      ['POST', unknown, json, '{}', 404, 'NOTFOUND'],
    ];
    for (const [method, url, headers, payload, status, code] of inOrder)
      assertFailure(await service.app.inject({ method, url, headers, payload }), status, code);
    const nobody = {
      method: 'POST',
      url: '/appli/nobody/orientation',
      headers: text,
      payload: huge,
    } as const;
    assert.equal((await service.app.inject(nobody)).statusCode, 404);
  });
});
