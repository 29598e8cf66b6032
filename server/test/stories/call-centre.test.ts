// The day of an agent of a call centre, who recognises families, notes their calls and hands them over, and reads nothing.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AuditLine } from '../fixtures/audit-lines.ts';
import { openDesk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { assertFailure, onSqlite, startService } from '../fixtures/service.ts';

onSqlite('an agent of a call centre', (engine) => {
  it('recognises a family anywhere without reading what it wrote', async () => {
    const service = await startService(engine);
    const agent = await signIn(service, [{ role: 'call-centre', establishmentId: null }]);
    const body = {
      lastNameClient: 'Moreau',
      firstNameClient: 'Colette',
      phoneClient: '06 39 98 12 34',
      comment: 'Maman est tombée',
    };
    const ids = [];
    for (const at of [3, 5])
      ids.push(await send(service, `c${at}`, body, `etablissement/${at}/commercial/create`));
    ids.push(
      await send(
        service,
        'complaint',
        { lastName: 'Moreau', phone: '06 39 98 12 34', contact: 'Maman est tombée' },
        'etablissement/5/survey/create',
        '&type=survey.type.complaint',
      ),
    );
    await send(service, 'cv', { lastName: 'Moreau', phone: '06 39 98 12 34' }, 'announcement/postuler');
    for (const path of [
      'families?phone=0639981234',
      'search?q=33639981234',
      'search?q=06%2039%2098%2012%2034',
    ]) {
      const found = await agent.get(`/desk/${path}`);
      const { data, known = data, groups = [], near = [] } = found.json();
      assert.deepEqual(
        known.map(({ id }: { id: number }) => id),
        ids.toReversed(),
        path,
      );
      assert.deepEqual(
        known.map(({ mayRead, mayHandOver }: Record<string, boolean>) => [mayRead, mayHandOver]),
        [
          [false, false],
          [false, true],
          [false, true],
        ],
      );
      assert.deepEqual([groups, near], [[], []]);
      assert.match(found.body, /Moreau/);
      assert.doesNotMatch(found.body, /tombée|639981234|06 39|survey\.type/);
    }
    // Guessing is no way to them: by neither a name, nor the first or last digits, nor the number of an entry.
    assert.deepEqual((await agent.get('/desk/families?phone=06399812')).json().data, []);
    for (const q of [
      'moreau',
      '06 39 98',
      '06 39 98 12',
      'moreua',
      '1234',
      `n° ${ids[0]}`,
      'c3',
      'RES-000001',
    ]) {
      const found = await agent.get(`/desk/search?q=${encodeURIComponent(q)}`);
      assert.deepEqual(found.json(), { groups: [], near: [], known: [], objectedOn: null, exact: true }, q);
    }
    assertFailure(
      await agent.post(`/desk/entries/${ids[2]}/assign`, { establishmentId: 3 }),
      404,
      'NOTFOUND',
    );
    for (const path of [
      `/desk/entries/${ids[0]}`,
      `/desk/entries/${ids[0]}/history`,
      `/desk/entries/${ids[0]}/version`,
      '/desk/entries?kind=commercial',
      '/desk/entries.csv?kind=commercial',
      '/desk/today',
      '/desk/counts',
    ])
      assertFailure(await agent.get(path), 403, 'FORBIDDEN');
    assertFailure(await agent.patch(`/desk/entries/${ids[0]}`, { comment: 'x' }), 403, 'FORBIDDEN');
    await service.close();
  });

  it('leaves a line for each family that was looked up, never the number, and is stopped after many', async () => {
    const service = await startService(engine);
    const agent = await signIn(service, [{ role: 'call-centre', establishmentId: null }]);
    const director = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    const administrator = await signIn(service);
    const body = { lastNameClient: 'Moreau', phoneClient: '06 39 98 12 34' };
    const id = await send(service, 'c1', body, 'etablissement/5/commercial/create');
    await send(
      service,
      'c2',
      { ...body, phoneClient: '06 39 98 12 35' },
      'etablissement/3/commercial/create',
    );
    const lines = async () => {
      const answer = await administrator.get('/desk/audit?action=looked-up&limit=100');
      return answer.json<{ data: AuditLine[] }>().data;
    };
    const [known, other, unknown] = ['0639981234', '0639981235', '0639981236'];
    const paths = (phone = '') => [`/desk/families?phone=${phone}`, `/desk/search?q=${phone}`];
    for (const path of [...paths(known), ...paths(unknown)])
      assert.equal((await agent.get(path)).statusCode, 200);
    assert.deepEqual(
      (await lines()).map((line) => [line.userId, line.subject, line.subjectId, line.detail]),
      Array.from({ length: 2 }, () => [agent.userId, 'entry', id, {}]),
    );
    assert.deepEqual((await administrator.get(`/desk/audit?entryId=${id}`)).json().total.count, 2);
    // Only what shows a family counts: 120 in an hour.
    for (let i = 2; i < 120; i++) assert.equal((await agent.get(paths(other)[i % 2] ?? '')).statusCode, 200);
    for (const path of [...paths(known), ...paths(unknown)])
      assertFailure(await agent.get(path), 429, 'RATELIMIT', /^Too many families were looked up: /);
    assert.equal((await agent.get('/desk/search?q=moreau')).statusCode, 200);
    // Who may read the entries looks them up as before.
    for (let i = 0; i < 130; i++) {
      const found = await director.get(paths(known)[i % 2] ?? '');
      assert.equal(found.statusCode, 200);
      assert.match(found.body, /Moreau/);
    }
    assert.equal((await lines()).filter(({ userId }) => userId === director.userId).length, 0);
    service.clock.now = new Date(service.clock.now.getTime() + 60 * 60_000);
    const later = await openDesk(service, agent.email, agent.userId);
    assert.match((await later.get(`/desk/families?phone=${known}`)).body, /Moreau/);
    await service.close();
  });

  it('notes a call for any residence, and hands a family over, without learning what others have written', async () => {
    const service = await startService(engine);
    const agent = await signIn(service, [{ role: 'call-centre', establishmentId: null }]);
    const direction = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    const created = await agent.post('/desk/entries', {
      establishmentId: 3,
      type: 'commercial.type.phone',
      fields: { lastNameClient: 'Moreau' },
    });
    assert.equal(created.statusCode, 200, created.body);
    const { id, version } = created.json();
    const administrator = await signIn(service);
    await administrator.patch(`/desk/entries/${id}`, { comment: 'Très fatiguée' });
    const path = `/desk/entries/${id}/assign`;
    const conflict = await agent.post(path, { establishmentId: 5, version });
    assert.equal(conflict.statusCode, 409);
    assert.deepEqual(conflict.json().changes, []);
    assert.equal((await agent.post(path, { establishmentId: 5 })).statusCode, 200);
    assert.equal((await direction.get(`/desk/entries/${id}`)).json().establishmentId, 5);
    await service.close();
  });

  it('hands over what it has recognised, once, and nothing else', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const callCentre = { role: 'call-centre', establishmentId: null } as const;
    const agent = await signIn(service, [callCentre]);
    const colleague = await signIn(service, [callCentre]);
    const ids: number[] = [];
    for (const last of [1, 2, 3])
      ids.push(await send(service, `h${last}`, { phoneClient: `06 39 98 77 0${last}` }));
    const [first = 0, second = 0] = ids;
    const handOver = (id: number, more = {}) =>
      agent.post(`/desk/entries/${id}/assign`, { establishmentId: 5, ...more });
    // Neither are they handed over, nor does a conflict say that they are there.
    for (const id of ids)
      for (const more of [{}, { version: 99 }])
        assertFailure(await handOver(id, more), 404, 'NOTFOUND', new RegExp(`no entry .*${id}`));
    const look = (desk: typeof agent) => desk.get('/desk/families?phone=0639987701');
    await look(colleague);
    assertFailure(await handOver(first), 404, 'NOTFOUND');
    await look(agent);
    assert.equal((await handOver(first, { version: 99 })).statusCode, 409);
    assert.equal((await handOver(first)).statusCode, 200);
    for (const id of [first, second]) assertFailure(await handOver(id), 404, 'NOTFOUND');
    // The page shows the family again after it: a mistake can be mended.
    await look(agent);
    assert.equal((await handOver(first, { establishmentId: 3 })).statusCode, 200);
  });

  it('sees how a family stands, and leaves its residence a message: of what it has looked up, and no more', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const agent = await signIn(service, [{ role: 'call-centre', establishmentId: null }]);
    const director = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    const body = {
      firstNameClient: 'Colette',
      lastNameClient: 'Moreau',
      phoneClient: '06 39 98 12 34',
      commercialrelations: [{ firstName: 'Jeanne', lastName: 'Petit', lastNameMarital: 'de La Tour' }],
    };
    const id = await send(service, 'm1', body, 'etablissement/5/commercial/create');
    const planned = {
      date: '2026-03-11',
      time: '14:00',
      stage: 'Visite',
      done: false,
      comment: 'Avec sa fille',
    };
    const called = { date: '2026-03-04', stage: 'Prise de contact', comment: 'Très inquiète' };
    await director.patch(`/desk/entries/${id}`, { actions: [called, planned] });
    const look = async () => {
      const found = await agent.get('/desk/families?phone=0639981234');
      assert.doesNotMatch(found.body, /Avec sa fille|inquiète|Rappelez|639981234|06 39|comment/);
      return found.json().data[0];
    };
    const leave = (message: unknown, desk = agent, of = id) =>
      desk.post(`/desk/entries/${of}/message`, { message });
    const state = async () => {
      const { followUp, status, nextAction } = (await director.get(`/desk/entries?kind=commercial`)).json()
        .data[0];
      return [followUp, status, nextAction?.date];
    };
    // Neither before it is looked up, nor for an entry that is not there.
    for (const one of [id, 999_999]) assertFailure(await leave('x', agent, one), 404, 'NOTFOUND');
    assertFailure(
      await agent.post(`/desk/entries/${id}/message`, { message: 'x', version: 9 }),
      404,
      'NOTFOUND',
    );
    const { followUp, next, names, mayLeaveMessage } = await look();
    assert.deepEqual(
      [followUp, next, mayLeaveMessage],
      ['planned', { date: '2026-03-11', time: '14:00', stage: 'Visite' }, true],
    );
    assert.deepEqual(names, {
      client: { firstName: 'Colette', lastName: 'Moreau' },
      contact: { firstName: 'Jeanne', lastName: 'de La Tour' },
    });
    for (const wrong of ['', null, 7, undefined]) assertFailure(await leave(wrong), 400, 'INVALID');
    assert.deepEqual(await state(), ['planned', 'processed', '2026-03-11']);
    const left = await leave('Rappelez-la après 17 h');
    assert.equal(left.statusCode, 200, left.body);
    assert.doesNotMatch(left.body, /inquiète|Moreau/);
    // Once for each look-up; the visit stays.
    assertFailure(await leave('encore'), 404, 'NOTFOUND');
    assert.deepEqual(await state(), ['to-call', 'new', '2026-03-04']);
    const { actions, history } = (await director.get(`/desk/entries/${id}`)).json();
    assert.deepEqual(
      actions.map(({ stage, done, comment }: Record<string, unknown>) => [stage, done, comment]),
      [
        ['Prise de contact', true, 'Très inquiète'],
        ['Visite', false, 'Avec sa fille'],
        [null, true, 'Rappelez-la après 17 h'],
        ['Prise de contact', false, 'Rappelez-la après 17 h'],
      ],
    );
    assert.equal(history[0].change, 'called');
    assert.equal((await look()).followUp, 'to-call');
    await director.patch(`/desk/entries/${id}`, { resultat: 'commercial.resultat.nosuite' });
    assert.equal((await look()).mayLeaveMessage, false);
    assertFailure(await leave('x'), 400, 'INVALID', /open lead/);
    // Who reads recognises a family, and leaves nothing.
    const reader = await signIn(service, [{ role: 'reader', establishmentId: 5 }]);
    await reader.get('/desk/families?phone=0639981234');
    assertFailure(await leave('x', reader), 403, 'FORBIDDEN');
    const other = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    await other.get('/desk/families?phone=0639981234');
    assertFailure(await leave('x', other), 404, 'NOTFOUND');
  });
});
