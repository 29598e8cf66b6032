import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderFor } from '../fixtures/memory-folder.ts';
import { startFor } from '../fixtures/started-process.ts';

const password = 'une phrase que personne ne devine';

test('a port that the system has chosen is in every address shown, and clear text is warned of', async (t) => {
  const service = await startFor(t, {
    env: { DATA_DIR: folderFor(t), HOST: '0.0.0.0', PORT: '0', FIRST_ADMIN: `admin@example.org:${password}` },
  });
  const { port } = new URL(service.url);
  assert.match(port, /^[1-9]\d*$/);
  const url = `http://0.0.0.0:${port}`;
  const { servers } = await (await fetch(`${url}/openapi.json`)).json();
  assert.deepEqual(servers, [{ url }]);

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
  assert.ok(service.output().includes(`Serving on ${url}; reference at ${url}/docs`), service.output());
  assert.deepEqual(await service.stop(), []);
  assert.match(service.output(), /passwords and personal data may travel in clear/);
});
