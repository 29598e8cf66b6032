// The day of an agent of a call centre, who recognises families, notes their calls and hands them over, and reads nothing.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Grant } from '../../src/access/roles.ts';
import { ok } from '../fixtures/answers.ts';
import type { AuditLine } from '../fixtures/audit-lines.ts';
import { type Desk, openDesk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

const callCentre: readonly Grant[] = [{ role: 'call-centre', establishmentId: null }];

onSqlite('an agent of a call centre', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());
  const at = (role: 'direction' | 'reader' | 'commercial', establishmentId: number) =>
    signIn(service, [{ role, establishmentId }]);

  it('an agent recognises a family anywhere without reading what it wrote', async () => {
    const agent = await signIn(service, callCentre);
    const phone = '06 39 98 12 34';
    const words = 'Maman est tombée';
    const body = { lastNameClient: 'Moreau', firstNameClient: 'Colette', phoneClient: phone, comment: words };
    const complaint = { lastName: 'Moreau', phone, contact: words };
    const ids = [
      await send(service, 'c3', body, 'etablissement/3/commercial/create'),
      await send(service, 'c5', body, 'etablissement/5/commercial/create'),
      await send(
        service,
        'complaint',
        complaint,
        'etablissement/5/survey/create',
        '&type=survey.type.complaint',
      ),
    ];
    await send(service, 'cv', { lastName: 'Moreau', phone }, 'announcement/postuler');
    for (const path of [
      'families?phone=0639981234',
      'search?q=33639981234',
      'search?q=06%2039%2098%2012%2034',
    ]) {
      const found = await agent.get(`/desk/${path}`);
      const { data, known = data, groups = [], near = [] } = found.json();
      assert.deepEqual(
        known.map(({ id, mayRead, mayHandOver }: Record<string, unknown>) => [id, mayRead, mayHandOver]),
        [
          [ids[2], false, false],
          [ids[1], false, true],
          [ids[0], false, true],
        ],
        path,
      );
      assert.deepEqual([groups, near], [[], []]);
      assert.match(found.body, /Moreau/);
      assert.doesNotMatch(found.body, /tombée|639981234|06 39|survey\.type/);
    }
    // Guessing is no way to them: by neither a name, nor the first or last digits, nor the number of an entry.
    assert.deepEqual((await agent.get('/desk/families?phone=06399812')).json().data, []);
    const guesses = [
      'moreau',
      '06 39 98',
      '06 39 98 12',
      'moreua',
      '1234',
      `n° ${ids[0]}`,
      'c3',
      'RES-000001',
    ];
    for (const q of guesses) {
      const found = await agent.get(`/desk/search?q=${encodeURIComponent(q)}`);
      assert.deepEqual(found.json(), { groups: [], near: [], known: [], objectedOn: null, exact: true }, q);
    }
    const toOther = await agent.post(`/desk/entries/${ids[2]}/assign`, { establishmentId: 3 });
    assertFailure(toOther, 404, 'NOTFOUND');
  });

  it('each look-up of a family leaves a line without the number; after 120 it stops', async () => {
    const agent = await signIn(service, callCentre);
    const director = await at('direction', 5);
    const administrator = await signIn(service);
    const [known, other, unknown] = ['0639982134', '0639982135', '0639982136'];
    const lead = (phoneClient = '') => ({ lastNameClient: 'Moreau', phoneClient });
    const id = await send(service, 'l5', lead(known), 'etablissement/5/commercial/create');
    await send(service, 'l3', lead(other));
    const linesOf = async ({ userId }: Desk) => {
      const path = `/desk/audit?action=looked-up&userId=${userId}&limit=100`;
      return (await administrator.get(path)).json<{ data: AuditLine[] }>().data;
    };
    const paths = (phone = '') => [`/desk/families?phone=${phone}`, `/desk/search?q=${phone}`];
    for (const path of [...paths(known), ...paths(unknown)])
      assert.equal((await agent.get(path)).statusCode, 200);
    assert.deepEqual(
      (await linesOf(agent)).map(({ subject, subjectId, detail }) => [subject, subjectId, detail]),
      Array.from({ length: 2 }, () => ['entry', id, {}]),
    );
    assert.deepEqual((await administrator.get(`/desk/audit?entryId=${id}`)).json().total.count, 2);
    // Only what shows a family counts: 120 in an hour.
    for (let i = 2; i < 120; i++) assert.equal((await agent.get(paths(other)[i % 2] ?? '')).statusCode, 200);
    for (const path of [...paths(known), ...paths(unknown)])
      assertFailure(await agent.get(path), 429, 'RATELIMIT', /^Too many families were looked up: /);
    assert.equal((await agent.get('/desk/search?q=moreau')).statusCode, 200);
    // Who may read the entries looks them up as before.
    for (let i = 0; i < 121; i++)
      assert.match((await director.get(paths(known)[i % 2] ?? '')).body, /Moreau/);
    assert.deepEqual(await linesOf(director), []);
    service.clock.now = new Date(service.clock.now.getTime() + 60 * 60_000);
    const later = await openDesk(service, agent.email, agent.userId);
    assert.match((await later.get(`/desk/families?phone=${known}`)).body, /Moreau/);
  });

  it('a look-up that tells of a family elsewhere counts too', async () => {
    const agent = await at('reader', 3);
    await send(service, 'away', { phoneClient: '0639982137' }, 'etablissement/5/commercial/create');
    const path = '/desk/families?phone=0639982137';
    for (let i = 0; i < 120; i++) assert.equal((await agent.get(path)).json().elsewhere, 1);
    assertFailure(await agent.get(path), 429, 'RATELIMIT');
  });

  it('an agent hands over what it has noted or recognised, once, and learns nothing', async () => {
    const agent = await signIn(service, callCentre);
    const colleague = await signIn(service, callCentre);
    const handOver = (id: number, more = {}) =>
      agent.post(`/desk/entries/${id}/assign`, { establishmentId: 5, ...more });
    const call = { type: 'commercial.type.phone', fields: { lastNameClient: 'Moreau' } };
    const noted = await ok<{ id: number; version: number }>(
      agent.post('/desk/entries', { establishmentId: 3, ...call }),
    );
    await (await signIn(service)).patch(`/desk/entries/${noted.id}`, { comment: 'Très fatiguée' });
    const conflict = await handOver(noted.id, { version: noted.version });
    assert.equal(conflict.statusCode, 409);
    assert.deepEqual(conflict.json().changes, []);
    await ok(handOver(noted.id));
    await ok((await at('direction', 5)).get(`/desk/entries/${noted.id}`));

    const first = await send(service, 'h1', { phoneClient: '06 39 98 77 01' });
    const second = await send(service, 'h2', { phoneClient: '06 39 98 77 02' });
    const look = (desk: Desk) => desk.get('/desk/families?phone=0639987701');
    await look(colleague);
    // Neither are they handed over, nor does a conflict say that they are there.
    for (const id of [first, second])
      for (const more of [{}, { version: 99 }])
        assertFailure(await handOver(id, more), 404, 'NOTFOUND', new RegExp(`no entry .*${id}`));
    await look(agent);
    assert.equal((await handOver(first, { version: 99 })).statusCode, 409);
    await ok(handOver(first));
    for (const id of [first, second]) assertFailure(await handOver(id), 404, 'NOTFOUND');
    // The page shows the family again after it: a mistake can be mended.
    await look(agent);
    await ok(handOver(first, { establishmentId: 3 }));
  });

  it('an agent sees how a family stands, and leaves one message for each look-up', async () => {
    const agent = await signIn(service, callCentre);
    const director = await at('direction', 5);
    const phone = '0639983134';
    const body = {
      ...{ firstNameClient: 'Colette', lastNameClient: 'Moreau', phoneClient: phone },
      commercialrelations: [{ firstName: 'Jeanne', lastName: 'Petit', lastNameMarital: 'de La Tour' }],
    };
    const id = await send(service, 'm1', body, 'etablissement/5/commercial/create');
    const visit = { date: '2026-03-11', time: '14:00', stage: 'Visite' };
    const called = { date: '2026-03-04', stage: 'Prise de contact', comment: 'Très inquiète' };
    const planned = { ...visit, done: false, comment: 'Avec sa fille' };
    await ok(director.patch(`/desk/entries/${id}`, { actions: [called, planned] }));
    const look = async () => {
      const found = await agent.get(`/desk/families?phone=${phone}`);
      assert.doesNotMatch(found.body, /Avec sa fille|inquiète|Rappelez|639983134|06 39|comment/);
      return found.json().data[0];
    };
    const leave = (message: unknown, desk = agent, of = id, more = {}) =>
      desk.post(`/desk/entries/${of}/message`, { message, ...more });
    const shown = async () => (await director.get(`/desk/entries/${id}`)).json();
    const state = async () => {
      const { data } = (await director.get('/desk/entries?kind=commercial')).json();
      const entry = data.find((one: { id: number }) => one.id === id);
      return [entry.followUp, entry.status, entry.nextAction?.date];
    };
    // Neither before it is looked up, nor for an entry that is not there.
    for (const one of [id, 999_999])
      for (const more of [{}, { version: 9 }])
        assertFailure(await leave('x', agent, one, more), 404, 'NOTFOUND');
    const { followUp, next, names, mayLeaveMessage } = await look();
    assert.deepEqual([followUp, next, mayLeaveMessage], ['planned', visit, true]);
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
    const { actions, history } = await shown();
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
    for (const [desk, status, code] of [
      [await at('reader', 5), 403, 'FORBIDDEN'],
      [await at('commercial', 3), 404, 'NOTFOUND'],
    ] as const) {
      await desk.get(`/desk/families?phone=${phone}`);
      assertFailure(await leave('x', desk), status, code);
    }
  });
});
