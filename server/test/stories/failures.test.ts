import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { HTTPMethods, LightMyRequestResponse } from 'fastify';
import { mainErrorStatuses } from '../../src/contract/errors.ts';
import { newPartner, newPassword } from '../fixtures/credentials.ts';
import { execute } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

/** Checks a failure of the orientation exchange: its status and what its sentence says. */
function assertExchangeFailure(answer: LightMyRequestResponse, status: number, says: RegExp): void {
  assert.equal(answer.statusCode, status, answer.body);
  assert.deepEqual(Object.keys(answer.json()), ['error']);
  assert.match(answer.json().error, says);
  assertHeaders(answer);
}

function assertHeaders({ headers }: LightMyRequestResponse): void {
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
}

onSqlite('every kind of failure', (engine) => {
  let service: TestService;
  let browser: string;
  let otherToken: string;
  before(async () => {
    service = await startService(engine);
    browser = (await newPassword(service, 'browser')).password;
    otherToken = (await newPartner(service, 'other')).token;
  });
  after(() => service.close());

  const create = (body: unknown, headers = {}) =>
    service.post(`/fr/etablissement/3/commercial/create?${service.query}`, body, headers);
  const orient = (body: unknown, headers = {}) =>
    service.exchange('/appli/partner/orientation', body, headers);
  const text = { 'content-type': 'text/plain' };
  const huge = `{"a":"${'a'.repeat(300_000)}"}`;

  // For these the database must break: below and elsewhere.
  type Code = Exclude<keyof typeof mainErrorStatuses, 'INTERNAL' | 'UNAVAILABLE'>;
  /** One row for each code: how to provoke it on the main API and on the exchange. */
  const provoke: Record<
    Code,
    {
      main?: () => Promise<LightMyRequestResponse>;
      exchange?: () => Promise<LightMyRequestResponse>;
      says: RegExp;
    }
  > = {
    INVALID: {
      main: () => create({ emailClient: 'x' }),
      exchange: () => orient({ 'Contact / Email': 'x' }),
      says: /^(emailClient|Contact \/ Email): expected one e-mail address$/,
    },
    UNAUTHORIZED: {
      main: () => service.get('/fr/jobs'),
      exchange: () => service.post('/appli/partner/orientation', {}),
      says: /^(password|Authorization): expected /,
    },
    FORBIDDEN: {
      main: () => service.get(`/fr/jobs?password=${browser}`),
      exchange: () => orient({}, { authorization: `Bearer ${otherToken}` }),
      says: /^(password: a browser password can only|Authorization: this token is for another)/,
    },
    NORESULT: { main: () => service.get(`/fr/customId/none?${service.query}`), says: /^customId: / },
    NOTFOUND: {
      main: () => service.get(`/fr/etablissements/none?${service.query}`),
      exchange: () => service.exchange('/appli/partner/suivi', { NumeroDemandeOrientationCR: 'none' }),
      says: /^(path|NumeroDemandeOrientationCR): no /,
    },
    METHOD: {
      main: () => service.post('/fr/jobs', {}),
      exchange: () => service.get('/appli/partner/orientation'),
      says: /^method: expected (GET or HEAD|POST)$/,
    },
    CONFLICT: {
      main: async () => {
        await create({ lastNameClient: 'A' }, { 'idempotency-key': 'main' });
        return create({ lastNameClient: 'B' }, { 'idempotency-key': 'main' });
      },
      exchange: async () => {
        await orient({ 'Contact / Nom': 'A' }, { 'idempotency-key': 'exchange' });
        return orient({ 'Contact / Nom': 'B' }, { 'idempotency-key': 'exchange' });
      },
      says: /^Idempotency-Key: used before with other content$/,
    },
    TOOLARGE: { main: () => create(huge), exchange: () => orient(huge), says: /^body: / },
    UNSUPPORTED: {
      main: () => create('{}', text),
      exchange: () => orient('{}', text),
      says: /^Content-Type: expected application\/json/,
    },
    RATELIMIT: {
      main: async () => {
        for (let i = 0; i < 20; i++) await service.get('/fr/jobs?password=pw_guess');
        return service.get('/fr/jobs?password=pw_guess');
      },
      exchange: () => orient({}, { authorization: 'Bearer tok_guess' }),
      says: /^Too many wrong passwords or tokens .*: try again in 300 seconds$/,
    },
  };

  for (const [code, { main, exchange, says }] of Object.entries(provoke))
    it(`${code} has its status and shape on each API`, async () => {
      const status = mainErrorStatuses[code as Code];
      if (main !== undefined) {
        const answer = await main();
        assertFailure(answer, status, code, says);
        assertHeaders(answer);
      }
      if (exchange !== undefined) assertExchangeFailure(await exchange(), status, says);
    });

  it('a success carries the headers of a failure', async () => {
    assertHeaders(await create({}));
    assertHeaders(await service.get(`/fr/jobs?${service.query}`));
    assertHeaders(await orient({}));
    assertHeaders(await service.exchange('/appli/partner/test'));
    assertHeaders(await service.get('/openapi.json'));
    assertHeaders(await service.get('/health/live'));
  });

  it('a request has an id of its own, whatever the caller sends', async () => {
    const idOf = async () =>
      (await service.get('/fr/jobs', { 'x-request-id': 'mine', 'request-id': 'mine' })).headers[
        'x-request-id'
      ];
    const ids = [await idOf(), await idOf()];
    assert.notEqual(ids[0], ids[1]);
    assert.ok(!ids.includes('mine'));
  });

  it('an unknown path is 404, another method 405 with « Allow »', async () => {
    const allowed: Readonly<Record<string, readonly string[]>> = {
      'POST, OPTIONS': [
        ...['GET /fr/etablissement/3/survey/create', 'HEAD /fr/announcement/postuler'],
        ...['PUT /fr/announcement/postuler', 'PATCH /fr/etablissement/3/commercial/create'],
      ],
      'GET, HEAD': [
        ...['DELETE /fr/customId/x', 'POST /fr/customId/x%2Fy', 'OPTIONS /fr/jobs', 'TRACE /fr/jobs/group_a'],
        ...['PROPFIND /fr/statscontact/2026', 'SEARCH /fr/jobs', 'POST /health/live', 'POST /', 'PROPFIND /'],
        'MKCOL /conversions/google-ads.csv',
      ],
      POST: ['GET /appli/partner/test'],
      'POST, GET, HEAD, DELETE': ['PROPFIND /desk/session'],
      PATCH: ['QUERY /desk/users/3'],
      'POST, GET, HEAD': ['TRACE /desk/entries'],
      // Nothing is allowed where there is nothing.
      '': [
        ...['GET /fr', 'GET /FR/jobs', 'GET //fr/jobs', 'GET /fr/jobs/group_a/more', 'GET /metrics'],
        ...['GET /fr/etablissement/3/survey', 'PROPFIND /fr/nothing', 'PROPFIND /desk/nothing'],
        ...['REPORT /conversions/nothing', 'POST /appli/partner/other', 'GET /__proto__'],
      ],
    };
    for (const [request, allow] of Object.entries(allowed).flatMap(([allow, all]) =>
      all.map((request) => [request, allow] as const),
    )) {
      const [method, path = ''] = request.split(' ');
      const url = `${path}?${service.query}`;
      const answer = await service.app.inject({ method: method as HTTPMethods, url });
      assert.equal(answer.statusCode, allow === '' ? 404 : 405, request);
      assert.equal(answer.headers.allow ?? '', allow);
      if (method === 'HEAD') assert.equal(answer.body, '');
      else if (path.startsWith('/appli')) assert.deepEqual(Object.keys(answer.json()), ['error']);
      else assert.equal(answer.json().error.code, allow === '' ? 'NOTFOUND' : 'METHOD');
      assertHeaders(answer);
    }
  });

  it('a path with a missing, long or malformed value is 400 in each API’s shape', async () => {
    const wrong: [path: string, says: RegExp][] = [
      ...['/%zz', '/fr/customId/%', '/fr/customId/%c3', '/fr/customId/%ff%fe', '/fr/jobs/%e0%a4'].map(
        (path): [string, RegExp] => [path, /^path: expected percent-encoded UTF-8$/],
      ),
      ['/fr/customId/', /^customId: expected a value$/],
      ['/fr/jobs/', /^group: expected a value$/],
      ['/fr/customId/a%00', /^customId: /],
      ...[256, 4_096, 4_097, 15_000].map((length): [string, RegExp] => [
        `/fr/customId/${'a'.repeat(length)}`,
        /^(customId|path): /,
      ]),
    ];
    for (const [path, says] of wrong) {
      const answer = await service.get(`${path}?${service.query}`);
      assertFailure(answer, 400, 'INVALID', says);
      assertHeaders(answer);
    }
    assertExchangeFailure(await service.post('/appli/%zz/orientation', {}), 400, /^path: /);
    assertFailure(await service.get(`/fr/jobs/%00?${service.query}`), 404, 'NOTFOUND');
  });

  it('a path that leads out of the folder of the pages is 404', async () => {
    for (const name of ['%00', '..%2findex.html', '..%5cindex.html', '.env', 'a%2fb', ''])
      assertFailure(await service.get(`/assets/${name}`), 404, 'NOTFOUND');
  });
});

