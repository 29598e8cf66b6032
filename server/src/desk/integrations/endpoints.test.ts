import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { newEntry, newEvent } from '../../../test/fixtures/outbox.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { dayMs } from '../../clock.ts';

onSqlite('endpoints at the desk', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine, { WEBHOOK_ALLOW: '10.1.0.0/16' });
    desk = await signIn(service);
  });
  after(() => service.close());

  /** The newest act of this user. */
  const audited = async (act: string, detail: object) =>
    assert.deepEqual(await lastAct(service, desk), [act, detail]);

  const url = 'https://hooks.example.org/in';
  const add = (body: object = { url }) =>
    ok<{ id: number; secret: string }>(desk.post('/desk/callers/1/endpoints', body));
  const endpoint = async (id: number) =>
    (await desk.get('/desk/endpoints')).json().data.find((one: { id: number }) => one.id === id);

  const stored = async (id: number) => {
    const query = `select secret, previous_secret as previous from endpoints where id = ${id}`;
    const [found] = await rows<{ secret: string; previous: string | null }>(service.database, query);
    const { decrypt } = service.secrets;
    return { secret: decrypt(found?.secret ?? ''), previous: found?.previous && decrypt(found.previous) };
  };

  it('a new endpoint’s secret is shown this once', async () => {
    const { id, secret, ...rest } = await add({ url, events: ['result', 'updated', 'result'] });
    assert.deepEqual(rest, { url, events: ['result', 'updated'] });
    assert.match(secret, /^whsec_/);
    await audited(`added endpoint ${id}`, { callerId: 1, events: ['result', 'updated'] });
    assert.equal((await stored(id)).secret, secret);
    assert.deepEqual((await endpoint(id)).events, ['result', 'updated']);
    assertFailure(await desk.post('/desk/callers/99/endpoints', { url }), 404, 'NOTFOUND', /no caller 99/);
  });

  it('an address to which nothing could be sent is refused', async () => {
    const { id } = await add({ url: 'http://10.1.2.3/in' });
    for (const [typed, expected] of [
      ['https://127.0.0.1/', /nothing could be sent there: 127.0.0.1 is not a public address/],
      ['https://[::1]/', /is not a public address/],
      ['https://user:secret@hooks.example.org/', /without a user/],
      ['ftp://hooks.example.org/', /begins with https/],
      [`https://hooks.example.org/${'x'.repeat(2_000)}`, /at most 2000 characters/],
    ] as const) {
      for (const [field, answer] of [
        ['url', await desk.post('/desk/callers/1/endpoints', { url: typed })],
        ['url', await desk.patch(`/desk/endpoints/${id}`, { url: typed })],
        ['webhook', await desk.post('/desk/callers', { name: 'x', webhook: typed })],
      ] as const) {
        assertFailure(answer, 400, 'INVALID', new RegExp(`^${field}: .*${expected.source}`));
      }
    }
    assert.equal((await endpoint(id)).url, 'http://10.1.2.3/in');
  });

  it('endpoints are changed, switched off and on', async () => {
    const { id } = await add();
    const change = (body: object) => desk.patch(`/desk/endpoints/${id}`, body);
    const other = 'https://other.example.org/in';
    const changed = (await change({ url: other, events: ['processed'] })).json();
    assert.deepEqual([changed.url, changed.events], [other, ['processed']]);
    await audited(`changed endpoint ${id}`, { changed: ['url', 'events'] });
    assert.equal((await change({ events: null })).json().events, null);

    const off = (await change({ state: 'off' })).json();
    assert.deepEqual([off.state, off.reason], ['off', 'It was switched off by hand']);
    await audited(`changed endpoint ${id}`, { changed: ['state'], state: 'off' });
    const entry = await newEntry(service, 'x');
    await newEvent(service, entry);
    assert.equal((await endpoint(id)).waiting, 1);
    // Whatever it was tried and put off meanwhile is due again, once.
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    const due = () =>
      rows<{ next_at: string }>(service.database, `select next_at from outbox where endpoint_id = ${id}`);
    assert.equal((await change({ state: 'on' })).json().state, 'on');
    const now = service.clock.now.toISOString();
    assert.deepEqual(await due(), [{ next_at: now }]);

    for (const [body, expected] of [
      [{ state: 'held' }, /^state: expected on or off/],
      [{ events: [] }, /^events: expected at least 1/],
      [{ secret: 'whsec_mine' }, /^secret: no field/],
    ] as const) {
      assertFailure(await change(body), 400, 'INVALID', expected);
    }
    assertFailure(await desk.patch('/desk/endpoints/99', { state: 'on' }), 404, 'NOTFOUND', /no endpoint 99/);
  });

  it('beside a new secret the old one signs for a day', async () => {
    const { id, secret } = await add();
    const rotated = (await desk.post(`/desk/endpoints/${id}/rotate`)).json();
    assert.equal(rotated.previousUntil, new Date(service.clock.now.getTime() + dayMs).toISOString());
    assert.notEqual(rotated.secret, secret);
    assert.equal((await endpoint(id)).previousUntil, rotated.previousUntil);
    assert.deepEqual(await stored(id), { secret: rotated.secret, previous: secret });
    await audited(`changed endpoint ${id}`, { changed: ['secret'] });
  });

  it('a test event is a delivery of its endpoint', async () => {
    const { id } = await add({ url, events: ['result'] });
    const { deliveryId } = (await desk.post(`/desk/endpoints/${id}/test`)).json();
    await audited(`added delivery ${deliveryId}`, { event: 'test', endpointId: id });
    const delivery = (await desk.get(`/desk/deliveries/${deliveryId}`)).json();
    assert.deepEqual([delivery.event, delivery.state, delivery.endpointId], ['test', 'pending', id]);
    assert.equal(JSON.parse(delivery.body).event, 'test');
  });
});
