import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { newPassword } from '../fixtures/credentials.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

const site = 'https://site.example.org';
const otherSite = 'http://localhost:5173';
const elsewhere = 'https://evil.example.org';

const creating = [
  '/fr/etablissement/3/survey/create',
  '/fr/etablissement/3/commercial/create',
  '/fr/announcement/postuler',
];

onSqlite('a browser password', (engine) => {
  let service: TestService;
  let bound: string;
  let free: string;
  let address = 0;
  before(async () => {
    service = await startService(engine);
    bound = (await newPassword(service, 'browser', [site, otherSite])).password;
    free = (await newPassword(service, 'browser')).password;
  });
  after(() => service.close());

  interface Asked {
    readonly password: string;
    readonly origin?: string;
    readonly body?: string;
    readonly from?: string;
  }
  /** Every call from an address of its own, unless it says from where. */
  function call(method: 'POST' | 'OPTIONS', path: string, { password, origin, body = '{}', from }: Asked) {
    return service.app.inject({
      method,
      url: `${path}?password=${password}`,
      remoteAddress: from ?? `198.51.100.${++address}`,
      headers: {
        ...(origin !== undefined && { origin }),
        ...(method === 'POST'
          ? { 'content-type': 'application/json' }
          : {
              'access-control-request-method': 'POST',
              'access-control-request-headers': 'content-type, idempotency-key',
            }),
      },
      ...(method === 'POST' && { payload: body }),
    });
  }
  const allows = (answer: LightMyRequestResponse) => answer.headers['access-control-allow-origin'];

  for (const path of creating) {
    it(`a browser password works from its origins alone: ${path}`, async () => {
      for (const origin of [site, otherSite]) {
        const answer = await call('POST', path, { password: bound, origin });
        assert.equal(answer.body, '"ok"');
        assert.equal(allows(answer), origin);
        assert.match(String(answer.headers.vary), /origin/i);
      }
      const others = [`${site}:8443`, site.replace('https', 'http'), `${site}.evil.example.org`, 'null', ''];
      for (const origin of [elsewhere, ...others, undefined]) {
        const answer = await call('POST', path, { password: bound, ...(origin !== undefined && { origin }) });
        assertFailure(answer, 403, 'FORBIDDEN', /^Origin: /);
        // Otherwise the page would see a lost connection and try again.
        assert.equal(allows(answer), origin || undefined, 'the page may read why');
      }
      // Without a list of origins it works from any, and from none.
      for (const asked of [{ origin: elsewhere }, { origin: 'null' }, {}]) {
        const answer = await call('POST', path, { password: free, ...asked });
        assert.equal(answer.body, '"ok"');
        assert.equal(allows(answer), asked.origin);
      }
    });

    it(`a page may ask first, also when it will be refused: ${path}`, async () => {
      for (const asked of [
        { password: bound, origin: site },
        { password: bound, origin: elsewhere },
        { password: 'pw_none', origin: site },
        { password: '', origin: site },
      ]) {
        const answer = await call('OPTIONS', path, asked);
        assert.deepEqual([answer.statusCode, answer.body], [204, '']);
        assert.equal(allows(answer), asked.origin);
        assert.equal(answer.headers['access-control-allow-methods'], 'POST');
        assert.equal(answer.headers['access-control-allow-headers'], 'content-type, idempotency-key');
        assert.match(String(answer.headers['access-control-max-age']), /^\d+$/);
        assert.equal(answer.headers['access-control-allow-credentials'], undefined);
        assert.equal(answer.headers['cache-control'], 'no-store');
      }
      // A full password has no place in a page.
      for (const method of ['OPTIONS', 'POST'] as const)
        assert.equal(
          allows(await call(method, path, { password: service.password, origin: site })),
          undefined,
        );
    });

    it(`a page may read its failures too: ${path}`, async () => {
      const fails = async (more: Partial<Asked>, status: number, code: string, names?: RegExp) => {
        const answer = await call('POST', path, { password: bound, origin: site, ...more });
        assertFailure(answer, status, code, names);
        assert.equal(allows(answer), site);
        return answer;
      };
      const invalid = await fails({ body: '{"customId":"\\u0000"}' }, 400, 'INVALID', /^customId/);
      assert.match(String(invalid.headers['access-control-expose-headers']), /retry-after/i);
      await fails({ body: ' '.repeat(9_000_000) }, 413, 'TOOLARGE');
      await fails({ password: 'pw_none' }, 401, 'UNAUTHORIZED');
    });
  }

  it('no page may read with a browser password', async () => {
    const answer = await service.get(`/fr/jobs?password=${free}`, { origin: site });
    assertFailure(answer, 403, 'FORBIDDEN', /^password: /);
    assert.equal(allows(answer), undefined);
  });

  it('a browser password makes 30 entries a minute and address, then 429', async () => {
    const [survey = '', commercial = ''] = creating;
    const from = '203.0.113.7';
    const later = (ms: number) => {
      service.clock.now = new Date(service.clock.now.getTime() + ms);
    };
    const post = (path: string, password = bound, origin = site) =>
      call('POST', path, { password, origin, from });
    for (let i = 0; i < 30; i++)
      assert.equal((await post(i % 2 === 0 ? survey : commercial)).statusCode, 200, String(i));
    later(20_000);
    const limited = await post(survey);
    assertFailure(limited, 429, 'RATELIMIT', /try again in 40 seconds/);
    assert.equal(limited.headers['retry-after'], '40');
    assert.equal(allows(limited), site, 'and the page may read why');
    assertFailure(await post(survey, bound, elsewhere), 403, 'FORBIDDEN');

    assert.equal((await post(survey, free)).statusCode, 200, 'another password counts for itself');
    const elsewhereFrom = await call('POST', survey, { password: bound, origin: site });
    assert.equal(elsewhereFrom.statusCode, 200, 'another address too');
    const full = { password: service.password, from };
    for (let i = 0; i < 40; i++)
      assert.equal((await call('POST', survey, full)).statusCode, 200, 'a full one has no limit');

    later(39_999);
    assertFailure(await post(survey), 429, 'RATELIMIT', /1 seconds/);
    later(1);
    for (let i = 0; i < 30; i++) assert.equal((await post(survey)).statusCode, 200);
    assert.equal((await post(survey)).statusCode, 429);
  });
});

onSqlite('limits of the settings', (engine) => {
  it('limits of the settings hold for both kinds of password', async (t) => {
    const service = await startService(engine, { RATE_LIMIT_BROWSER: '2', RATE_LIMIT_FULL: '3' });
    t.after(() => service.close());
    const { password } = await newPassword(service, 'browser');
    for (const [used, most] of [
      [password, 2],
      [service.password, 3],
    ] as const) {
      const post = () => service.post(`/fr/etablissement/3/survey/create?password=${used}`, {});
      for (let i = 0; i < most; i++) assert.equal((await post()).statusCode, 200);
      assertFailure(await post(), 429, 'RATELIMIT');
    }
    assert.equal((await service.get(`/fr/jobs?${service.query}`)).statusCode, 200, 'for creations alone');
  });
});
