// From where a browser may call the desk: from its own pages, at the address that PUBLIC_URL names.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { signIn } from '../fixtures/desk.ts';
import { number } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

const address = 'https://accueil.example.org';

onSqlite('the origin of a request to the desk', (engine) => {
  async function start(t: TestContext, env: Record<string, string> = {}): Promise<TestService> {
    const service = await startService(engine, env);
    t.after(() => service.close());
    return service;
  }
  const signingIn = async (service: TestService, headers: Record<string, string>) =>
    service.post('/desk/session', { email: 'nobody@example.org', password: 'x' }, headers);

  it('the desk’s origin is PUBLIC_URL where that says https, scheme and all', async (t) => {
    const service = await start(t, { PUBLIC_URL: address });
    const same = { 'sec-fetch-site': 'same-origin' };
    for (const headers of [{ origin: address }, { origin: address, ...same }, same])
      assertFailure(await signingIn(service, headers), 401, 'UNAUTHORIZED');
    const host = 'accueil.example.org';
    const theirs: Record<string, string>[] = [
      { origin: `http://${host}`, host },
      { origin: `http://${host}`, host, ...same },
      { origin: `${address}:8443`, host: `${host}:8443` },
      { origin: 'https://other.example.org', host: 'other.example.org' },
      { origin: 'null', host },
      { origin: address, 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      {},
    ];
    for (const headers of theirs)
      assertFailure(await signingIn(service, headers), 403, 'FORBIDDEN', /^Origin/);
  });

  it('the desk’s origin is never what X-Forwarded-Host says', async (t) => {
    const service = await start(t, { TRUSTED_PROXIES: '127.0.0.0/8' });
    const evil = { origin: 'https://evil.example.org', 'x-forwarded-host': 'evil.example.org' };
    const from = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
    assertFailure(await signingIn(service, { ...evil, ...from }), 403, 'FORBIDDEN', /^Origin/);
    const own = { origin: 'http://desk.lan', host: 'desk.lan' };
    assertFailure(await signingIn(service, own), 401, 'UNAUTHORIZED');
  });

  it('a download that another site asks for is refused and leaves no trace', async (t) => {
    const service = await start(t);
    const desk = await signIn(service);
    await service.post(`/fr/etablissement/5/commercial/create?${service.query}`, { lastNameClient: 'Petit' });
    await desk.patch('/desk/conversions', { on: true, consentAssured: true });
    const { origin, ...session } = desk.headers;
    const traces = () => number(service.database, 'select count(*) from audit');
    const before = await traces();
    const from = (site: string) => ({ 'sec-fetch-site': site });
    const others = ['https://evil.example.org', 'null'].map((origin) => ({ origin }));
    const foreign = [from('cross-site'), from('same-site'), ...others];
    const csv = '/desk/entries.csv?kind=commercial';
    for (const path of [csv, '/desk/entries/1', '/desk/conversions/file'])
      for (const headers of foreign)
        assertFailure(await service.get(path, { ...session, ...headers }), 403, 'FORBIDDEN', /^Origin/);
    assert.equal(await traces(), before);
    for (const headers of [from('same-origin'), from('none'), { origin: `${origin}` }, {}])
      assert.equal((await service.get(csv, { ...session, ...headers })).statusCode, 200);
    assert.ok((await traces()) > before);
  });
});
