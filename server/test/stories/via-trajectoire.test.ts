import assert from 'node:assert/strict';
import { it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { correctWithoutTrace, erase, openOfficer, openRequest } from '../fixtures/privacy.ts';
import { rows } from '../fixtures/rows.ts';
import { assertFailure, onOneEngine, startService } from '../fixtures/service.ts';

const lead = { establishmentId: 3, type: 'commercial.type.phone' } as const;

onOneEngine('the number of a file in ViaTrajectoire', (engine) => {
  it('is typed by staff, found whole in any form, exported, corrected and erased', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { database } = service;
    const desk = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Diane');
    const officer = await openOfficer(service);
    const found = async (q: string, by: Desk = desk) => {
      const path = `/desk/search?q=${encodeURIComponent(q)}`;
      const { groups } = await ok<{ groups: { data: { id: number }[] }[] }>(by.get(path));
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
    const survey = await desk.patch(`/desk/entries/${second}`, {
      fields: { numeroViaTrajectoire: 'x'.repeat(256) },
    });
    assertFailure(survey, 400, 'INVALID', /numeroViaTrajectoire/);

    const request = await openRequest(officer, [first], { kind: 'access' });
    const answer = await officer.get(`/desk/privacy/requests/${request}/export.zip`);
    const files = unzipSync(answer.rawPayload);
    const texts = Object.values(files).map((file) => strFromU8(file));
    assert.ok(
      texts.some((text) => text.includes('N° ViaTrajectoire')),
      'its name',
    );
    assert.ok(
      texts.some((text) => text.includes('GA-2026 0312-458')),
      'its value',
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

  it('comes back as what it was when its removal is undone, and is of one person alone', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const desk = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Diane');
    const create = async (fields: object) =>
      (await ok<{ id: number }>(desk.post('/desk/entries', { ...lead, fields }))).id;
    const shown = (id: number) =>
      ok<{ fields: Record<string, unknown>; extra: object }>(desk.get(`/desk/entries/${id}`));
    const id = await create({ lastNameClient: 'Martin', numeroViaTrajectoire: '7712 0045' });
    await ok(desk.patch(`/desk/entries/${id}`, { fields: { numeroViaTrajectoire: null } }));
    await ok(desk.post(`/desk/entries/${id}/undo`, {}));
    const { fields, extra } = await shown(id);
    assert.deepEqual([fields.numeroViaTrajectoire, extra], ['7712 0045', {}]);
    const { groups } = await ok<{ groups: { data: { id: number }[] }[] }>(
      desk.get('/desk/search?q=77120045'),
    );
    assert.deepEqual(
      groups.flatMap(({ data }) => data.map((one) => one.id)),
      [id],
    );
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

  it('costs a lead without it nothing, and is no field of the contract', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const desk = await signIn(service);
    const id = await send(
      service,
      'site-1',
      { lastNameClient: 'Martin', numeroViaTrajectoire: '7712 0045' },
      'etablissement/3/commercial/create',
    );
    const entry = await ok<{ fields: object; extra: object }>(desk.get(`/desk/entries/${id}`));
    assert.deepEqual(Object.keys(entry.fields), ['lastNameClient']);
    assert.deepEqual(entry.extra, { numeroViaTrajectoire: '7712 0045' });
  });
});
