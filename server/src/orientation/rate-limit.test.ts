import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newToken } from '../../test/fixtures/credentials.ts';
import { onSqlite, startService } from '../../test/fixtures/service.ts';

onSqlite('the token of a partner', (engine) => {
  it('a partner’s requests are limited by the minute, each token by itself', async () => {
    const service = await startService(engine, { RATE_LIMIT_PARTNER: '5' });
    const numero = '2026 / 600_000_001';
    const request = (path: string, token = service.token, body: object = {}) =>
      service.exchange(`/appli/partner/${path}`, body, { authorization: `Bearer ${token}` });
    const first = { NumeroDemandeOrientationCR: numero, etablissementId: 1 };
    assert.equal((await request('orientation', service.token, first)).statusCode, 200);
    for (let i = 1; i < 5; i++) assert.equal((await request('test')).statusCode, 200);

    const update = { ...first, 'Contact / Nom': 'Martin' };
    for (const path of ['orientation', 'suivi', 'test']) {
      const limited = await request(path, service.token, update);
      assert.equal(limited.statusCode, 429, limited.body);
      assert.equal(limited.headers['retry-after'], '60');
      assert.deepEqual(limited.json(), {
        error: 'Too many requests with this token: try again in 60 seconds',
      });
    }
    const { token } = await newToken(service);
    assert.equal((await request('test', token)).statusCode, 200);

    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    const answer = await request('orientation', service.token, update);
    assert.equal(answer.json().Messagetraitements, 'Demande mise à jour.');
    await service.close();
  });
});
