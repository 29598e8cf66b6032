import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { signIn } from '../../test/fixtures/desk.ts';
import { startService } from '../../test/fixtures/service.ts';

it('« Ma journée » is compressed where that is accepted, the session never', async (t) => {
  const service = await startService('sqlite');
  t.after(() => service.close());
  for (let n = 0; n < 10; n++)
    await service.post(`/fr/etablissement/5/commercial/create?${service.query}`, {});
  const desk = await signIn(
    service,
    [3, 5, 6].map((establishmentId) => ({ role: 'direction', establishmentId })),
  );
  const read = async (url: string, encoding: string) =>
    service.app.inject({ url, headers: { ...desk.headers, 'accept-encoding': encoding } });

  const plain = await read('/desk/today', 'identity');
  const zipped = await read('/desk/today', 'br, gzip');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(zipped.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(zipped.rawPayload).toString(), plain.body);
  assert.ok(zipped.rawPayload.length < plain.rawPayload.length / 4);

  const session = await read('/desk/session', 'gzip');
  assert.ok(session.json().csrfToken.length > 0 && session.body.length > 1024);
  assert.equal(session.headers['content-encoding'], undefined);
});
