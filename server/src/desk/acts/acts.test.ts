import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { auditOf, entryRow, historyOf, versionOf } from '../../../test/fixtures/stored-entry.ts';

onSqlite('acts on an entry', (engine) => {
  let service: TestService;
  /** Signed in: an administrator, the direction of residence 3, commercials of 3, and of 3 and 5, a reader of 3. */
  let admin: Desk;
  let direction: Desk;
  let commercial: Desk;
  let twoResidences: Desk;
  let reader: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    admin = await signIn(service);
    direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Paul Girard');
    commercial = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Inès Moreau');
    twoResidences = await signIn(
      service,
      [3, 5].map((establishmentId) => ({ role: 'commercial', establishmentId }) as const),
    );
    reader = await signIn(service, [{ role: 'reader', establishmentId: 3 }]);
  });
  after(() => service.close());

  let sent = 0;
  const entry = (body: Record<string, unknown> = {}, route?: string) =>
    send(service, `entry-${++sent}`, body, route);
  const survey = 'etablissement/3/survey/create';
  const application = 'announcement/postuler';
  const row = (id: number) => entryRow(service.database, id);
  const newest = (id: number) => versionOf(service.database, id);
  const audited = (id: number) => auditOf(service.database, id);

  /** Every act, with a body that would do. */
  const acts = [
    ['processed', undefined],
    ['seen', undefined],
    ['assign', { establishmentId: 3 }],
    ['spam', { spam: true }],
    ['duplicate', { of: null }],
    ['convert', { type: 'commercial.type.email' }],
  ] as const;

  it('tell whoever comes second what the first has done, and do nothing then', async () => {
    const id = await entry({}, survey);
    const kept = await entry();
    await admin.patch(`/desk/entries/${id}`, { comment: 'Rappelée ce matin' });
    const version = await newest(id);
    for (const [name, body] of [
      ['assign', { establishmentId: 5 }],
      ['spam', { spam: true }],
      ['duplicate', { of: kept }],
      ['convert', { type: 'commercial.type.email' }],
    ] as const) {
      const before = await row(id);
      const answer = await direction.post(`/desk/entries/${id}/${name}`, { ...body, version: 0 });
      assert.equal(answer.statusCode, 409, name);
      const { error, changes, ...now } = answer.json();
      assert.deepEqual([error.code, now], ['CONFLICT', { version }]);
      assert.deepEqual(
        changes.map(({ author, change }: { author: string; change: string }) => [author, change]),
        [['Hélène Faure', 'updated']],
      );
      assert.deepEqual(await row(id), before);
    }
    await ok(direction.post(`/desk/entries/${id}/spam`, { spam: true, version }));
    assert.equal((await row(id)).spam, 1);
  });

  it('mark it as processed, in the name of who is signed in, and in the audit trail', async () => {
    const id = await entry();
    const answer = await commercial.post(`/desk/entries/${id}/processed`);
    assert.deepEqual(answer.json(), { id, version: await newest(id) });
    assert.equal((await row(id)).status, 'processed');
    const [line] = await historyOf(service.database, id);
    assert.deepEqual([line?.author, line?.change], [`user:${commercial.userId}`, 'processed']);
    const detail = { act: 'processed', changed: ['status', 'reached'] };
    assert.deepEqual(await audited(id), [{ author: commercial.email, action: 'changed', detail }]);
    const again = await commercial.post(`/desk/entries/${id}/processed`);
    assert.deepEqual(again.json(), answer.json());
    assert.equal((await audited(id)).length, 1);
    assert.deepEqual(
      (await storedEvents(service, id)).map(({ event }) => event),
      ['processed'],
    );
  });

  it('take its flag off, and leave it new', async () => {
    const id = await entry();
    await execute(service.database, `update entries set flagged = 1 where id = ${id}`);
    assert.deepEqual((await commercial.post(`/desk/entries/${id}/seen`)).json(), {
      id,
      version: await newest(id),
    });
    assert.deepEqual([(await row(id)).flagged, (await row(id)).status], [0, 'new']);
  });

  it('mark it as spam and not as spam', async () => {
    const id = await entry();
    for (const spam of [true, false]) {
      const answer = await commercial.post(`/desk/entries/${id}/spam`, { spam });
      assert.deepEqual(answer.json(), { id, version: await newest(id) });
      assert.equal((await row(id)).spam, spam ? 1 : 0);
    }
    assertFailure(
      await commercial.post(`/desk/entries/${id}/spam`, { spam: 'true' }),
      400,
      'INVALID',
      /^spam:/,
    );
    assertFailure(await commercial.post(`/desk/entries/${id}/spam`, {}), 400, 'INVALID', /^spam:/);
    assertFailure(await commercial.post(`/desk/entries/${id}/spam`), 400, 'INVALID', /^body:/);
  });

  it('put it back among those to call: without its plan and its result, once that is said', async () => {
    const visit = { date: '2026-03-20', stage: 'Visite', done: false };
    for (const [edit, message] of [
      [{ actions: [visit] }, /^withdraw: expected true/],
      [
        { resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' },
        /^withdraw: expected true/,
      ],
    ] as const) {
      const id = await entry();
      const path = `/desk/entries/${id}`;
      await direction.patch(path, edit);
      const stood = (await direction.get(path)).json();
      assertFailure(await direction.post(`${path}/to-call`, {}), 400, 'INVALID', message);
      assert.equal((await direction.post(`${path}/to-call`, { withdraw: true, version: 1 })).statusCode, 409);
      assert.equal((await direction.post(`${path}/to-call`, { withdraw: true })).statusCode, 200);
      const { followUp, status, resultat, motif, actions } = (await direction.get(path)).json();
      assert.deepEqual([followUp, status, resultat, motif], ['to-call', 'new', null, null]);
      assert.ok(actions.every(({ outcome }: { outcome: string }) => outcome === 'cancelled'));
      assert.equal((await direction.post(`${path}/undo`, {})).statusCode, 200);
      assert.deepEqual((await direction.get(path)).json().followUp, stood.followUp);
    }
    const spam = await entry();
    await direction.post(`/desk/entries/${spam}/spam`, { spam: true });
    assertFailure(await direction.post(`/desk/entries/${spam}/to-call`, {}), 400, 'INVALID', /^id:/);
  });

  it('undo their own last act, not that of a user of the same name', async () => {
    const id = await entry();
    const namesake = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Paul Girard');
    await direction.post(`/desk/entries/${id}/processed`);
    const refused = await namesake.post(`/desk/entries/${id}/undo`, {});
    assertFailure(refused, 409, 'CONFLICT', /^version: you were not the last/);
    assert.equal((await row(id)).status, 'processed');
    assert.equal((await direction.post(`/desk/entries/${id}/undo`, {})).statusCode, 200);
    assert.equal((await row(id)).status, 'new');
  });

  it('are taken back with every action that they added', async () => {
    const id = await entry();
    const call = { stage: 'Prise de contact', outcome: 'reached', comment: 'Vient avec son frère' };
    const visit = { stage: 'Visite', date: '2026-03-20', time: '10:30', done: false };
    assert.equal((await direction.patch(`/desk/entries/${id}`, { actions: [call, visit] })).statusCode, 200);
    assert.equal((await direction.post(`/desk/entries/${id}/undo`, {})).statusCode, 200);
    const { actions, followUp } = (await direction.get(`/desk/entries/${id}`)).json();
    assert.deepEqual([actions, followUp], [[], 'to-call']);
  });

  it('are taken back with fields that the contract does not name, where they were', async () => {
    const id = await entry({ canal: 'a', commercialrelations: [{ lastName: 'Petit' }] });
    const shown = async () => (await admin.get(`/desk/entries/${id}`)).json();
    const before = await shown();
    const change = { extra: { canal: 'b' }, relations: [{ position: 0, extra: { lien: 'Fille' } }] };
    for (const body of [change, { extra: { canal: null } }]) {
      assert.equal((await direction.patch(`/desk/entries/${id}`, body)).statusCode, 200);
      assert.equal((await direction.post(`/desk/entries/${id}/undo`, {})).statusCode, 200);
      const after = await shown();
      assert.deepEqual([after.fields, after.extra], [before.fields, before.extra]);
      assert.deepEqual(after.relations, before.relations);
    }
  });

  it('move it to any residence, from where the user may change it', async () => {
    const id = await entry();
    const path = `/desk/entries/${id}/assign`;
    const where = async () => (await row(id)).establishment_id;
    for (const establishmentId of [2, 2_147_483_648, 9_007_199_254_740_991]) {
      const refused = await commercial.post(path, { establishmentId });
      assertFailure(refused, 400, 'INVALID', /^establishmentId:/);
    }
    assert.equal(await where(), 3);
    assert.deepEqual((await commercial.post(path, { establishmentId: 5 })).json(), {
      id,
      version: await newest(id),
    });
    assert.deepEqual([await where(), (await row(id)).status], [5, 'new']);
    // A user of residence 3 alone no longer sees it.
    for (const desk of [commercial, direction]) {
      assertFailure(await desk.post(path, { establishmentId: 3 }), 404, 'NOTFOUND');
    }
    await admin.post(path, { establishmentId: 3 });
    assertFailure(await direction.post(path, { establishmentId: 2 }), 400, 'INVALID', /^establishmentId:/);
    assert.equal((await direction.post(path, { establishmentId: 9 })).statusCode, 200);
    assert.equal(await where(), 9);
    assertFailure(await direction.post(path, { establishmentId: 3 }), 404, 'NOTFOUND');
  });

  it('assign what waits, for who reaches everywhere', async () => {
    const everywhere = await signIn(service, [{ role: 'direction', establishmentId: null }]);
    const id = await entry({}, application);
    const path = `/desk/entries/${id}/assign`;
    for (const desk of [commercial, direction, twoResidences]) {
      assertFailure(await desk.post(path, { establishmentId: 3 }), 404, 'NOTFOUND');
    }
    assert.equal((await everywhere.post(path, { establishmentId: 3 })).statusCode, 200);
    assert.equal((await row(id)).establishment_id, 3);
    assert.equal((await direction.post(`/desk/entries/${id}/processed`)).statusCode, 200);
  });

  it('mark it as a duplicate of one within reach, and undo it', async () => {
    const [id, kept, elsewhere] = [
      await entry(),
      await entry(),
      await entry({}, 'etablissement/5/commercial/create'),
    ];
    const mark = (of: unknown, desk = commercial) => desk.post(`/desk/entries/${id}/duplicate`, { of });
    const notThere = await mark(9_999_999);
    assertFailure(notThere, 400, 'INVALID', /^of: no entry has the id 9999999$/);
    assert.equal((await mark(elsewhere)).body, notThere.body.replace('9999999', String(elsewhere)));
    assertFailure(await mark(id), 400, 'INVALID', /^of: expected another entry/);
    for (const wrong of ['1', 1.5, 0, {}]) assertFailure(await mark(wrong), 400, 'INVALID', /^of:/);
    assert.deepEqual((await mark(kept)).json(), { id, version: await newest(id) });
    assert.equal((await row(id)).duplicate_of, kept);
    // A duplicate is replaced by its kept entry, which has to be within reach as well.
    const third = await entry();
    await admin.post(`/desk/entries/${kept}/duplicate`, { of: elsewhere });
    const chained = await commercial.post(`/desk/entries/${third}/duplicate`, { of: kept });
    assertFailure(chained, 400, 'INVALID', /^of:/);
    assert.deepEqual((await mark(null)).json(), { id, version: await newest(id) });
    assert.equal((await row(id)).duplicate_of, null);
  });

  it('turn a contact survey into a commercial entry that reports under the same customId', async () => {
    const id = await entry({ firstName: 'Claire', phone: '06 39 98 70 01' }, survey);
    const path = `/desk/entries/${id}/convert`;
    for (const wrong of [{}, { type: null }, { type: 'commercial.type.fax' }]) {
      assertFailure(await commercial.post(path, wrong), 400, 'INVALID', /^type:/);
    }
    const body = { type: 'commercial.type.website', sejourType: 'commercial.sejourType.temporaire' };
    assert.deepEqual((await commercial.post(path, body)).json(), { id, version: await newest(id) });
    const { kind, type, sejour_type } = await row(id);
    assert.deepEqual({ kind, type, sejourType: sejour_type }, { kind: 'commercial', ...body });
    assert.equal((await lookUp(service, `entry-${sent}`)).type, 'commercial');
    assertFailure(await commercial.post(path, body), 400, 'INVALID', /contact survey/);
  });

  it('are refused where the user may not change the entry, as if it were not there', async () => {
    const id = await entry({}, 'etablissement/5/commercial/create');
    const before = await row(id);
    for (const [act, body] of acts) {
      const outside = await commercial.post(`/desk/entries/${id}/${act}`, body);
      const notThere = await commercial.post(`/desk/entries/999999/${act}`, body);
      assertFailure(notThere, 404, 'NOTFOUND');
      assert.equal(outside.body, notThere.body.replace('999999', String(id)), act);
      assertFailure(await reader.post(`/desk/entries/${id}/${act}`, body), 403, 'FORBIDDEN');
    }
    assert.deepEqual(await row(id), before);
    assert.deepEqual(await audited(id), []);
  });

  it('on an application need the right to applications', async () => {
    const id = await entry({ etablissementId: 3 }, application);
    for (const [act, body] of acts) {
      assertFailure(await commercial.post(`/desk/entries/${id}/${act}`, body), 404, 'NOTFOUND');
    }
    assert.equal((await direction.post(`/desk/entries/${id}/processed`)).statusCode, 200);
  });

  it('take no path that is no id', async () => {
    for (const id of ['0', '-1', '1.5', 'x', '9007199254740993', "1'--", '__proto__']) {
      const answer = await admin.post(`/desk/entries/${encodeURIComponent(id)}/processed`);
      assertFailure(answer, 400, 'INVALID', /^id:/);
    }
  });

  it('belong to grants as they are at this moment', async () => {
    const desk = await signIn(service, [administrator]);
    const id = await entry();
    await execute(service.database, `update grants set role = 'reader' where user_id = ${desk.userId}`);
    assertFailure(await desk.post(`/desk/entries/${id}/processed`), 403, 'FORBIDDEN');
  });
});
