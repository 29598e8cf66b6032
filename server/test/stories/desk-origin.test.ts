// From where a browser may call the desk: from its own pages, at the address that PUBLIC_URL names.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signIn } from '../fixtures/desk.ts';
import { number } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

const address = 'https://accueil.example.org';

onSqlite('the origin of a request to the desk', (engine) => {
  async function withService(env: Record<string, string>, test: (service: TestService) => Promise<void>) {
    const service = await startService(engine, env);
    try {
      await test(service);
    } finally {
      await service.close();
    }
  }
  const signingIn = (service: TestService, headers: Record<string, string>) =>
    service.post('/desk/session', { email: 'nobody@example.org', password: 'x' }, headers);

  it('is PUBLIC_URL where that says https, scheme and all', () =>
    withService({ PUBLIC_URL: address }, async (service) => {
      const ours = [
        { origin: address },
        { origin: address, 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'same-origin' },
      ];
      for (const headers of ours) assert.equal((await signingIn(service, headers)).statusCode, 401);
      const host = 'accueil.example.org';
      const theirs: Record<string, string>[] = [
        { origin: `http://${host}`, host },
        { origin: `http://${host}`, host, 'sec-fetch-site': 'same-origin' },
        { origin: `${address}:8443`, host: `${host}:8443` },
        { origin: 'https://other.example.org', host: 'other.example.org' },
        { origin: 'null', host },
        { origin: address, 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        {},
      ];
      for (const headers of theirs)
        assertFailure(await signingIn(service, headers), 403, 'FORBIDDEN', /^Origin/);
    }));

  it('is never what X-Forwarded-Host says', () =>
    withService({ TRUSTED_PROXIES: '127.0.0.0/8' }, async (service) => {
      const evil = { origin: 'https://evil.example.org', 'x-forwarded-host': 'evil.example.org' };
      const from = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
      assertFailure(await signingIn(service, { ...evil, ...from }), 403, 'FORBIDDEN', /^Origin/);
      assert.equal(
        (await signingIn(service, { origin: 'http://desk.lan', host: 'desk.lan' })).statusCode,
        401,
      );
    }));

  it('is ours for what is read too: a download that another site asks for leaves no trace', () =>
    withService({}, async (service) => {
      await service.post(`/fr/etablissement/5/commercial/create?${service.query}`, {
        lastNameClient: 'Petit',
      });
      const desk = await signIn(service);
      await desk.patch('/desk/conversions', { on: true, consentAssured: true });
      const { origin, ...session } = desk.headers;
      const traces = () => number(service.database, 'select count(*) from audit');
      const before = await traces();
      const paths = [
        '/desk/entries.csv?kind=commercial',
        '/desk/entries/1',
        '/desk/conversions/files/google-ads',
        '/desk/conversions/files/adjustments',
      ];
      const foreign = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example.org' },
        { origin: 'null' },
      ];
      for (const path of paths)
        for (const headers of foreign)
          assertFailure(await service.get(path, { ...session, ...headers }), 403, 'FORBIDDEN', /^Origin/);
      assert.equal(await traces(), before);
      const own = [
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'none' },
        { origin: `${origin}` },
        {},
      ];
      for (const headers of own)
        assert.equal(
          (await service.get('/desk/entries.csv?kind=commercial', { ...session, ...headers })).statusCode,
          200,
        );
      assert.ok((await traces()) > before);
    }));
});