onSqlite('a failure of our own', (engine) => {
  it('a failure of our own is 500 with the reference of its log line, and no details', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    await execute(service.database, 'drop table contact_counts');
    await execute(service.database, 'alter table orientations rename to gone');
    const lead = { lastNameClient: 'Canari' };
    const answers = [
      await service.get(`/fr/statscontact/2026?${service.query}`),
      await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, lead),
      await service.exchange('/appli/partner/orientation', { 'Contact / Nom': 'Canari' }),
    ];
    for (const answer of answers) {
      const id = String(answer.headers['x-request-id']);
      const { error } = answer.json();
      assert.equal(answer.statusCode, 500, answer.body);
      const sentence = `Something went wrong on our side; please quote the reference ${id}`;
      assert.equal(typeof error === 'string' ? error : error.message, sentence);
      assert.equal(answer.headers['cache-control'], 'no-store');
      const lines = service.log
        .map((line) => JSON.parse(line))
        .filter(({ reqId, level }) => reqId === id && level >= 50);
      assert.equal(lines.length, 1, 'logged once');
      assert.ok(lines[0].err.stack);
    }
    assert.equal(answers[0]?.json().error.code, 'INTERNAL');
    assert.equal(typeof answers[2]?.json().error, 'string');
    assert.equal((await service.get(`/fr/jobs?${service.query}`)).statusCode, 200, 'the rest goes on');
  });
});
