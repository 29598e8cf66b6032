// An erasure that was decided can be taken back until it is done.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { closing, hold, openOfficer, openRequest, planOf, wholly } from '../../../test/fixtures/privacy.ts';
import { confirmRules, runNow } from '../../../test/fixtures/retention.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onOneEngine,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';
import { auditOf, newestEntry } from '../../../test/fixtures/stored-entry.ts';
import { dayMs } from '../../clock.ts';
import type { EntryFacts } from '../entry-facts.ts';
import { eraseDue } from './erase-due.ts';

const person = { lastNameClient: 'Quemener', phoneClient: '06 39 98 12 34' };

onOneEngine('an erasure that is decided', (engine) => {
  let service: TestService;
  let start: Date;
  let officer: Desk;
  let staff: Desk;
  let sent = 0;
  before(async () => {
    service = await startService(engine);
    start = service.clock.now;
    await addEndpoint(service);
    await confirmRules(service, ['prospect']);
  });
  beforeEach(async () => {
    service.clock.now = start;
    await execute(service.database, 'update entries set test = 1');
    await execute(service.database, 'delete from pending_erasures');
    await inDays(0);
  });
  after(() => service.close());

  const lead = (body: Record<string, unknown> = person) => send(service, `p-${++sent}`, body);
  const inDays = async (days: number) => {
    service.clock.now = new Date(start.getTime() + days * dayMs);
    officer = await openOfficer(service);
    staff = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
  };
  const work = () =>
    eraseDue({
      database: service.database,
      now: service.clock.now,
      onFailure: ({ error }) => assert.ifError(error),
    });
  const restrictionOf = async (id: number) => {
    const [row] = await rows<{ restriction: string | null }>(
      service.database,
      `select restriction from entries where id = ${id}`,
    );
    return row?.restriction;
  };
  const pending = async () =>
    ok<{
      total: number;
      data: { entryId: number; entry: EntryFacts }[];
    }>(officer.get('/desk/privacy/erasures/pending'));
  const take = (id: number, act: 'cancel', by = officer) =>
    by.post(`/desk/privacy/erasures/pending/${id}/${act}`);
  const decide = async (id: number) => {
    const requestId = await openRequest(officer, [id]);
    const { digest } = await planOf(officer, [id]);
    await ok(
      officer.post('/desk/privacy/erasures', { subjects: wholly([id]), digest, word: 'EFFACER', requestId }),
    );
    return requestId;
  };
  const stepsOf = async (requestId: number) => {
    const found = await rows<{ step: string }>(
      service.database,
      `select step from privacy_request_steps where request_id = ${requestId} order by id`,
    );
    return found.map(({ step }) => step).slice(3);
  };
  const stateFor = async (requestId: number) => {
    const [row] = await rows<{ state: string }>(
      service.database,
      `select state from privacy_request_entries where request_id = ${requestId}`,
    );
    return row?.state;
  };
  it('a decided erasure hides the entry, tells nobody, and is done after 72 hours', async () => {
    const id = await lead();
    const requestId = await decide(id);
    assertFailure(await staff.get(`/desk/entries/${id}`), 404, 'NOTFOUND');
    assert.equal((await officer.get(`/desk/privacy/entries/${id}`)).statusCode, 200);
    assert.deepEqual(await storedEvents(service, id), []);
    const dueAt = new Date(start.getTime() + 3 * dayMs).toISOString();
    const request = `/desk/privacy/requests/${requestId}`;
    const { close, ...answered } = closing;
    await ok(officer.patch(request, answered));
    assertFailure(await officer.patch(request, { close }), 409, 'CONFLICT', /has to be done/);
    const { total, data } = await pending();
    assert.deepEqual([total, data.length], [1, 1]);
    assert.deepEqual(data[0]?.entry.pendingErasure, {
      ...{ reason: 'request', requestId, decidedAt: start.toISOString(), decidedBy: 'Odile Marchand', dueAt },
    });

    service.clock.now = new Date(Date.parse(dueAt) - 1);
    assert.deepEqual(await work(), { erased: {}, takenBack: 0 });
    await inDays(3);
    assert.deepEqual(await work(), { erased: { request: 1 }, takenBack: 0 });
    assert.equal(await restrictionOf(id), 'erased');
    assert.deepEqual(
      (await storedEvents(service, id)).map(({ event }) => event),
      ['erased'],
    );
    assert.equal(await stateFor(requestId), 'done');
    await ok(officer.patch(request, { close }));
    const steps = ['erasure-decided', 'decided', 'answered', 'erased', 'closed'];
    assert.deepEqual(await stepsOf(requestId), steps);
    assert.equal(await number(service.database, 'select count(*) from pending_erasures'), 0);
    assert.equal((await pending()).total, 0);
    assert.deepEqual(await work(), { erased: {}, takenBack: 0 });
  });

  it('an erasure can be taken back until then, and a limitation goes on hiding the entry', async () => {
    const [id, limited] = [await lead(), await lead()];
    const requestId = await decide(id);
    assert.equal(await stateFor(requestId), 'found');
    const request = `/desk/privacy/requests/${requestId}`;
    for (const answer of [
      await officer.patch(`${request}/entries/${id}`, { state: 'refused', reason: 'x' }),
      await officer.patch(request, { decision: 'refused', ground: 'x' }),
    ])
      assertFailure(answer, 409, 'CONFLICT', /taken back, first/);
    await decide(limited);
    const limitation = await hold(officer, limited, 'limitation');
    assertFailure(await take(id, 'cancel', staff), 404, 'NOTFOUND');
    for (const one of [id, limited]) await ok(take(one, 'cancel'));
    assert.equal((await staff.get(`/desk/entries/${id}`)).statusCode, 200);
    assert.equal(await restrictionOf(limited), 'limited');
    await ok(officer.post(`/desk/privacy/holds/${limitation}/end`));
    assert.equal(await restrictionOf(limited), null);
    assert.deepEqual(await stepsOf(requestId), ['erasure-decided', 'erasure-cancelled']);
    assert.equal(await stateFor(requestId), 'found');
    const acts = (await auditOf(service.database, id)).map(({ detail }) => JSON.stringify(detail));
    assert.ok(acts.some((detail) => detail.includes('erasure-cancelled')));
    assertFailure(await take(id, 'cancel'), 404, 'NOTFOUND');
    await inDays(4);
    assert.deepEqual(await work(), { erased: {}, takenBack: 0 });
  });

  it('a decided erasure waits while the entry is held', async () => {
    const id = await lead();
    const request = `/desk/privacy/requests/${await decide(id)}`;
    // As one that was closed when a pending erasure counted as done.
    await execute(
      service.database,
      `update privacy_requests set decision = 'granted', closed_at = received_on`,
    );
    const held = await hold(officer, id, 'hold');
    const { closedAt, decision } = await ok<{ closedAt: null; decision: null }>(officer.get(request));
    assert.deepEqual([closedAt, decision], [null, null]);
    await inDays(3);
    assert.deepEqual(await work(), { erased: {}, takenBack: 0 });
    assert.equal(await restrictionOf(id), 'limited');
    await ok(officer.post(`/desk/privacy/holds/${held}/end`));
    assert.equal(await restrictionOf(id), 'limited', 'the end of a hold shows nothing that is to be erased');
    assert.deepEqual((await work()).erased, { request: 1 });
  });

  it('retention hides for seven days, in which the officer takes it back', async () => {
    const id = await lead();
    await inDays(1_100);
    assert.deepEqual(await runNow(service), { prospect: 1 });
    assert.equal(await restrictionOf(id), 'limited');
    assertFailure(await staff.get(`/desk/entries/${id}`), 404, 'NOTFOUND');
    const [first] = (await pending()).data;
    assert.deepEqual(
      [first?.entry.pendingErasure?.reason, first?.entry.pendingErasure?.requestId],
      ['prospect', null],
    );
    await inDays(1_106.9);
    assert.deepEqual(await runNow(service), {});
    assert.deepEqual(await work(), { erased: {}, takenBack: 0 });
    await ok(take(id, 'cancel'));
    assert.equal((await staff.get(`/desk/entries/${id}`)).statusCode, 200);
    await inDays(1_107);
    assert.deepEqual(await runNow(service), {}, 'it counts anew from the day on which it was taken back');
    await inDays(2_210);
    assert.deepEqual(await runNow(service), { prospect: 1 });
    await inDays(2_217);
    assert.deepEqual(await work(), { erased: { prospect: 1 }, takenBack: 0 });
    assert.equal(await restrictionOf(id), 'erased');
  });

  it('a partner’s message takes an erasure of retention back, not one for a request', async () => {
    const partner = (body: object) => service.exchange('/appli/partner/orientation', body);
    const message = (numero: string) => ({ NumeroDemandeOrientationCR: numero, etablissementId: 3 });
    const numbers = ['2026 / 100_000_701', '2026 / 100_000_702'] as const;
    const ids: number[] = [];
    for (const numero of numbers) {
      await ok(partner({ ...message(numero), 'PersonneAgee / Nom': 'Noir' }));
      ids.push(await newestEntry(service.database));
    }
    const [byRule = 0, byRequest = 0] = ids;
    await inDays(1_100);
    assert.deepEqual(await runNow(service), { prospect: 2 });
    await decide(byRequest);
    assert.equal((await pending()).data[0]?.entryId, byRequest, 'those for requests come first');
    for (const numero of numbers) await ok(partner({ ...message(numero), GirEstime: 'GIR 2' }));
    assert.deepEqual([await restrictionOf(byRule), await restrictionOf(byRequest)], [null, 'limited']);
    await inDays(1_103);
    assert.deepEqual((await work()).erased, { request: 1 });
    assert.deepEqual(await runNow(service), {}, 'it counts anew');
  });

  it('retention is taken back when the family writes again, by a request, hold or longer rule', async () => {
    const [again, held, asked] = [
      await lead(),
      await lead({ phoneClient: '06 39 98 22 22' }),
      await lead({ phoneClient: '06 39 98 33 33' }),
    ];
    const longer = await lead({ phoneClient: '06 39 98 44 44' });
    await inDays(1_100);
    assert.deepEqual(await runNow(service), { prospect: 4 });
    assert.deepEqual(await work(), { erased: {}, takenBack: 0 });
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    await lead();
    await execute(service.database, `update entries set spam = 1 where id = ${await lead()}`);
    const litigation = { kind: 'hold', reason: 'Litige', until: '2029-12-31' };
    await ok(officer.post(`/desk/privacy/entries/${held}/holds`, litigation));
    await openRequest(officer, [asked], { kind: 'access' });
    assert.deepEqual(await work(), { erased: {}, takenBack: 3 });
    assert.deepEqual(await Promise.all([again, held, asked, longer].map(restrictionOf)), [
      null,
      null,
      null,
      'limited',
    ]);
    for (const day of [1_101, 1_102]) {
      await inDays(day);
      assert.deepEqual(await runNow(service), {}, 'the family that has written again counts anew');
    }
    await ok(officer.patch('/desk/privacy/retention/prospect', { days: 1_200 }));
    await inDays(1_108);
    assert.deepEqual(await work(), { erased: {}, takenBack: 1 });
    await ok(officer.patch('/desk/privacy/retention/prospect', { days: 1_200 }));
    await confirmRules(service, ['prospect']);
  });
});
