import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { mainErrorStatuses } from '../../src/contract/errors.ts';
import { newPartner, newPassword } from '../fixtures/credentials.ts';
import { execute } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

/** Checks a failure of the orientation exchange: its status and what its sentence says. */
function assertExchangeFailure(answer: LightMyRequestResponse, status: number, says: RegExp): void {
  assert.equal(answer.statusCode, status, answer.body);
  assert.deepEqual(Object.keys(answer.json()), ['error']);
  assert.match(answer.json().error, says);
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

  /** One row for each code: how to provoke it on the main API and on the exchange. */
  const provoke: Record<
    keyof typeof mainErrorStatuses,
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
    // Their own tests, below and elsewhere: the database must break.
    INTERNAL: { says: /./ },
    UNAVAILABLE: { says: /./ },
  };

  for (const [code, { main, exchange, says }] of Object.entries(provoke)) {
    const status = mainErrorStatuses[code as keyof typeof mainErrorStatuses];
    if (main !== undefined) {
      it(`${status} ${code} on the main API`, async () => {
        const answer = await main();
        assertFailure(answer, status, code, says);
        assertHeaders(answer);
      });
    }
    if (exchange !== undefined) {
      it(`${status} ${code} on the orientation exchange`, async () => {
        const answer = await exchange();
        assertExchangeFailure(answer, status, says);
        assertHeaders(answer);
      });
    }
  }

  function assertHeaders({ headers }: LightMyRequestResponse): void {
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
  }

  it('and every success carries the same headers', async () => {
    assertHeaders(await create({}));
    assertHeaders(await service.get(`/fr/jobs?${service.query}`));
    assertHeaders(await orient({}));
    assertHeaders(await service.exchange('/appli/partner/test'));
    assertHeaders(await service.get('/openapi.json'));
    assertHeaders(await service.get('/health/live'));
  });

  it('has a request id of its own, whatever the caller sends', async () => {
    const ids = await Promise.all(
      [1, 2].map(
        async () =>
          (await service.get('/fr/jobs', { 'x-request-id': 'mine', 'request-id': 'mine' })).headers[
            'x-request-id'
          ],
      ),
    );
    assert.notEqual(ids[0], ids[1]);
    assert.ok(!ids.includes('mine'));
  });

  describe('405 and 404', () => {
    const cases: [method: string, path: string, allow: string | undefined][] = [
      ['GET', '/fr/etablissement/3/survey/create', 'POST, OPTIONS'],
      ['HEAD', '/fr/announcement/postuler', 'POST, OPTIONS'],
      ['PUT', '/fr/announcement/postuler', 'POST, OPTIONS'],
      ['PATCH', '/fr/etablissement/3/commercial/create', 'POST, OPTIONS'],
      ['DELETE', '/fr/customId/x', 'GET, HEAD'],
      ['POST', '/fr/customId/x%2Fy', 'GET, HEAD'],
      ['OPTIONS', '/fr/jobs', 'GET, HEAD'],
      ['TRACE', '/fr/jobs/group_a', 'GET, HEAD'],
      ['PROPFIND', '/fr/statscontact/2026', 'GET, HEAD'],
      ['SEARCH', '/fr/jobs', 'GET, HEAD'],
      ['GET', '/appli/partner/test', 'POST'],
      ['POST', '/health/live', 'GET, HEAD'],
      ['POST', '/', 'GET, HEAD'],
      ['PROPFIND', '/', 'GET, HEAD'],
      ['PROPFIND', '/desk/session', 'POST, GET, HEAD, DELETE'],
      ['QUERY', '/desk/users/3', 'PATCH'],
      ['TRACE', '/desk/entries', 'POST, GET, HEAD'],
      ['MKCOL', '/conversions/google-ads.csv', 'GET, HEAD'],
      ['GET', '/fr', undefined],
      ['GET', '/FR/jobs', undefined],
      ['GET', '//fr/jobs', undefined],
      ['GET', '/fr/jobs/group_a/more', undefined],
      ['GET', '/fr/etablissement/3/survey', undefined],
      ['PROPFIND', '/fr/nothing', undefined],
      ['PROPFIND', '/desk/nothing', undefined],
      ['REPORT', '/conversions/nothing', undefined],
      ['POST', '/appli/partner/other', undefined],
      ['GET', '/metrics', undefined],
      ['GET', '/__proto__', undefined],
    ];
    for (const [method, path, allow] of cases) {
      it(`${method} ${path}`, async () => {
        const answer = await service.app.inject({ method: method as 'GET', url: `${path}?${service.query}` });
        assert.equal(answer.statusCode, allow === undefined ? 404 : 405);
        assert.equal(answer.headers.allow, allow);
        if (method === 'HEAD') assert.equal(answer.body, '');
        else if (path.startsWith('/appli')) assert.deepEqual(Object.keys(answer.json()), ['error']);
        else assert.equal(answer.json().error.code, allow === undefined ? 'NOTFOUND' : 'METHOD');
        assertHeaders(answer);
      });
    }
  });

  describe('a path', () => {
    it('may hold 255 characters of four bytes, percent-encoded, and no more', async () => {
      const longest = '😀'.repeat(255);
      await create({ customId: longest });
      const find = (customId: string) =>
        service.get(`/fr/customId/${encodeURIComponent(customId)}?${service.query}`);
      assert.equal((await find(longest)).json().data.customId, longest);
      assertFailure(await find(`${longest}😀`), 400, 'INVALID', /^customId: expected at most 255 characters/);
      assertFailure(
        await find('a'.repeat(256)),
        400,
        'INVALID',
        /^customId: expected at most 255 characters/,
      );
      for (const length of [4_096, 4_097, 15_000]) {
        const answer = await find('a'.repeat(length));
        assertFailure(answer, 400, 'INVALID', /^(customId|path): /);
        assertHeaders(answer);
      }
    });

    it('that is no percent-encoded UTF-8 is 400, in the shape of each API', async () => {
      for (const path of [
        '/%zz',
        '/fr/customId/%',
        '/fr/customId/%c3',
        '/fr/customId/%ff%fe',
        '/fr/jobs/%e0%a4',
      ]) {
        const answer = await service.get(`${path}?${service.query}`);
        assertFailure(answer, 400, 'INVALID', /^path: expected percent-encoded UTF-8$/);
        assertHeaders(answer);
      }
      const exchange = await service.post('/appli/%zz/orientation', {});
      assertExchangeFailure(exchange, 400, /^path: /);
      assertHeaders(exchange);
    });

    it('that misses its value is 400, naming it', async () => {
      assertFailure(
        await service.get(`/fr/customId/?${service.query}`),
        400,
        'INVALID',
        /^customId: expected a value$/,
      );
      assertFailure(
        await service.get(`/fr/jobs/?${service.query}`),
        400,
        'INVALID',
        /^group: expected a value$/,
      );
    });

    it('may hold a NUL or a lone surrogate, and finds nothing', async () => {
      assertFailure(await service.get(`/fr/customId/a%00?${service.query}`), 400, 'INVALID', /^customId: /);
      assertFailure(await service.get(`/fr/jobs/%00?${service.query}`), 404, 'NOTFOUND');
    });

    it('that leads out of the folder of the pages is 404, and no failure of ours', async () => {
      for (const name of ['%00', '..%2findex.html', '..%5cindex.html', '.env', 'a%2fb', ''])
        assertFailure(await service.get(`/assets/${name}`), 404, 'NOTFOUND');
    });
  });
});

onSqlite('a failure of our own', (engine) => {
  it('is 500 with the reference of the log line, and no details', async () => {
    const service = await startService(engine);
    try {
      await execute(service.database, 'drop table contact_counts');
      await execute(service.database, 'alter table orientations rename to gone');
      const answers = [
        await service.get(`/fr/statscontact/2026?${service.query}`),
        await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {
          lastNameClient: 'Canari',
        }),
        await service.exchange('/appli/partner/orientation', { 'Contact / Nom': 'Canari' }),
      ];
      for (const answer of answers) {
        const id = String(answer.headers['x-request-id']);
        const { error } = answer.json();
        const message = typeof error === 'string' ? error : error.message;
        assert.equal(answer.statusCode, 500, answer.body);
        assert.equal(message, `Something went wrong on our side; please quote the reference ${id}`);
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
    } finally {
      await service.close();
    }
  });
});
