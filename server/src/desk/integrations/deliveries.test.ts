import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type AuditLine, lastAct } from '../../../test/fixtures/audit-lines.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { newEndpoint, newEntry, newEvent } from '../../../test/fixtures/outbox.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('deliveries at the desk', (engine) => {
  let service: TestService;
  let desk: Desk;
  let filled: Awaited<ReturnType<typeof fill>>;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
    filled = await fill();
  });
  after(() => service.close());

  /** The newest act of this user. */
  const audited = async (act: string, detail: object) =>
    assert.deepEqual(await lastAct(service, desk), [act, detail]);

  const list = (query = '') =>
    ok<{ data: { id: number }[]; total: { count: number }; next: string | null; previous: string | null }>(
      desk.get(`/desk/deliveries?${query}`),
    );
  const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);

  /** Two endpoints, the second one off, and four events for each, of two entries: pending, failed, delivered, pending. */
  async function fill() {
    const { database } = service;
    const on = (await newEndpoint(service)).id;
    const off = (await newEndpoint(service, 'https://off.example.org/')).id;
    const [first, second] = [await newEntry(service, 'a'), await newEntry(service, 'b')];
    for (const [i, entryId] of [first, first, second, second].entries()) {
      await newEvent(service, entryId, { sequence: i + 1 });
    }
    const found = await rows<{ id: number; endpoint_id: number }>(
      database,
      'select id, endpoint_id from outbox order by id',
    );
    const of = (endpoint: number) => found.filter((row) => row.endpoint_id === endpoint).map(({ id }) => id);
    for (const [i, state, at] of [
      [1, 'failed', '2026-03-04T08:00:00.000Z'],
      [2, 'delivered', '2026-03-04T08:30:00.000Z'],
    ] as const) {
      await execute(
        database,
        `update outbox set state = '${state}', next_at = null, finished_at = '${at}'
         where id in (${of(on)[i]}, ${of(off)[i]})`,
      );
    }
    await execute(database, `update endpoints set state = 'off', reason = 'Test' where id = ${off}`);
    return { on, off, first, second, ofOn: of(on).reverse(), ofOff: of(off).reverse() };
  }

  it('deliveries are found by state, endpoint and entry, newest first', async () => {
    const { on, off, first, ofOn, ofOff } = filled;
    const all = [...ofOn, ...ofOff].sort((a, b) => b - a);
    assert.deepEqual(await ids(''), all);
    const { data: _, ...rest } = await list();
    assert.deepEqual(rest, { total: { count: 8, exact: true }, next: null, previous: null });
    const places = (...of: number[]) =>
      [...of.map((i) => ofOn[i]), ...of.map((i) => ofOff[i])].sort((a, b) => Number(b) - Number(a));
    assert.deepEqual(await ids('state=pending'), [ofOn[0], ofOn[3]]);
    assert.deepEqual(await ids('state=held'), [ofOff[0], ofOff[3]]);
    assert.deepEqual(await ids('state=failed'), places(2));
    assert.deepEqual(await ids('state=delivered'), places(1));
    assert.deepEqual(await ids(`endpointId=${on}`), ofOn);
    assert.deepEqual(await ids(`entryId=${first}`), places(2, 3));
    assert.deepEqual(await ids(`entryId=${first}&endpointId=${off}&state=failed`), [ofOff[2]]);
    assert.deepEqual(await ids(`endpointId=${on}&state=held`), []);
    assert.equal((await list(`endpointId=${on}&state=held`)).total.count, 0);
    assert.deepEqual(await ids('customId=a'), places(2, 3));
    assert.deepEqual(await ids('customId=A'), []);
  });

  it('a delivery is shown with its attempts, and who reads it is noted', async () => {
    const { ofOn, second, on } = filled;
    const [id] = ofOn;
    await execute(
      service.database,
      `insert into attempts (outbox_id, at, status, ms, failure_reason, response_excerpt)
       values (${id}, '2026-03-04T08:00:00.000Z', 500, 12, 'HTTP 500', '<script>alert(1)</script>')`,
    );
    const { body, webhookId, ...shown } = (await desk.get(`/desk/deliveries/${id}`)).json();
    assert.match(webhookId, /^msg_/);
    assert.equal(JSON.parse(body).sequence, 4);
    const attempt = { status: 500, ms: 12, cause: 'HTTP 500', answer: '<script>alert(1)</script>' };
    assert.partialDeepStrictEqual(shown, {
      ...{ id, endpointId: on, caller: 'site', url: 'https://hooks.example.org/in', entryId: second },
      ...{ customId: 'b', event: 'updated', sequence: 4, state: 'pending', attempts: 1, finishedAt: null },
      log: [{ at: '2026-03-04T08:00:00.000Z', ...attempt }],
    });
    await audited(`read delivery ${id}`, { entryId: second });
    assertFailure(await desk.get('/desk/deliveries/99'), 404, 'NOTFOUND', /no delivery 99/);
  });

  it('waiting deliveries are due at once when an administrator says so', async () => {
    const { on, off, ofOn } = filled;
    const [soon, waiting] = [ofOn[0], ofOn[3]];
    const setNext = (id: number | undefined, at: string) =>
      execute(service.database, `update outbox set next_at = '${at}', attempts = 5 where id = ${id}`);
    // One may be on its way already: it must not be sent twice.
    await setNext(soon, '2026-03-04T09:00:30.000Z');
    await setNext(waiting, '2026-03-05T09:00:00.000Z');
    const answer = await desk.post(`/desk/endpoints/${on}/send-now`);
    assert.deepEqual(answer.json(), { count: 1 });
    await audited('sent-again delivery', { endpointId: on, count: 1 });
    const pending = `select id, next_at, attempts from outbox where endpoint_id = ${on} and state = 'pending'`;
    assert.deepEqual(await rows(service.database, `${pending} order by id`), [
      { id: waiting, next_at: service.clock.now.toISOString(), attempts: 0 },
      { id: soon, next_at: '2026-03-04T09:00:30.000Z', attempts: 5 },
    ]);
    assertFailure(await desk.post(`/desk/endpoints/${off}/send-now`), 400, 'INVALID', /not on/);
    assertFailure(await desk.post('/desk/endpoints/99/send-now'), 404, 'NOTFOUND');
  });

  it('deliveries are sent again: one, or all that failed since a moment', async () => {
    const { ofOn } = filled;
    const delivered = ofOn[1];
    assert.deepEqual((await desk.post(`/desk/deliveries/${delivered}/resend`)).json(), { done: true });
    assert.deepEqual(await ids('state=pending'), [ofOn[0], delivered, ofOn[3]]);
    await audited(`sent-again delivery ${delivered}`, {});
    assertFailure(await desk.post('/desk/deliveries/99/resend'), 404, 'NOTFOUND');

    const resend = (body: unknown) => desk.post('/desk/deliveries/resend', body);
    const before = await desk.get('/desk/audit?action=sent-again');
    assert.deepEqual((await resend({ since: '2026-03-04', dryRun: true })).json(), { count: 2 });
    assert.equal((await list('state=failed')).data.length, 2);
    assert.deepEqual((await resend({ since: '2026-03-04T08:00:01Z' })).json(), { count: 0 });
    assert.deepEqual((await resend({ since: '2026-03-04T09:00:00+01:00' })).json(), { count: 2 });
    assert.deepEqual(await ids('state=failed'), []);
    await audited('sent-again delivery', { since: '2026-03-04T08:00:00.000Z', count: 2 });
    const after = await desk.get('/desk/audit?action=sent-again');
    const added = after.json<{ data: AuditLine[] }>().data.length - before.json().data.length;
    assert.equal(added, 2, 'a dry run is an act of nobody');
    for (const since of ['yesterday', '2026-02-30', '0001-01-01T00:00+14:00'])
      assertFailure(await resend({ since }), 400, 'INVALID', /^since: expected/);
  });

  it('pages of deliveries stay in order while more are written', async () => {
    const { on, ofOn, first } = filled;
    const query = `endpointId=${on}&limit=3`;
    const one = await list(query);
    assert.deepEqual([one.data.map(({ id }) => id), one.previous], [ofOn.slice(0, 3), null]);
    await newEvent(service, first, { sequence: 9 });
    const two = await list(`${query}&after=${one.next}`);
    assert.deepEqual([two.data.map(({ id }) => id), two.next, two.total.count], [ofOn.slice(3), null, 5]);
    const back = await list(`${query}&before=${two.previous}`);
    assert.deepEqual([back.data, back.next], [one.data, one.next]);
    assert.notEqual(back.previous, null);

    for (const [wrong, expected] of [
      ['after=x', /^after: expected a cursor/],
      [`after=${Buffer.from('{"__proto__":1}').toString('base64url')}`, /^after: expected a cursor/],
      [`after=${one.next}&before=${one.next}`, /^before: expected none beside after/],
      ['state=lost', /^state: expected one of pending, held/],
    ] as const) {
      assertFailure(await desk.get(`/desk/deliveries?${wrong}`), 400, 'INVALID', expected);
    }
  });
});
