import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { execute, number } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { auditOf, entryRow, historyOf, versionOf } from '../../../test/fixtures/stored-entry.ts';

onSqlite('acts on an entry', (engine) => {
  let service: TestService;
  let admin: Desk;
  let direction: Desk;
  let commercial: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    admin = await signIn(service);
    direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Paul Girard');
    commercial = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Inès Moreau');
  });
  after(() => service.close());

  let sent = 0;
  const entry = (body: Record<string, unknown> = {}, route?: string) =>
    send(service, `entry-${++sent}`, body, route);
  const survey = 'etablissement/3/survey/create';
  const row = (id: number) => entryRow(service.database, id);
  const newest = (id: number) => versionOf(service.database, id);
  const audited = (id: number) => auditOf(service.database, id);

  it('a conflict changes nothing', async () => {
    const id = await entry({}, survey);
    const kept = await entry();
    await admin.patch(`/desk/entries/${id}`, { comment: 'Rappelée ce matin' });
    const version = await newest(id);
    for (const [name, body] of [
      ['owner', { userId: direction.userId }],
      ['assign', { establishmentId: 5 }],
      ['spam', { spam: true }],
      ['duplicate', { of: kept }],
      ['convert', { type: 'commercial.type.email' }],
    ] as const) {
      const before = await row(id);
      const answer = await direction.post(`/desk/entries/${id}/${name}`, { ...body, version: 0 });
      assert.equal(answer.statusCode, 409, name);
      const change = { author: 'Hélène Faure', change: 'updated' };
      assert.partialDeepStrictEqual(answer.json(), {
        error: { code: 'CONFLICT' },
        version,
        changes: [change],
      });
      assert.deepEqual(await row(id), before);
    }
    await ok(direction.post(`/desk/entries/${id}/spam`, { spam: true, version }));
    assert.equal((await row(id)).spam, 1);
  });

  it('processed, by the signed-in user', async () => {
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

  it('seen and spam', async () => {
    const id = await entry();
    await execute(service.database, `update entries set flagged = 1 where id = ${id}`);
    const seen = await ok(commercial.post(`/desk/entries/${id}/seen`));
    assert.deepEqual(seen, { id, version: await newest(id) });
    assert.deepEqual([(await row(id)).flagged, (await row(id)).status], [0, 'new']);
    for (const spam of [true, false]) {
      const answer = await commercial.post(`/desk/entries/${id}/spam`, { spam });
      assert.deepEqual(answer.json(), { id, version: await newest(id) });
      assert.equal((await row(id)).spam, spam ? 1 : 0);
    }
    const wrong = await commercial.post(`/desk/entries/${id}/spam`, { spam: 'true' });
    assertFailure(wrong, 400, 'INVALID', /^spam:/);
    assertFailure(await commercial.post(`/desk/entries/${id}/spam`), 400, 'INVALID', /^body:/);
  });

  it('back to call, with `withdraw`', async () => {
    const visit = { date: '2026-03-20', stage: 'Visite', done: false };
    for (const edit of [
      { actions: [visit] },
      { resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' },
    ]) {
      const id = await entry();
      const path = `/desk/entries/${id}`;
      await direction.patch(path, edit);
      const stood = (await direction.get(path)).json();
      assertFailure(await direction.post(`${path}/to-call`, {}), 400, 'INVALID', /^withdraw: expected true/);
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

  it('undo of one’s own last act', async () => {
    const id = await entry();
    const namesake = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Paul Girard');
    await direction.post(`/desk/entries/${id}/processed`);
    const refused = await namesake.post(`/desk/entries/${id}/undo`, {});
    assertFailure(refused, 409, 'CONFLICT', /^version: you were not the last/);
    assert.equal((await row(id)).status, 'processed');
    assert.equal((await direction.post(`/desk/entries/${id}/undo`, {})).statusCode, 200);
    assert.equal((await row(id)).status, 'new');
  });

  it('undo restores unnamed fields', async () => {
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

  it('moving to another residence', async () => {
    const id = await entry();
    const path = `/desk/entries/${id}/assign`;
    const where = async () => (await row(id)).establishment_id;
    const { data } = await ok<{ data: { id: number; name: string }[] }>(
      commercial.get(`/desk/entries/${id}/residences`),
    );
    assert.equal(data.length, await number(service.database, 'select count(*) from establishments'));
    assert.ok(data.every(({ name }) => name !== ''));
    const refused = await commercial.post(path, { establishmentId: 2 });
    assertFailure(refused, 400, 'INVALID', /^establishmentId:/);
    const moved = await ok(commercial.post(path, { establishmentId: 5 }));
    assert.deepEqual(moved, { id, version: await newest(id) });
    assert.deepEqual([await where(), (await row(id)).status], [5, 'new']);
    // A user of residence 3 alone no longer sees it.
    for (const desk of [commercial, direction]) {
      assertFailure(await desk.post(path, { establishmentId: 3 }), 404, 'NOTFOUND');
    }
  });

  it('versions grow with each act', async () => {
    const id = await entry();
    const version = async () =>
      (await ok<{ version: number }>(admin.get(`/desk/entries/${id}/version`))).version;
    assert.equal(await version(), 0);
    for (const comment of ['Une', 'Deux']) {
      const before = await version();
      await ok(admin.patch(`/desk/entries/${id}`, { comment }));
      assert.ok((await version()) > before);
    }
    assert.equal(await version(), await newest(id));
    assert.ok((await audited(id)).every(({ action }) => action !== 'read'));
  });

  it('uniting and separating', async () => {
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
    assert.deepEqual((await mark(kept)).json(), { id, version: await newest(id) });
    assert.equal((await row(id)).duplicate_of, kept);
    assert.deepEqual((await mark(null)).json(), { id, version: await newest(id), stayed: [] });
    assert.equal((await row(id)).duplicate_of, null);
  });

  it('converting a contact survey', async () => {
    const id = await entry({ firstName: 'Claire', phone: '06 39 98 70 01' }, survey);
    const path = `/desk/entries/${id}/convert`;
    const wrong = await commercial.post(path, { type: 'commercial.type.fax' });
    assertFailure(wrong, 400, 'INVALID', /^type:/);
    const body = { type: 'commercial.type.website', sejourType: 'commercial.sejourType.temporaire' };
    assert.deepEqual((await commercial.post(path, body)).json(), { id, version: await newest(id) });
    assert.partialDeepStrictEqual(await row(id), { kind: 'commercial', type: body.type });
    assert.equal((await lookUp(service, `entry-${sent}`)).type, 'commercial');
    assertFailure(await commercial.post(path, body), 400, 'INVALID', /contact survey/);
  });
});
