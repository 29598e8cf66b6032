import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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
    describe(`on ${path}`, () => {
      it('works from its origins alone', async () => {
        for (const origin of [site, otherSite]) {
          const answer = await call('POST', path, { password: bound, origin });
          assert.equal(answer.body, '"ok"');
          assert.equal(allows(answer), origin);
          assert.match(String(answer.headers.vary), /origin/i);
        }
        for (const origin of [
          elsewhere,
          `${site}:8443`,
          site.replace('https', 'http'),
          `${site}.evil.example.org`,
          'null',
          '',
          undefined,
        ]) {
          const answer = await call('POST', path, {
            password: bound,
            ...(origin !== undefined && { origin }),
          });
          assertFailure(answer, 403, 'FORBIDDEN', /^Origin: /);
          // Otherwise the page would see a lost connection and try again.
          assert.equal(allows(answer), origin || undefined, 'the page may read why');
        }
      });

      it('without a list of origins works from any, and from none', async () => {
        for (const origin of [elsewhere, 'null']) {
          const answer = await call('POST', path, { password: free, origin });
          assert.equal(answer.body, '"ok"');
          assert.equal(allows(answer), origin);
        }
        const answer = await call('POST', path, { password: free });
        assert.equal(answer.body, '"ok"');
        assert.equal(allows(answer), undefined);
      });

      it('lets pages ask first, those too that will be refused', async () => {
        const asking: Asked[] = [
          { password: bound, origin: site },
          { password: bound, origin: elsewhere },
          { password: 'pw_none', origin: site },
          { password: '', origin: site },
        ];
        for (const asked of asking) {
          const answer = await call('OPTIONS', path, asked);
          assert.equal(answer.statusCode, 204);
          assert.equal(answer.body, '');
          assert.equal(allows(answer), asked.origin);
          assert.equal(answer.headers['access-control-allow-methods'], 'POST');
          assert.equal(answer.headers['access-control-allow-headers'], 'content-type, idempotency-key');
          assert.match(String(answer.headers['access-control-max-age']), /^\d+$/);
          assert.equal(answer.headers['access-control-allow-credentials'], undefined);
          assert.equal(answer.headers['cache-control'], 'no-store');
        }
      });

      it('lets no page ask for a full password, which has no place there', async () => {
        const { password } = service;
        assert.equal(allows(await call('OPTIONS', path, { password, origin: site })), undefined);
        assert.equal(allows(await call('POST', path, { password, origin: site })), undefined);
      });

      it('lets the page read failures too', async () => {
        const invalid = await call('POST', path, {
          password: bound,
          origin: site,
          body: '{"customId":"\\u0000"}',
        });
        assertFailure(invalid, 400, 'INVALID', /^customId/);
        assert.equal(allows(invalid), site);
        assert.match(String(invalid.headers['access-control-expose-headers']), /retry-after/i);
        const large = await call('POST', path, {
          password: bound,
          origin: site,
          body: ' '.repeat(9_000_000),
        });
        assertFailure(large, 413, 'TOOLARGE');
        assert.equal(allows(large), site);
        const unknown = await call('POST', path, { password: 'pw_none', origin: site });
        assertFailure(unknown, 401, 'UNAUTHORIZED');
        assert.equal(allows(unknown), site);
      });
    });
  }

  it('is for creating: elsewhere no page may read the answer', async () => {
    const answer = await service.get(`/fr/jobs?password=${free}`, { origin: site });
    assertFailure(answer, 403, 'FORBIDDEN', /^password: /);
    assert.equal(allows(answer), undefined);
  });

  it('makes 30 entries a minute and address, then 429 until the minute is over', async () => {
    const [survey = '', commercial = ''] = creating;
    const from = '203.0.113.7';
    const post = (path: string, password = bound, origin = site) =>
      call('POST', path, { password, origin, from });
    for (let i = 0; i < 30; i++)
      assert.equal((await post(i % 2 === 0 ? survey : commercial)).statusCode, 200, String(i));
    service.clock.now = new Date(service.clock.now.getTime() + 20_000);
    const limited = await post(survey);
    assertFailure(limited, 429, 'RATELIMIT', /try again in 40 seconds/);
    assert.equal(limited.headers['retry-after'], '40');
    assert.equal(allows(limited), site, 'and the page may read why');
    assertFailure(await call('POST', survey, { password: bound, origin: elsewhere, from }), 403, 'FORBIDDEN');

    assert.equal((await post(survey, free)).statusCode, 200, 'another password counts for itself');
    assert.equal(
      (await call('POST', survey, { password: bound, origin: site })).statusCode,
      200,
      'another address too',
    );
    const full = { password: service.password, from };
    for (let i = 0; i < 40; i++)
      assert.equal((await call('POST', survey, full)).statusCode, 200, 'a full one has no limit');

    service.clock.now = new Date(service.clock.now.getTime() + 39_999);
    assertFailure(await post(survey), 429, 'RATELIMIT', /1 seconds/);
    service.clock.now = new Date(service.clock.now.getTime() + 1);
    for (let i = 0; i < 30; i++) assert.equal((await post(survey)).statusCode, 200);
    assert.equal((await post(survey)).statusCode, 429);
  });
});

onSqlite('limits that were set', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine, { RATE_LIMIT_BROWSER: '2', RATE_LIMIT_FULL: '3' });
  });
  after(() => service.close());

  it('hold for both kinds of password', async () => {
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
