import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { correctWithoutTrace, erase, openOfficer, openRequest } from '../fixtures/privacy.ts';
import { rows } from '../fixtures/rows.ts';
import { onOneEngine, startService, type TestService } from '../fixtures/service.ts';

const lead = { establishmentId: 3, type: 'commercial.type.phone' } as const;

onOneEngine('the number of a file in ViaTrajectoire', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Diane');
  });
  after(() => service.close());

  it('the number is typed, found whole in any form, exported, corrected, erased', async () => {
    const { database } = service;
    const officer = await openOfficer(service);
    const found = async (q: string) => {
      const path = `/desk/search?q=${encodeURIComponent(q)}`;
      const { groups } = await ok<{ groups: { data: { id: number }[] }[] }>(desk.get(path));
      return groups.flatMap(({ data }) => data.map(({ id }) => id));
    };
    const create = async (numeroViaTrajectoire: string, lastNameClient: string) => {
      const body = { ...lead, fields: { lastNameClient, numeroViaTrajectoire } };
      return (await ok<{ id: number }>(desk.post('/desk/entries', body))).id;
    };
    const first = await create('GA-2026 0312-458', 'Martin');
    const second = await create('7712 0045', 'Bernard');
    for (const typed of ['GA-2026 0312-458', 'ga20260312458', ' GA 2026-0312 458 '])
      assert.deepEqual(await found(typed), [first], typed);
    assert.deepEqual([await found('77120045'), await found('7712-0045')], [[second], [second]]);
    // Exactly: neither a part of it, nor more.
    for (const typed of ['GA-2026', '0312-458', '7712', '771200451'])
      assert.deepEqual(await found(typed), [], typed);
    const list = await ok<{ data: { id: number }[] }>(desk.get('/desk/entries?kind=commercial&q=7712-0045'));
    assert.deepEqual(
      list.data.map(({ id }) => id),
      [second],
    );

    await ok(desk.patch(`/desk/entries/${second}`, { fields: { numeroViaTrajectoire: '7712 0046' } }));
    assert.deepEqual([await found('77120045'), await found('77120046')], [[], [second]]);

    const request = await openRequest(officer, [first], { kind: 'access' });
    const answer = await officer.get(`/desk/privacy/requests/${request}/export.zip`);
    const files = unzipSync(answer.rawPayload);
    const texts = Object.values(files).map((file) => strFromU8(file));
    for (const said of ['N° ViaTrajectoire', 'GA-2026 0312-458'])
      assert.ok(
        texts.some((text) => text.includes(said)),
        said,
      );

    await ok(correctWithoutTrace(officer, second, { fields: { numeroViaTrajectoire: null } }));
    assert.deepEqual(await found('77120046'), []);
    await erase(officer, first);
    assert.deepEqual(await found('GA-2026 0312-458'), []);
    for (const table of ['entries', 'history']) {
      const column = table === 'entries' ? 'fields' : 'detail';
      const left = await rows<{ text: string }>(database, `select ${column} as text from ${table}`);
      assert.doesNotMatch(JSON.stringify(left), /0312-458|7712 004/, table);
    }
  });

  it('the number comes back when its removal is undone, and is of one person alone', async () => {
    const create = async (fields: object) =>
      (await ok<{ id: number }>(desk.post('/desk/entries', { ...lead, fields }))).id;
    const shown = (id: number) =>
      ok<{ fields: Record<string, unknown>; extra: object }>(desk.get(`/desk/entries/${id}`));
    const id = await create({ lastNameClient: 'Martin', numeroViaTrajectoire: '7712 0045' });
    await ok(desk.patch(`/desk/entries/${id}`, { fields: { numeroViaTrajectoire: null } }));
    await ok(desk.post(`/desk/entries/${id}/undo`, {}));
    const { fields, extra } = await shown(id);
    assert.deepEqual([fields.numeroViaTrajectoire, extra], ['7712 0045', {}]);
    // A site has sent one of its own.
    const sent = { numeroViaTrajectoire: '1' };
    const site = await send(service, 'site-2', sent, 'etablissement/3/commercial/create');
    await ok(desk.patch(`/desk/entries/${site}`, { fields: { numeroViaTrajectoire: '2' } }));
    await ok(desk.post(`/desk/entries/${site}/undo`, {}));
    const before = await shown(site);
    assert.deepEqual([before.fields.numeroViaTrajectoire, before.extra], [undefined, sent]);

    for (const [lastNameClient, take, number] of [
      ['Bernard', [], undefined],
      ['Bernard', ['numeroViaTrajectoire'], '7712 0045'],
      ['Martin', [], '7712 0045'],
    ] as const) {
      const kept = await create({ lastNameClient });
      await ok(desk.post(`/desk/entries/${id}/duplicate`, { of: kept, take }));
      assert.equal((await shown(kept)).fields.numeroViaTrajectoire, number);
      await ok(desk.post(`/desk/entries/${id}/duplicate`, { of: null }));
    }
  });
});
