import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { untilNotified } from '../../../test/fixtures/change-notifications.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { lastUses } from '../../access/last-uses.ts';

onSqlite('callers at the desk', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
  });
  after(() => service.close());

  /** The newest act of this user. */
  const audited = async (act: string, detail: object) =>
    assert.deepEqual(await lastAct(service, desk), [act, detail]);

  it('a new caller’s password and webhook secret are shown this once', async () => {
    const answer = await untilNotified(service.database, 'access', () =>
      desk.post('/desk/callers', { name: '  Agence Ouest ', webhook: 'https://hooks.example.org/in' }),
    );
    const added = answer.json();
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(added.name, 'Agence Ouest');
    assert.match(added.password, /^pw_[\w-]{27}$/);
    assert.match(added.webhookSecret, /^whsec_/);
    await audited(`added caller ${added.id}`, { name: 'Agence Ouest', webhook: true });
    assert.equal((await service.get(`/fr/jobs?password=${added.password}`)).statusCode, 200);

    const list = await desk.get('/desk/callers');
    for (const secret of [added.password, added.webhookSecret]) assert.ok(!list.body.includes(secret));
    const caller = list.json().data.find(({ id }: { id: number }) => id === added.id);
    assert.partialDeepStrictEqual(caller, {
      name: 'Agence Ouest',
      passwords: [{ id: added.passwordId, scope: 'full', origins: [], revokedAt: null, lastUsedOn: null }],
      endpoints: [{ callerId: added.id, url: 'https://hooks.example.org/in', events: null, state: 'on' }],
    });
  });

  it('a caller’s name is its own', async () => {
    for (const [name, expected] of [
      ['site', /^A caller named site is already there$/],
      ['12', /^name: .*not only digits/],
      ['x'.repeat(256), /^name: expected at most 255 characters/],
    ] as const) {
      assertFailure(await desk.post('/desk/callers', { name }), 400, 'INVALID', expected);
    }
    const { id } = (await desk.post('/desk/callers', { name: "x'); drop table callers; --" })).json();
    assertFailure(await desk.patch(`/desk/callers/${id}`, { name: 'site' }), 400, 'INVALID', /already there/);
    assert.deepEqual((await desk.patch(`/desk/callers/${id}`, { name: 'Agence' })).json(), {
      id,
      name: 'Agence',
    });
    await audited(`changed caller ${id}`, { changed: ['name'], name: 'Agence' });
    assertFailure(await desk.patch('/desk/callers/99', { name: 'y' }), 404, 'NOTFOUND', /no caller 99/);
  });

  it('a revoked password ends at the next request', async () => {
    const add = (body: unknown) => desk.post('/desk/callers/1/passwords', body);
    const origins = ['https://Site.example.org', 'https://site.example.org', 'http://localhost:3000'];
    const answer = await untilNotified(service.database, 'access', () => add({ scope: 'browser', origins }));
    const { id, password, ...rest } = answer.json();
    const kept = ['https://site.example.org', 'http://localhost:3000'];
    assert.deepEqual(rest, { scope: 'browser', origins: kept });
    await audited(`added password ${id}`, { callerId: 1, scope: 'browser', origins: kept });
    const create = (origin: string) =>
      service.post(`/fr/etablissement/3/survey/create?password=${password}`, {}, { origin });
    assert.equal((await create('https://site.example.org')).statusCode, 200);
    assertFailure(await create('https://elsewhere.example.org'), 403, 'FORBIDDEN');

    await untilNotified(service.database, 'access', () => desk.delete(`/desk/passwords/${id}`));
    assertFailure(await create('https://site.example.org'), 401, 'UNAUTHORIZED');
    await audited(`removed password ${id}`, {});
    const [caller] = (await desk.get('/desk/callers')).json().data;
    assert.equal(caller.passwords.at(-1).revokedAt, service.clock.now.toISOString());
    assertFailure(await desk.delete(`/desk/passwords/${id}`), 404, 'NOTFOUND', /no password \d+ in use/);

    for (const [body, expected] of [
      [{ scope: 'full', origins: ['https://site.example.org'] }, /^origins: expected none/],
      [
        { scope: 'browser', origins: ['https://a.example.org', 'site.example.org'] },
        /^origins\[1\]: .*scheme/,
      ],
      [{ scope: 'admin' }, /^scope: expected full or browser/],
      [{}, /^scope: expected a value/],
    ] as const) {
      assertFailure(await add(body), 400, 'INVALID', expected);
    }
    assertFailure(await desk.post('/desk/callers/99/passwords', { scope: 'full' }), 404, 'NOTFOUND');
  });

  it('the last use of a password is written once a day', async () => {
    const { id } = (await desk.post('/desk/callers/1/passwords', { scope: 'full' })).json();
    const clock = { now: service.clock.now };
    let writes = 0;
    const write: typeof service.database.write = (...given) => {
      writes++;
      return service.database.write(...given);
    };
    const uses = lastUses({
      database: { write },
      clock: () => clock.now,
      onError: (error) => assert.fail(String(error)),
    });
    for (const [day, expected] of [
      ['2026-03-04', 1],
      ['2026-03-04', 1],
      ['2026-03-05', 2],
    ] as const) {
      clock.now = new Date(`${day}T09:00:00.000Z`);
      for (let i = 0; i < 100; i++) uses.note('passwords', id);
      await uses.write();
      assert.equal(writes, expected);
    }
  });

  it('passwords have a label, and the last day on which each was used', async () => {
    const added = (
      await desk.post('/desk/callers/1/passwords', { scope: 'browser', label: 'Page des Tilleuls' })
    ).json();
    const first = { id: 1 };
    const passwords = async () =>
      rows<{ id: number; label: string | null; last_used_on: string | null }>(
        service.database,
        `select id, label, last_used_on from passwords where id in (1, ${added.id}) order by id`,
      );
    assert.equal((await desk.patch(`/desk/passwords/${first.id}`, { label: 'Site' })).statusCode, 200);
    await audited(`changed password ${first.id}`, { changed: ['label'] });
    assertFailure(await desk.patch('/desk/passwords/999', { label: 'x' }), 404, 'NOTFOUND');

    // In Paris it is the 6th.
    service.clock.now = new Date('2026-03-05T23:30:00.000Z');
    assert.equal((await service.get(`/fr/jobs?${service.query}`)).statusCode, 200);
    // No request has waited for it.
    assert.deepEqual(
      (await passwords()).map(({ last_used_on }) => last_used_on),
      [null, null],
    );
    await service.app.close();
    assert.deepEqual(await passwords(), [
      { id: first.id, label: 'Site', last_used_on: '2026-03-06' },
      { id: added.id, label: 'Page des Tilleuls', last_used_on: null },
    ]);
  });
});
