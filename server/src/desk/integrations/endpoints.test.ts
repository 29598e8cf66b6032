import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { newEntry, newEvent } from '../../../test/fixtures/outbox.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('endpoints at the desk', (engine) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService(engine, { WEBHOOK_ALLOW: '10.1.0.0/16' });
  });
  afterEach(() => service.close());

  const url = 'https://hooks.example.org/in';
  const add = async (desk: Desk, body: object = { url }) => {
    return ok<{ id: number; url: string; events: string[] | null; secret: string }>(
      desk.post('/desk/callers/1/endpoints', body),
    );
  };
  const endpoint = async (desk: Desk, id: number) =>
    (await desk.get('/desk/endpoints')).json().data.find((one: { id: number }) => one.id === id);

  it('are added, and their secret is shown this once', async () => {
    const desk = await signIn(service);
    const { id, secret, ...rest } = await add(desk, { url, events: ['result', 'updated', 'result'] });
    assert.deepEqual(rest, { url, events: ['result', 'updated'] });
    assert.match(secret, /^whsec_/);
    assert.deepEqual(await lastAct(service, desk), [
      `added endpoint ${id}`,
      { callerId: 1, events: ['result', 'updated'] },
    ]);
    const [stored] = await rows<{ secret: string }>(service.database, `select secret from endpoints`);
    assert.equal(service.secrets.decrypt(stored?.secret ?? ''), secret);
    assert.deepEqual((await endpoint(desk, id)).events, ['result', 'updated']);
    assertFailure(await desk.post('/desk/callers/99/endpoints', { url }), 404, 'NOTFOUND', /no caller 99/);
  });

  it('are refused where nothing could be sent to', async () => {
    const desk = await signIn(service);
    const { id } = await add(desk, { url: 'http://10.1.2.3/in' });
    for (const [typed, expected] of [
      ['https://127.0.0.1/', /nothing could be sent there: 127.0.0.1 is not a public address/],
      ['https://[::1]/', /is not a public address/],
      ['https://user:secret@hooks.example.org/', /without a user/],
      ['ftp://hooks.example.org/', /begins with https/],
      ['javascript:alert(1)', /begins with https/],
      ['', /expected a string/],
      [`https://hooks.example.org/${'x'.repeat(2_000)}`, /at most 2000 characters/],
    ] as const) {
      for (const [field, answer] of [
        ['url', await desk.post('/desk/callers/1/endpoints', { url: typed })],
        ['url', await desk.patch(`/desk/endpoints/${id}`, { url: typed })],
        ...(typed === ''
          ? []
          : [['webhook', await desk.post('/desk/callers', { name: 'x', webhook: typed })] as const]),
      ] as const) {
        assertFailure(answer, 400, 'INVALID', new RegExp(`^${field}: .*${expected.source}`));
      }
    }
    assert.equal((await endpoint(desk, id)).url, 'http://10.1.2.3/in');
  });

  it('are changed, switched off and on', async () => {
    const desk = await signIn(service);
    const { id } = await add(desk);
    const change = (body: object) => desk.patch(`/desk/endpoints/${id}`, body);
    const other = 'https://other.example.org/in';
    const changed = (await change({ url: other, events: ['processed'] })).json();
    assert.deepEqual([changed.url, changed.events], [other, ['processed']]);
    assert.deepEqual(await lastAct(service, desk), [
      `changed endpoint ${id}`,
      { changed: ['url', 'events'] },
    ]);
    assert.equal((await change({ events: null })).json().events, null);

    const off = (await change({ state: 'off' })).json();
    assert.deepEqual([off.state, off.reason], ['off', 'It was switched off by hand']);
    assert.deepEqual(await lastAct(service, desk), [
      `changed endpoint ${id}`,
      { changed: ['state'], state: 'off' },
    ]);
    const entry = await newEntry(service, 'x');
    await newEvent(service, entry);
    assert.equal((await endpoint(desk, id)).waiting, 1);
    // Whatever it was tried and put off meanwhile is due again, once.
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    const due = () => rows<{ next_at: string }>(service.database, 'select next_at from outbox');
    assert.equal((await change({ state: 'on' })).json().state, 'on');
    const now = service.clock.now.toISOString();
    assert.deepEqual(await due(), [{ next_at: now }]);
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    assert.equal((await change({ state: 'on' })).json().state, 'on');
    assert.deepEqual(await due(), [{ next_at: now }]);

    for (const [body, expected] of [
      [{}, /^body: expected some field/],
      [{ state: 'held' }, /^state: expected on or off/],
      [{ events: [] }, /^events: expected at least 1/],
      [{ events: ['all'] }, /^events\[0\]: expected one of processed/],
      [{ secret: 'whsec_mine' }, /^secret: no field/],
    ] as const) {
      assertFailure(await change(body), 400, 'INVALID', expected);
    }
    assertFailure(await desk.patch('/desk/endpoints/99', { state: 'on' }), 404, 'NOTFOUND', /no endpoint 99/);
  });

  it('get a new secret, beside which the old one signs for a day', async () => {
    const desk = await signIn(service);
    const { id, secret } = await add(desk);
    const rotated = (await desk.post(`/desk/endpoints/${id}/rotate`)).json();
    assert.equal(rotated.previousUntil, '2026-03-05T09:00:00.000Z');
    assert.notEqual(rotated.secret, secret);
    assert.equal((await endpoint(desk, id)).previousUntil, rotated.previousUntil);
    const [stored] = await rows<{ secret: string; previous_secret: string }>(
      service.database,
      `select secret, previous_secret from endpoints where id = ${id}`,
    );
    assert.equal(service.secrets.decrypt(stored?.secret ?? ''), rotated.secret);
    assert.equal(service.secrets.decrypt(stored?.previous_secret ?? ''), secret);
    assert.deepEqual(await lastAct(service, desk), [`changed endpoint ${id}`, { changed: ['secret'] }]);
    assertFailure(await desk.post('/desk/endpoints/99/rotate'), 404, 'NOTFOUND');
  });

  it('are sent a test event', async () => {
    const desk = await signIn(service);
    const { id } = await add(desk, { url, events: ['result'] });
    const { deliveryId } = (await desk.post(`/desk/endpoints/${id}/test`)).json();
    assert.deepEqual(await lastAct(service, desk), [
      `added delivery ${deliveryId}`,
      { event: 'test', endpointId: id },
    ]);
    const delivery = (await desk.get(`/desk/deliveries/${deliveryId}`)).json();
    assert.deepEqual([delivery.event, delivery.state, delivery.endpointId], ['test', 'pending', id]);
    assert.equal(JSON.parse(delivery.body).event, 'test');
    assertFailure(await desk.post('/desk/endpoints/99/test'), 404, 'NOTFOUND');
  });
});
