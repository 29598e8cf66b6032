import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { lastAct } from '../../test/fixtures/audit-lines.ts';
import { basic, doStage, fetchFile, newLead, switchOn } from '../../test/fixtures/conversions.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { number } from '../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { expireConversions, servedDays } from './purge.ts';

onSqlite('fetching conversions', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
  });
  after(() => service.close());

  it('the export of conversions is off until an administrator switches it on', async () => {
    const made = await desk.post('/desk/conversions/password');
    const { password } = made.json<{ password: string }>();
    for (const headers of [{}, basic(password)])
      assertFailure(await service.get('/conversions/google-ads.csv', headers), 404, 'NOTFOUND');
    assertFailure(await desk.get('/desk/conversions/file'), 404, 'NOTFOUND');
    assert.partialDeepStrictEqual((await desk.get('/desk/conversions')).json(), {
      on: false,
      consentAssured: false,
      qualified: { name: 'Contact qualifié', value: null },
      admitted: { name: 'Dossier abouti', value: null },
      url: `${service.config.publicUrl}/conversions/google-ads.csv`,
    });
    await desk.patch('/desk/conversions', { on: true });
    assert.deepEqual(await lastAct(service, desk), [
      'changed conversions',
      { changed: ['on'], disabled: false },
    ]);
    assert.equal((await fetchFile(service, password)).statusCode, 200);
    await desk.patch('/desk/conversions', { on: false });
    assertFailure(await fetchFile(service, password), 404, 'NOTFOUND');
  });

  it('fetching needs its own password, by HTTP Basic and with any user name', async () => {
    const password = await switchOn(desk);
    const address = '/conversions/google-ads.csv';
    const none = await service.get(address);
    assertFailure(none, 401, 'UNAUTHORIZED', /^Authorization:/);
    assert.equal(none.headers['www-authenticate'], 'Basic realm="accueil conversions", charset="UTF-8"');
    for (const headers of [
      basic(service.password),
      basic(service.token),
      basic(''),
      basic(password.slice(1)),
      { authorization: `Bearer ${password}` },
      { authorization: 'Basic' },
      { authorization: 'Basic ===' },
      { authorization: `Basic ${Buffer.from(password).toString('base64')}` },
      { cookie: desk.headers.cookie ?? '' },
    ]) {
      const answer = await service.get(address, headers);
      assertFailure(answer, 401, 'UNAUTHORIZED');
      assert.match(String(answer.headers['www-authenticate']), /^Basic /);
    }
    assertFailure(await service.get(`${address}?password=${password}`), 401, 'UNAUTHORIZED');
    for (const userName of ['google-ads', '', 'x']) {
      const answer = await service.get(address, basic(password, userName));
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
      assert.equal(answer.headers['content-disposition'], 'attachment; filename="google-ads.csv"');
    }
    assert.equal((await desk.get('/desk/conversions')).json().pulledAt, service.clock.now.toISOString());
  });

  it('the password of the export opens nothing else', async () => {
    const password = await switchOn(desk);
    for (const path of [
      `/fr/jobs?password=${password}`,
      `/fr/commercial/checkPhone?phone=0639981234&password=${password}`,
      '/desk/conversions',
    ]) {
      assertFailure(await service.get(path, basic(password)), 401, 'UNAUTHORIZED');
    }
    const created = await service.post(`/fr/etablissement/3/commercial/create?password=${password}`, {});
    assertFailure(created, 401, 'UNAUTHORIZED');
    const bearer = { authorization: `Bearer ${password}` };
    assert.equal((await service.post('/appli/partner/test', undefined, bearer)).statusCode, 401);
    const stored = "select count(*) from conversion_settings where password_hash like '%conv_%'";
    assert.equal(await number(service.database, stored), 0);
    assert.ok(!service.log.join('').includes(password));
  });

  it('a replaced or revoked password of the export fetches nothing', async () => {
    const first = await switchOn(desk);
    const second = await switchOn(desk);
    assert.deepEqual(await lastAct(service, desk), ['added conversions', { changed: ['password'] }]);
    assertFailure(await fetchFile(service, first), 401, 'UNAUTHORIZED');
    assert.equal((await fetchFile(service, second)).statusCode, 200);
    assert.equal((await desk.delete('/desk/conversions/password')).statusCode, 200);
    assert.deepEqual(await lastAct(service, desk), ['removed conversions', { changed: ['password'] }]);
    assertFailure(await fetchFile(service, second), 401, 'UNAUTHORIZED');
    assertFailure(await desk.delete('/desk/conversions/password'), 404, 'NOTFOUND');
    assert.equal((await desk.get('/desk/conversions')).json().passwordMadeAt, null);
  });

  it('guesses of the password are limited, the right one is always accepted', async () => {
    const password = await switchOn(desk);
    const ask = (given: string) =>
      service.app.inject({
        url: '/conversions/google-ads.csv',
        headers: basic(given),
        remoteAddress: '198.51.100.7',
      });
    for (let i = 0; i < 20; i++) assertFailure(await ask(`conv_${i}`), 401, 'UNAUTHORIZED');
    const refused = await ask('conv_x');
    assertFailure(refused, 429, 'RATELIMIT');
    assert.equal(refused.headers['retry-after'], '300');
    assert.equal((await ask(password)).statusCode, 200);
  });

  it('a HEAD request serves no conversion', async () => {
    const password = await switchOn(desk);
    const id = await newLead(service);
    await doStage(desk, id, 'Validé');
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    for (const [url, headers] of [
      ['/conversions/google-ads.csv', basic(password)],
      ['/desk/conversions/file', desk.headers],
    ] as const) {
      const head = await service.app.inject({ method: 'HEAD', url, headers });
      assert.deepEqual([head.statusCode, head.body], [200, '']);
      assert.equal(head.headers['content-type'], 'text/csv; charset=utf-8');
    }
    assert.equal(await number(service.database, 'select count(*) from conversions'), 0);
    const { pulledAt } = (await desk.get('/desk/conversions')).json();
    assert.ok(pulledAt < service.clock.now.toISOString());
    assert.equal((await lastAct(service, desk))[0], `changed entry ${id}`);
  });

  it('conversions are downloaded by hand, which the audit trail keeps', async () => {
    const password = await switchOn(desk);
    const fetched = await fetchFile(service, password);
    const downloaded = await desk.get('/desk/conversions/file');
    assert.equal(downloaded.statusCode, 200);
    assert.equal(downloaded.body, fetched.body);
    assert.equal(downloaded.headers['cache-control'], 'no-store');
    assert.deepEqual(await lastAct(service, desk), ['downloaded conversions', { name: 'google-ads.csv' }]);
  });

  it('a name that a file can’t hold is refused', async () => {
    for (const name of ['=1+1', '+x', '-x', '@x', '', 'a\nb', 'x'.repeat(101)]) {
      const answer = await desk.patch('/desk/conversions', { qualified: { name, value: null } });
      assertFailure(answer, 400, 'INVALID', /^qualified/);
    }
    const same = await desk.patch('/desk/conversions', { qualified: { name: 'Dossier abouti', value: 1 } });
    assertFailure(same, 400, 'INVALID', /^admitted\.name:/);
    const negative = await desk.patch('/desk/conversions', { admitted: { name: 'X', value: -1 } });
    assertFailure(negative, 400, 'INVALID', /^admitted/);
    const { qualified } = (await desk.get('/desk/conversions')).json();
    assert.deepEqual(qualified, { name: 'Contact qualifié', value: null });
  });

  it('what was served is forgotten after a year', async () => {
    const password = await switchOn(desk);
    assert.equal((await fetchFile(service, password)).statusCode, 200);
    const count = () => number(service.database, 'select count(*) from conversions');
    assert.ok((await count()) > 0);
    const later = (days: number) => new Date(service.clock.now.getTime() + days * 24 * 60 * 60_000);
    assert.equal(await expireConversions(service.database, later(servedDays - 1)), 0);
    assert.ok((await expireConversions(service.database, later(servedDays))) > 0);
    assert.equal(await count(), 0);
  });
});
