import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { HTTPMethods, InjectOptions } from 'fastify';
import { addCaller } from '../../src/access/callers.ts';
import { administer, newPartner, newPassword } from '../fixtures/credentials.ts';
import { routesOf } from '../fixtures/routes.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

const metricsToken = 'mt_canary-0123456789';
const allowed = 'https://site.example.org';

/** Who asks. */
const askers = [
  'nobody',
  'wrong password',
  'full password',
  'browser password',
  'browser password from another origin',
  'browser password without an origin',
  'password cut short',
  'wrong token',
  'token',
  'token of another partner',
  'metrics token',
] as const;
type Asker = (typeof askers)[number];

/** The status for each of them, when the request itself is valid. */
const status = (others: number, except: Partial<Record<Asker, number>> = {}) =>
  ({ ...Object.fromEntries(askers.map((asker) => [asker, others])), ...except }) as Record<Asker, number>;
const browserElsewhere = {
  'browser password from another origin': 403,
  'browser password without an origin': 403,
};
const kinds = {
  creating: status(401, { 'full password': 200, 'browser password': 200, ...browserElsewhere }),
  reading: status(401, { 'full password': 200, 'browser password': 403, ...browserElsewhere }),
  exchange: status(401, { token: 200, 'token of another partner': 403 }),
  metrics: status(401, { 'metrics token': 200 }),
  open: status(200),
  // 404 for every caller.
  absent: status(404),
  preflight: status(204),
};

interface Row {
  readonly kind: keyof typeof kinds;
  readonly path: string;
  readonly query?: string;
  readonly body?: unknown;
}

