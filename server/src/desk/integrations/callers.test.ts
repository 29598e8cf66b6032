import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { untilNotified } from '../../../test/fixtures/change-notifications.ts';
import { signIn } from '../../../test/fixtures/desk.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { lastUses } from '../../access/last-uses.ts';

onSqlite('callers at the desk', (engine) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService(engine);
  });
  afterEach(() => service.close());

  it('are added with a password and an endpoint, whose secrets are shown this once', async () => {
    const desk = await signIn(service);
    const answer = await untilNotified(service.database, 'access', () =>
      desk.post('/desk/callers', { name: '  Agence Ouest ', webhook: 'https://hooks.example.org/in' }),
    );
    const added = answer.json();
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(added.name, 'Agence Ouest');
    assert.match(added.password, /^pw_[\w-]{27}$/);
    assert.match(added.webhookSecret, /^whsec_/);
    assert.deepEqual(await lastAct(service, desk), [
      `added caller ${added.id}`,
      { name: 'Agence Ouest', webhook: true },
    ]);
    assert.equal((await service.get(`/fr/jobs?password=${added.password}`)).statusCode, 200);

    const list = await desk.get('/desk/callers');
    for (const secret of [added.password, added.webhookSecret]) assert.ok(!list.body.includes(secret));
    const [site, caller] = list.json().data;
    assert.equal(site.name, 'site');
    assert.deepEqual(caller, {
      id: added.id,
      name: 'Agence Ouest',
      passwords: [
        {
          id: added.passwordId,
          scope: 'full',
          origins: [],
          createdAt: service.clock.now.toISOString(),
          revokedAt: null,
          label: null,
          lastUsedOn: null,
          receipts: false,
        },
      ],
      endpoints: [
        {
          id: caller.endpoints[0].id,
          callerId: added.id,
          caller: 'Agence Ouest',
          url: 'https://hooks.example.org/in',
          events: null,
          state: 'on',
          reason: null,
          failingSince: null,
          waiting: 0,
          previousUntil: null,
          createdAt: service.clock.now.toISOString(),
        },
      ],
    });
  });

  it('have a name of their own', async () => {
    const desk = await signIn(service);
    for (const [name, expected] of [
      ['site', /^A caller named site is already there$/],
      ['12', /^name: .*not only digits/],
      ['', /^name: expected a string/],
      ['x'.repeat(256), /^name: expected at most 255 characters/],
      [7, /^name: expected a string/],
    ] as const) {
      assertFailure(await desk.post('/desk/callers', { name }), 400, 'INVALID', expected);
    }
    assertFailure(
      await desk.post('/desk/callers', { name: 'x', __proto: 1 }),
      400,
      'INVALID',
      /^__proto: no field/,
    );
    const { id } = (await desk.post('/desk/callers', { name: "x'); drop table callers; --" })).json();
    assertFailure(await desk.patch(`/desk/callers/${id}`, { name: 'site' }), 400, 'INVALID', /already there/);
    assert.deepEqual((await desk.patch(`/desk/callers/${id}`, { name: 'Agence' })).json(), {
      id,
      name: 'Agence',
    });
    assert.deepEqual(await lastAct(service, desk), [
      `changed caller ${id}`,
      { changed: ['name'], name: 'Agence' },
    ]);
    assert.equal((await desk.patch(`/desk/callers/${id}`, { name: 'Agence' })).statusCode, 200);
    assertFailure(await desk.patch('/desk/callers/99', { name: 'y' }), 404, 'NOTFOUND', /no caller 99/);
    // A name that only looks like an id is not taken for one.
    assertFailure(await desk.patch('/desk/callers/9007199254740991', { name: 'y' }), 404, 'NOTFOUND');
  });

  it('have passwords, which end when they are revoked', async () => {
    const desk = await signIn(service);
    const add = (body: unknown) => desk.post('/desk/callers/1/passwords', body);
    const origins = ['https://Site.example.org', 'https://site.example.org', 'http://localhost:3000'];
    const answer = await untilNotified(service.database, 'access', () => add({ scope: 'browser', origins }));
    const { id, password, ...rest } = answer.json();
    const kept = ['https://site.example.org', 'http://localhost:3000'];
    assert.deepEqual(rest, { scope: 'browser', origins: kept });
    assert.deepEqual(await lastAct(service, desk), [
      `added password ${id}`,
      { callerId: 1, scope: 'browser', origins: kept },
    ]);
    const create = (origin: string) =>
      service.post(`/fr/etablissement/3/survey/create?password=${password}`, {}, { origin });
    assert.equal((await create('https://site.example.org')).statusCode, 200);
    assertFailure(await create('https://elsewhere.example.org'), 403, 'FORBIDDEN');

    await untilNotified(service.database, 'access', () => desk.delete(`/desk/passwords/${id}`));
    assertFailure(await create('https://site.example.org'), 401, 'UNAUTHORIZED');
    assert.deepEqual(await lastAct(service, desk), [`removed password ${id}`, {}]);
    const [caller] = (await desk.get('/desk/callers')).json().data;
    assert.equal(caller.passwords.at(-1).revokedAt, service.clock.now.toISOString());
    assertFailure(await desk.delete(`/desk/passwords/${id}`), 404, 'NOTFOUND', /no password \d+ in use/);

    for (const [body, expected] of [
      [{ scope: 'full', origins: ['https://site.example.org'] }, /^origins: expected none/],
      [
        { scope: 'browser', origins: ['https://a.example.org', 'site.example.org'] },
        /^origins\[1\]: .*scheme/,
      ],
      [{ scope: 'browser', origins: ['https://site.example.org/page'] }, /^origins\[0\]: .*scheme/],
      [{ scope: 'browser', origins: ['javascript:alert(1)'] }, /^origins\[0\]: .*scheme/],
      [{ scope: 'admin' }, /^scope: expected full or browser/],
      [{}, /^scope: expected a value/],
    ] as const) {
      assertFailure(await add(body), 400, 'INVALID', expected);
    }
    assertFailure(await desk.post('/desk/callers/99/passwords', { scope: 'full' }), 404, 'NOTFOUND');
  });

  it('have passwords with a label, and the last day on which each was used', async () => {
    const desk = await signIn(service);
    const added = (
      await desk.post('/desk/callers/1/passwords', { scope: 'browser', label: 'Page des Tilleuls' })
    ).json();
    const passwords = async () =>
      rows<{ id: number; label: string | null; last_used_on: string | null }>(
        service.database,
        'select id, label, last_used_on from passwords order by id',
      );
    const [first] = await passwords();
    assert.ok(first);
    assert.equal((await desk.patch(`/desk/passwords/${first.id}`, { label: 'Site' })).statusCode, 200);
    assert.deepEqual(await lastAct(service, desk), [`changed password ${first.id}`, { changed: ['label'] }]);
    assertFailure(await desk.patch('/desk/passwords/99', { label: 'x' }), 404, 'NOTFOUND');
    assertFailure(
      await desk.patch(`/desk/passwords/${first.id}`, { label: 'x'.repeat(101) }),
      400,
      'INVALID',
      /^label:/,
    );
    const partners = (await desk.get('/desk/partners')).json().data;
    const [token] = partners[0].tokens;
    assert.equal((await desk.patch(`/desk/tokens/${token.id}`, { label: 'Portail' })).statusCode, 200);

    // In Paris it is the 6th.
    service.clock.now = new Date('2026-03-05T23:30:00.000Z');
    assert.equal((await service.get(`/fr/jobs?${service.query}`)).statusCode, 200);
    const follow = await service.app.inject({
      method: 'GET',
      url: '/crcapi/v1.0.0/partner/orientationscrc/X',
      headers: { authorization: `Bearer ${service.token}` },
    });
    assert.notEqual(follow.statusCode, 401);
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

  it('write the last use of a password once a day', async () => {
    const { database, clock } = service;
    const errors: unknown[] = [];
    const writes: string[] = [];
    const uses = lastUses({
      database: {
        write: (...given) => {
          writes.push(given[0].name);
          return database.write(...given);
        },
      },
      clock: () => clock.now,
      onError: (error) => errors.push(error),
    });
    const use = async () => {
      for (let i = 0; i < 100; i++) uses.note('passwords', 1);
      await uses.write();
    };
    await use();
    await use();
    assert.equal(writes.length, 1);
    clock.now = new Date('2026-03-05T09:00:00.000Z');
    await use();
    assert.deepEqual([writes.length, errors], [2, []]);
    const [{ day } = { day: '' }] = await rows<{ day: string }>(
      database,
      'select last_used_on as day from passwords where id = 1',
    );
    assert.equal(day, '2026-03-05');
  });
});
