import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { execute, number } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { entryRow } from '../../../test/fixtures/stored-entry.ts';

onSqlite('the follow-up of a residence', (engine) => {
  let service: TestService;
  let direction: Desk;
  let commercial: Desk;
  let elsewhere: Desk;
  let administrator: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Paul Girard');
    commercial = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Inès Moreau');
    elsewhere = await signIn(service, [{ role: 'direction', establishmentId: 5 }], 'Luc Blanc');
    administrator = await signIn(service, [{ role: 'administrator', establishmentId: null }], 'Hélène Faure');
  });
  after(() => service.close());

  let sent = 0;
  const lead = (body = {}, route?: string, query?: string) => send(service, `f${++sent}`, body, route, query);
  const ownerOf = async (id: number) => (await entryRow(service.database, id)).owner_id;
  const rule = (body: object) => direction.put('/desk/establishments/3/assignment', body);

  it('new entries are given to one user, without an event', async () => {
    assert.equal(await ownerOf(await lead()), null);
    const set = await rule({ mode: 'user', userId: commercial.userId });
    assert.equal(set.statusCode, 200, set.body);
    assert.deepEqual(set.json().candidates, [
      { id: administrator.userId, name: 'Hélène Faure', away: false, inTurn: false },
      { id: commercial.userId, name: 'Inès Moreau', away: false, inTurn: true },
      { id: direction.userId, name: 'Paul Girard', away: false, inTurn: true },
    ]);
    const id = await lead();
    assert.equal(await ownerOf(id), commercial.userId);
    assert.deepEqual(await storedEvents(service, id), []);
    assert.equal((await commercial.get(`/desk/entries/${id}`)).json().status, 'new');
    const survey = 'etablissement/3/survey/create';
    assert.equal(await ownerOf(await lead({}, survey)), commercial.userId);
    // Who may not read an application does not get it; satisfaction, tests and other residences have no owner.
    assert.equal(await ownerOf(await lead({ etablissementId: 3 }, 'announcement/postuler')), null);
    assert.equal(await ownerOf(await lead({}, survey, '&type=survey.type.survey')), null);
    assert.equal(await ownerOf(await lead({}, undefined, '&test=1')), null);
    assert.equal(await ownerOf(await lead({}, 'etablissement/5/commercial/create')), null);
    const trail = `select count(*) from audit where subject = 'establishment' and subject_id = 3 and action = 'changed'`;
    assert.equal(await number(service.database, trail), 1);
  });

  it('new entries go in turn to those who work there and are not away', async () => {
    await rule({ mode: 'turn' });
    // Neither the administrator nor head office, who only reads there by a role of its own.
    await signIn(service, [
      { role: 'direction', establishmentId: null },
      { role: 'reader', establishmentId: 3 },
    ]);
    const third = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Ana Costa');
    const turn = [commercial.userId, direction.userId, third.userId].sort((a, b) => a - b);
    const owners: (number | null)[] = [];
    for (let i = 0; i < 4; i++) owners.push(await ownerOf(await lead()));
    assert.deepEqual(owners, [...turn, turn[0]]);
    // The third of March has passed, the fourth is today.
    for (const [from, until, away] of [
      ['2026-03-01', '2026-03-03', false],
      ['2026-03-01', '2026-03-04', true],
      ['2026-03-05', '2026-03-06', false],
    ] as const) {
      await execute(
        service.database,
        `update users set away_from = '${from}', away_until = '${until}' where id = ${turn[1]}`,
      );
      const two = [await ownerOf(await lead()), await ownerOf(await lead()), await ownerOf(await lead())];
      assert.equal(two.includes(turn[1] ?? 0), !away, `${from} ${until}`);
    }
    await execute(service.database, 'update users set away_from = null, away_until = null');
    // Many at a time, in the same batch or not: nobody is passed over.
    const ids = await Promise.all(Array.from({ length: 30 }, () => lead()));
    const each = Object.values(Object.groupBy(await Promise.all(ids.map(ownerOf)), String));
    assert.deepEqual(
      each.map((one) => one?.length),
      [10, 10, 10],
    );
    await rule({ mode: 'none' });
    assert.equal(await ownerOf(await lead()), null);
    for (const wrong of [
      { mode: 'user', userId: elsewhere.userId },
      { mode: 'user' },
      { mode: 'turn', userId: direction.userId },
    ])
      assertFailure(await rule(wrong), 400, 'INVALID', /^userId:/);
  });

  it('one act on several entries has an answer for each', async () => {
    const [one, two] = [await lead(), await lead({}, 'etablissement/3/survey/create')];
    const other = await lead({}, 'etablissement/5/commercial/create');
    const closed = await lead({ resultat: 'commercial.resultat.nosuite' });
    const bulk = async (act: object, ids = [one, two, other, closed, 999_999]) => {
      const answer = direction.post('/desk/entries/bulk', { ids, act });
      const { data } = await ok<{ data: { version?: number; error?: { code: string } }[] }>(answer);
      return data.map(({ error, version }) => error?.code ?? typeof version);
    };
    const all = ['number', 'number', 'NOTFOUND', 'number', 'NOTFOUND'];
    assert.deepEqual(await bulk({ owner: commercial.userId }), all);
    assert.deepEqual(
      [await ownerOf(one), await ownerOf(two), await ownerOf(other)],
      [commercial.userId, commercial.userId, null],
    );
    assert.deepEqual(await bulk({ plan: { date: '2026-03-06', time: '10:30' } }), all);
    assert.equal((await direction.get(`/desk/entries/${two}`)).json().followUp, 'planned');
    const sleep = { until: '2026-04-01', reason: 'Travaux' };
    assert.deepEqual(await bulk({ sleep }), all.with(3, 'INVALID'));
    assert.equal((await direction.get(`/desk/entries/${one}`)).json().followUp, 'asleep');
    assert.deepEqual(await bulk({ plan: { date: '2026-03-03' } }, [one]), ['INVALID']);
    assert.deepEqual(await bulk({ owner: elsewhere.userId }, [one]), ['INVALID']);
    const applicant = await lead({ etablissementId: 3 }, 'announcement/postuler');
    await ok(direction.post(`/desk/entries/${applicant}/step`, { step: 'refused' }));
    assert.deepEqual(await bulk({ plan: { date: '2026-03-06' } }, [applicant]), ['INVALID']);
    assert.equal((await direction.get(`/desk/entries/${applicant}`)).json().applicationStep, 'refused');
    const audited = `select count(*) from audit where subject = 'entry' and action = 'changed' and subject_id = ${one}`;
    assert.equal(await number(service.database, audited), 3);
    for (const body of [
      { ids: Array.from({ length: 201 }, (_, i) => i + 1), act: { owner: null } },
      { ids: [one], act: {} },
      { ids: [one], act: { owner: null, plan: { date: '2026-03-06' } } },
    ])
      assertFailure(await direction.post('/desk/entries/bulk', body), 400, 'INVALID');
  });

  it('missed targets: of the residence, else of its group, else of all', async () => {
    const wednesday = service.clock.now;
    // The clock jumps, and each jump ends the sessions.
    const admin = () => signIn(service);
    const id = await lead({}, 'etablissement/4/commercial/create');
    const missed = async (hours: number) => {
      service.clock.now = new Date(wednesday.getTime() + hours * 3_600_000);
      const { data } = (await (await admin()).get('/desk/entries?kind=commercial&establishmentId=4')).json();
      return data.find((one: { id: number }) => one.id === id).targetMissed;
    };
    const set = async (target: object | null, of: object = {}) =>
      assert.equal((await (await admin()).put('/desk/targets', { target, ...of })).statusCode, 200);
    const target = (firstCallMinutes: number) => ({ firstCallMinutes, afterVisitDays: 2, staleDays: 10 });
    assert.deepEqual([await missed(4), await missed(4.1)], [null, 'first-call']);
    service.clock.now = wednesday;
    await set(target(30), { groupId: 1 });
    await set(target(60));
    assert.deepEqual([await missed(0.5), await missed(0.6)], [null, 'first-call']);
    service.clock.now = wednesday;
    await set(target(120), { establishmentId: 4 });
    assert.deepEqual([await missed(1.9), await missed(2.1)], [null, 'first-call']);
    service.clock.now = wednesday;
    for (const place of [{ establishmentId: 4 }, { groupId: 1 }]) await set(null, place);
    assert.deepEqual([await missed(0.9), await missed(1.1)], [null, 'first-call']);
    service.clock.now = wednesday;
    // An attempt is a first call; a visit asks for a next step; without any contact a lead is stale.
    for (const [action, hours, expected] of [
      [{ date: '2026-03-04', outcome: 'no-answer' }, [5, 24 * 10, 24 * 11], [null, null, 'stale']],
      [{ date: '2026-03-04', stage: 'Visite' }, [48, 72], [null, 'after-visit']],
      [
        { date: '2026-03-20', done: false, stage: 'Prise de contact' },
        [72, 24 * 15, 24 * 17],
        [null, null, 'stale'],
      ],
    ] as const) {
      await ok((await admin()).patch(`/desk/entries/${id}`, { actions: [action] }));
      const found: unknown[] = [];
      for (const one of hours) found.push(await missed(one));
      assert.deepEqual(found, expected);
      service.clock.now = wednesday;
    }
    for (const body of [
      { target: target(0) },
      { target: target(30), groupId: 1, establishmentId: 4 },
      { target: target(30), groupId: 99 },
    ])
      assertFailure(await (await admin()).put('/desk/targets', body), 400, 'INVALID');
  });
});
