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
  let added = 0;
  const add = (body: object = {}) =>
    ok<{ id: number; secret: string }>(
      desk.post('/desk/callers/1/endpoints', { url: `${url}/${++added}`, ...body }),
    );
  const endpoint = async (id: number) =>
    (await desk.get('/desk/endpoints')).json().data.find((one: { id: number }) => one.id === id);

  const stored = async (id: number) => {
    const query = `select secret, previous_secret as previous, header from endpoints where id = ${id}`;
    const [found] = await rows<{ secret: string; previous: string | null; header: string | null }>(
      service.database,
      query,
    );
    const { decrypt } = service.secrets;
    return {
      secret: decrypt(found?.secret ?? ''),
      previous: found?.previous && decrypt(found.previous),
      header: found?.header && decrypt(found.header),
    };
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

  it('an endpoint has one header of its own, which is shown to nobody', async () => {
    const { id, ...answer } = await add({ header: ' X-Api-Key:  canary 1 ' });
    assert.ok(!JSON.stringify(answer).includes('canary'));
    assert.equal((await stored(id)).header, 'x-api-key: canary 1');
    const change = (body: object) => desk.patch(`/desk/endpoints/${id}`, body);
    const kept = (await change({ events: ['result'] })).json();
    assert.equal(kept.hasHeader, true);
    assert.ok(!JSON.stringify(kept).includes('canary'));
    assertFailure(await change({ url: `${url}/moved` }), 400, 'INVALID', /^header: .*anew/);
    await ok(change({ url: `${url}/moved`, header: 'Authorization: Bearer b' }));
    await audited(`changed endpoint ${id}`, { changed: ['url', 'header'] });
    assert.equal((await stored(id)).header, 'authorization: Bearer b');
    for (const header of [
      ...['canary', ': canary', 'X Y: canary', 'x: ', 'x: a\r\ny: canary', 'x: é', `x: ${'y'.repeat(1_000)}`],
      ...['Host: a', 'Content-Length: 1', 'content-type: a', 'Connection: close', 'TE: a', 'Upgrade: a'],
      ...['Transfer-Encoding: a', 'Proxy-Authorization: a', 'Webhook-Signature: a'],
    ]) {
      const refused = await change({ header });
      assertFailure(refused, 400, 'INVALID', /^header: /);
      assert.doesNotMatch(refused.body, /canary/);
    }
    assert.equal((await change({ header: null })).json().hasHeader, false);
  });

  it('a caller has an address once', async () => {
    const { id } = await add({ url: 'https://once.example.org' });
    const second = await desk.post('/desk/callers/1/endpoints', { url: 'https://ONCE.example.org/' });
    assertFailure(second, 400, 'INVALID', new RegExp(`^url: endpoint ${id} of this caller`));
    const other = await add();
    const moved = await desk.patch(`/desk/endpoints/${other.id}`, { url: 'https://once.example.org/' });
    assertFailure(moved, 400, 'INVALID', /^url: endpoint/);
    await ok(desk.patch(`/desk/endpoints/${id}`, { url: 'https://once.example.org/' }));
    const caller = await ok<{ id: number }>(desk.post('/desk/callers', { name: 'autre' }));
    await ok(desk.post(`/desk/callers/${caller.id}/endpoints`, { url: 'https://once.example.org/' }));
  });

  it('beside a new secret the old one signs for a day', async () => {
    const { id, secret } = await add();
    const rotated = (await desk.post(`/desk/endpoints/${id}/rotate`)).json();
    assert.equal(rotated.previousUntil, new Date(service.clock.now.getTime() + dayMs).toISOString());
    assert.notEqual(rotated.secret, secret);
    assert.equal((await endpoint(id)).previousUntil, rotated.previousUntil);
    assert.deepEqual(await stored(id), { secret: rotated.secret, previous: secret, header: null });
    await audited(`changed endpoint ${id}`, { changed: ['secret'] });
  });

  it('a test event is a delivery of its endpoint', async () => {
    const { id } = await add({ events: ['result'] });
    const { deliveryId } = (await desk.post(`/desk/endpoints/${id}/test`)).json();
    await audited(`added delivery ${deliveryId}`, { event: 'test', endpointId: id });
    const delivery = (await desk.get(`/desk/deliveries/${deliveryId}`)).json();
    assert.deepEqual([delivery.event, delivery.state, delivery.endpointId], ['test', 'pending', id]);
    assert.equal(JSON.parse(delivery.body).event, 'test');
  });
});