/** Every route. One that is not here fails the test: who may use it must be decided. */
const matrix: Readonly<Record<string, Row>> = {
  'POST /fr/etablissement/:id/survey/create': {
    kind: 'creating',
    path: '/fr/etablissement/3/survey/create',
    body: {},
  },
  'POST /fr/etablissement/:id/commercial/create': {
    kind: 'creating',
    path: '/fr/etablissement/3/commercial/create',
    body: {},
  },
  'POST /fr/announcement/postuler': { kind: 'creating', path: '/fr/announcement/postuler', body: {} },
  'OPTIONS /fr/etablissement/:id/survey/create': {
    kind: 'preflight',
    path: '/fr/etablissement/3/survey/create',
  },
  'OPTIONS /fr/etablissement/:id/commercial/create': {
    kind: 'preflight',
    path: '/fr/etablissement/3/commercial/create',
  },
  'OPTIONS /fr/announcement/postuler': { kind: 'preflight', path: '/fr/announcement/postuler' },
  'GET /fr/customId/:customId': { kind: 'reading', path: '/fr/customId/known' },
  'GET /fr/commercial/checkPhone': {
    kind: 'reading',
    path: '/fr/commercial/checkPhone',
    query: 'phone=0199001234',
  },
  'GET /fr/etablissements/:group': { kind: 'reading', path: '/fr/etablissements/group_a' },
  'GET /fr/etablissement/show/:id': { kind: 'reading', path: '/fr/etablissement/show/3' },
  'GET /fr/jobs': { kind: 'reading', path: '/fr/jobs' },
  'GET /fr/jobs/:group': { kind: 'reading', path: '/fr/jobs/senior' },
  'GET /fr/statscontact/:year': { kind: 'reading', path: '/fr/statscontact/2026' },
  'POST /appli/:partner/orientation': { kind: 'exchange', path: '/appli/partner/orientation', body: {} },
  'POST /appli/:partner/suivi': {
    kind: 'exchange',
    path: '/appli/partner/suivi',
    body: { NumeroDemandeOrientationCR: '1 / 1_1_1' },
  },
  'POST /appli/:partner/test': { kind: 'exchange', path: '/appli/partner/test' },
  ...Object.fromEntries(
    // They are not exported here.
    ['google-ads', 'data-manager', 'adjustments'].map((file) => [
      `GET /conversions/${file}.csv`,
      { kind: 'absent', path: `/conversions/${file}.csv` } as const,
    ]),
  ),
  'GET /metrics': { kind: 'metrics', path: '/metrics' },
  'GET /': { kind: 'open', path: '/' },
  // `/assets/*`, as Fastify prints it.
  'GET /*': { kind: 'open', path: builtScript() },
  'GET /accueil.js': { kind: 'open', path: '/accueil.js' },
  'GET /openapi.json': { kind: 'open', path: '/openapi.json' },
  'GET /docs': { kind: 'open', path: '/docs' },
  'GET /docs/style.css': { kind: 'open', path: '/docs/style.css' },
  'GET /guide': { kind: 'open', path: '/guide' },
  'GET /pictures/:name': { kind: 'open', path: '/pictures/tableau.png' },
  // The link is its own credential: no password opens one that is wrong.
  'GET /o/:token': { kind: 'absent', path: '/o/wrong' },
  'POST /o/:token': { kind: 'absent', path: '/o/wrong' },
  'GET /health/live': { kind: 'open', path: '/health/live' },
  'GET /health/ready': { kind: 'open', path: '/health/ready' },
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
    await service.exchange('/appli/partner/orientation', { NumeroDemandeOrientationCR: '1 / 1_1_1' });
  });
  after(() => service.close());

  it('is decided for each of them', async () => {
    // Fastify answers HEAD wherever it answers GET, through the same hooks. The desk has users, and a matrix of its own.
    const routes = (await routesOf(service)).filter((route) => !/^HEAD |^[A-Z]+ \/desk\//.test(route));
    assert.deepEqual(routes, Object.keys(matrix).sort());
    assert.ok(routes.length > 15);
  });

  /** Each request from an address of its own, so that no limit is reached. */
  function request(asker: Asker, method: HTTPMethods, { path, query, body }: Row): InjectOptions {
    const { query: secret, headers } = credentials[asker];
    const parameters = [query, secret].filter(Boolean).join('&');
    requests++;
    return {
      method,
      url: `${path}${parameters === '' ? '' : `?${parameters}`}`,
      remoteAddress: `198.51.${requests >> 8}.${requests & 255}`,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    };
  }

  for (const [route, row] of Object.entries(matrix)) {
    it(`${route}: ${row.kind}`, async () => {
      const method = route.split(' ', 1)[0] as HTTPMethods;
      for (const asker of askers) {
        const answer = await service.app.inject(request(asker, method, row));
        assert.equal(answer.statusCode, kinds[row.kind][asker], `${asker}: ${answer.body}`);
        if (method !== 'GET') continue;
        const head = await service.app.inject(request(asker, 'HEAD', row));
        assert.equal(head.statusCode, answer.statusCode, `HEAD, ${asker}`);
        assert.equal(head.body, '');
      }
    });
  }

  it('has the error format of each API', async () => {
    for (const row of Object.values(matrix)) {
      if (row.kind !== 'creating' && row.kind !== 'reading') continue;
      const method = row.kind === 'creating' ? 'POST' : 'GET';
      assertFailure(
        await service.app.inject(request('nobody', method, row)),
        401,
        'UNAUTHORIZED',
        /^password: /,
      );
      const forbidden = await service.app.inject(
        request('browser password from another origin', method, row),
      );
      assertFailure(forbidden, 403, 'FORBIDDEN', /^Origin: /);
    }
    for (const path of ['orientation', 'suivi', 'test']) {
      const answer = await service.app.inject({ method: 'POST', url: `/appli/partner/${path}` });
      assert.equal(answer.statusCode, 401);
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
      assert.deepEqual(answer.json(), { error: 'Authorization: expected Bearer and a token' });
    }
  });

  describe('is checked in this order:', () => {
    const create = '/fr/etablissement/3/commercial/create';
    const inject = (method: HTTPMethods, url: string, headers = {}, payload?: string) =>
      service.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    const text = { 'content-type': 'text/plain' };
    const huge = '{'.repeat(300_000);

    it('path and method first', async () => {
      assertFailure(await inject('POST', '/fr/nothing', text, huge), 404, 'NOTFOUND');
      assertFailure(await inject('PUT', create, text, huge), 405, 'METHOD');
      assertFailure(await inject('PUT', create, { 'content-type': 'application/json' }, '{'), 405, 'METHOD');
      assertFailure(await inject('POST', '/fr/jobs', text, huge), 405, 'METHOD');
      const nobody = await inject('POST', '/appli/nobody/orientation', text, huge);
      assert.equal(nobody.statusCode, 404, nobody.body);
    });

    it('then credentials, then their scope', async () => {
      assertFailure(await inject('POST', create, text, huge), 401, 'UNAUTHORIZED');
      assertFailure(
        await inject('POST', '/fr/etablissement/abc/survey/create', text, huge),
        401,
        'UNAUTHORIZED',
      );
      const { query } = credentials['browser password'];
      assertFailure(await inject('POST', `${create}?${query}`, text, huge), 403, 'FORBIDDEN');
      assertFailure(
        await inject('GET', `/fr/statscontact/none?${query}`, { origin: allowed }),
        403,
        'FORBIDDEN',
      );
    });

    it('then the type of the body, its size, its content, and what it names', async () => {
      const json = { 'content-type': 'application/json' };
      assertFailure(await inject('POST', `${create}?${service.query}`, text, huge), 415, 'UNSUPPORTED');
      assertFailure(await inject('POST', `${create}?${service.query}`, json, huge), 413, 'TOOLARGE');
      const unknown = create.replace('3', '2');
      assertFailure(await inject('POST', `${unknown}?${service.query}`, json, '{'), 400, 'INVALID');
      assertFailure(
        await inject('POST', `${unknown}?${service.query}`, json, '{"ageClient":-1}'),
        400,
        'INVALID',
      );
      assertFailure(await inject('POST', `${unknown}?${service.query}`, json, '{}'), 404, 'NOTFOUND');
    });
  });

  it('and lookups find the caller’s own entries alone', async () => {
    const { secrets, clock } = service;
    const other = await administer(service, (tx) =>
      addCaller(tx, { secrets, now: clock.now }, { name: 'agency' }),
    );
    assertFailure(await service.get(`/fr/customId/known?password=${other.password}`), 404, 'NORESULT');
    assert.equal((await service.get(`/fr/customId/known?${service.query}`)).statusCode, 200);
  });
});
