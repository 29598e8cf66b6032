import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startProcess } from '../../../tools/harness/service-process.ts';
import { newDatabase, onSqlite, secretKey } from '../fixtures/service.ts';

const password = 'une phrase que personne ne devine';
const warning = 'passwords and personal data may travel in clear';

onSqlite('a service that others reach without https', (engine) => {
  it('says so when it starts', async () => {
    const place = await newDatabase(engine);
    const env = { ...place.env, HOST: '0.0.0.0', PORT: '0', SECRET_KEY: secretKey };
    const service = await startProcess({ env: { ...env, PUBLIC_URL: 'http://accueil.example.org' } });
    service.kill('SIGTERM');
    await service.ended;
    assert.ok(service.output().includes(warning), service.output());
    await place.remove();
  });
});

onSqlite('a service whose port the system has chosen', (engine) => {
  it('shows the port it listens on, wherever it shows its address', async () => {
    const place = await newDatabase(engine);
    const service = await startProcess({
      env: { ...place.env, PORT: '0', SECRET_KEY: secretKey, FIRST_ADMIN: `admin@example.org:${password}` },
    });
    try {
      const { url } = service;
      assert.match(url, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
      for (const path of ['/openapi.json', '/desk/openapi.json']) {
        const { servers } = await (await fetch(`${url}${path}`)).json();
        assert.deepEqual(servers, [{ url }], path);
      }
      const page = await (await fetch(`${url}/docs`)).text();
      assert.ok(page.includes(`${url}/fr/jobs`));
      assert.doesNotMatch(page, /127\.0\.0\.1:0\b/);

      const post = (path: string, body: object, headers: Record<string, string> = {}) =>
        fetch(`${url}${path}`, {
          method: 'POST',
          headers: { origin: url, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        });
      const session = await post('/desk/session', { email: 'admin@example.org', password });
      const { csrfToken } = await session.json();
      const added = await post(
        '/desk/users',
        { email: 'a@example.org', name: 'A', grants: [{ role: 'reader', establishmentId: 3 }] },
        { cookie: session.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': csrfToken },
      );
      const { invitation } = await added.json();
      assert.equal(invitation.url, `${url}/#/invitation/${invitation.token}`);
      await service.says('Serving on');
      assert.ok(!service.output().includes(warning));
      assert.ok(service.output().includes(`Serving on ${url}; reference at ${url}/docs`), service.output());
    } finally {
      service.kill('SIGTERM');
      await service.ended;
      await place.remove();
    }
  });
});
