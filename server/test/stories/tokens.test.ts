import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { endToken, newPartner, newToken } from '../fixtures/credentials.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

onSqlite('a partner’s token', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const test = (authorization: string | undefined, partner = 'partner') =>
    service.post(`/appli/${partner}/test`, undefined, authorization === undefined ? {} : { authorization });

  it('a token comes in the header, whatever case its scheme has', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      assert.equal((await test(`${scheme} ${service.token}`)).body, '"OK"');
    }
    assert.equal((await test(`Bearer   ${service.token} `)).body, '"OK"');
  });

  it('a missing or wrong token is 401 with WWW-Authenticate', async () => {
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      service.token,
      `Basic ${Buffer.from(`partner:${service.token}`).toString('base64')}`,
      `Bearer ${service.token}x`,
      `Bearer ${service.token} ${service.token}`,
      `Bearer ${service.token.toUpperCase()}`,
      `Bearer ${service.password}`,
    ];
    for (const authorization of wrong) {
      const answer = await test(authorization);
      assert.equal(answer.statusCode, 401, String(authorization));
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
      assert.deepEqual(Object.keys(answer.json()), ['error']);
      assert.match(answer.json().error, /^Authorization: /);
    }
  });

  it('a token in the query is not read', async () => {
    const query = `token=${service.token}&access_token=${service.token}&${service.query}`;
    assert.equal((await service.post(`/appli/partner/test?${query}`)).statusCode, 401);
  });

  it('the token of another partner is 403, an unknown partner 404', async () => {
    const other = await newPartner(service, 'other-partner');
    assert.equal((await test(`Bearer ${other.token}`, 'other-partner')).body, '"OK"');
    const crossed = await test(`Bearer ${other.token}`);
    assert.equal(crossed.statusCode, 403);
    assert.deepEqual(crossed.json(), { error: 'Authorization: this token is for another partner' });
    for (const authorization of [`Bearer ${service.token}`, undefined]) {
      for (const name of ['nobody', 'Partner', 'partner%20', '%00', '__proto__']) {
        const unknown = await test(authorization, name);
        assert.equal(unknown.statusCode, 404, name);
        assert.deepEqual(unknown.json(), { error: 'path: no partner has this name' });
      }
    }
  });

  it('a token is good through its last day in Europe/Paris', async () => {
    const { token } = await newToken(service, '2026-03-04');
    // 4 March ends at 23:00 UTC, a day in summer at 22:00.
    service.clock.now = new Date('2026-03-04T22:59:59.999Z');
    assert.equal((await test(`Bearer ${token}`)).statusCode, 200);
    service.clock.now = new Date('2026-03-04T23:00:00.000Z');
    assert.equal((await test(`Bearer ${token}`)).statusCode, 401);
    const summer = await newToken(service, '2026-07-14');
    service.clock.now = new Date('2026-07-14T21:59:59.999Z');
    assert.equal((await test(`Bearer ${summer.token}`)).statusCode, 200);
    service.clock.now = new Date('2026-07-14T22:00:00.000Z');
    assert.equal((await test(`Bearer ${summer.token}`)).statusCode, 401);
    assert.equal((await test(`Bearer ${service.token}`)).statusCode, 200, 'one without an end still is');
  });

  it('a token is good beside others until it is revoked', async () => {
    const second = await newToken(service);
    for (const token of [service.token, second.token])
      assert.equal((await test(`Bearer ${token}`)).statusCode, 200);
    await endToken(service, second.id);
    assert.equal((await test(`Bearer ${second.token}`)).statusCode, 401);
    assert.equal((await test(`Bearer ${service.token}`)).statusCode, 200);
  });
});
