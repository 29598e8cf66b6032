import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { erase, expirePastHolds, hold, openOfficer } from '../../../test/fixtures/privacy.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { expireHolds } from './end.ts';

onSqlite('holds', (engine) => {
  let service: TestService;
  let staff: Desk;
  let officer: Desk;
  before(async () => {
    service = await startService(engine);
    staff = await signIn(service);
    officer = await openOfficer(service);
  });
  after(() => service.close());

  let made = 0;
  const lead = (body: Record<string, unknown> = {}) => send(service, `lead-${++made}`, body);
  const litigation = { kind: 'hold', reason: 'Litige avec Mme Quéméner', until: '2026-12-31' };
  const badge = async (desk: Desk, path: string) => {
    return (await ok<{ hold: unknown }>(desk.get(path))).hold;
  };
  const end = (id: number) => officer.post(`/desk/privacy/holds/${id}/end`);

  it('a hold lasts until a day from today on, five years at most', async () => {
    const id = await lead();
    const add = (body: object, to = id) =>
      officer.post(`/desk/privacy/entries/${to}/holds`, { ...litigation, ...body });
    for (const until of ['2026-03-03', '2031-03-05', '2026-02-30'])
      assertFailure(await add({ until }), 400, 'INVALID', /^until/);
    assertFailure(await add({ reason: '' }), 400, 'INVALID', /^reason/);
    assertFailure(await add({ kind: 'other' }), 400, 'INVALID', /^kind/);
    for (const until of ['2026-03-04', '2031-03-04']) assert.equal((await add({ until })).statusCode, 200);
    assertFailure(await add({}, 999_999), 404, 'NOTFOUND');
  });

  it('a hold shows on its entry and in the list until it ends, and an erasure takes its reason', async () => {
    const id = await lead();
    const path = `/desk/privacy/entries/${id}/holds`;
    assert.equal(await badge(staff, `/desk/entries/${id}`), null);
    const { id: added } = await ok<{ id: number }>(officer.post(path, litigation));
    assert.deepEqual(await badge(staff, `/desk/entries/${id}`), { kind: 'hold', until: '2026-12-31' });
    const listed = async () =>
      (
        await ok<{ data: { id: number; reason: string; endedAt: string | null }[] }>(
          officer.get('/desk/privacy/holds'),
        )
      ).data.find((one) => one.id === added);
    assert.deepEqual([(await listed())?.reason, (await listed())?.endedAt], [litigation.reason, null]);
    await ok(end(added));
    assert.equal((await end(added)).statusCode, 200, 'nothing is done the second time');
    assert.equal(await badge(staff, `/desk/entries/${id}`), null);
    await erase(officer, id);
    assert.equal((await listed())?.reason, '');
    assertFailure(await officer.post(path, litigation), 409, 'ERASED');
    assertFailure(await end(999_999), 404, 'NOTFOUND');
  });

  it('a limited entry is the officer’s alone, until the last limitation ends', async () => {
    const id = await lead({ lastNameClient: 'Kerbrat', phoneClient: '06 39 98 21 21' });
    const first = await hold(officer, id, 'limitation');
    const second = await hold(officer, id, 'limitation');
    assertFailure(await staff.get(`/desk/entries/${id}`), 404, 'NOTFOUND');
    for (const path of [
      '/desk/entries?kind=commercial&q=Kerbrat',
      '/desk/entries.csv?kind=commercial',
      '/desk/today',
    ])
      assert.doesNotMatch((await staff.get(path)).body, /Kerbrat/, path);
    assert.doesNotMatch((await staff.get('/desk/families?phone=0639982121')).body, /Kerbrat/);
    const check = await service.post(`/fr/checkPhone?${service.query}`, { phone: '06 39 98 21 21' });
    assert.doesNotMatch(check.body, new RegExp(`"id":${id}`));
    const hidden = { kind: 'limitation', until: '2026-12-31' };
    assert.deepEqual(await badge(officer, `/desk/privacy/entries/${id}`), hidden);
    assert.match((await officer.get(`/desk/privacy/entries/${id}`)).body, /Kerbrat/);
    await end(first);
    assertFailure(await staff.get(`/desk/entries/${id}`), 404, 'NOTFOUND');
    await end(second);
    assert.equal(await badge(staff, `/desk/entries/${id}`), null);
  });

  it('a hold ends by itself in the night after its last day', async () => {
    const id = await lead();
    await hold(officer, id, 'limitation');
    service.clock.now = new Date('2026-12-31T22:30:00.000Z');
    await expirePastHolds(service);
    // It is still that day in Paris.
    assertFailure(await (await signIn(service)).get(`/desk/entries/${id}`), 404, 'NOTFOUND');
    service.clock.now = new Date('2026-12-31T23:30:00.000Z');
    await expirePastHolds(service);
    assert.equal(await badge(await signIn(service), `/desk/entries/${id}`), null);
  });

  it('a hold that can’t end stops no other, and is tried again', async () => {
    service.clock.now = new Date('2026-12-01T09:00:00.000Z');
    officer = await openOfficer(service);
    const [first, second] = [await lead(), await lead()];
    const broken = await hold(officer, first, 'limitation');
    await hold(officer, second, 'limitation');
    await execute(service.database, `update entries set told = 'null' where id = ${first}`);
    const { database, clock } = service;
    const failed: number[] = [];
    const work = () => expireHolds({ database, now: clock.now, onFailure: ({ id }) => void failed.push(id) });
    clock.now = new Date('2027-01-01T09:00:00.000Z');
    assert.equal(await work(), 1);
    assert.equal(await work(), 0);
    assert.deepEqual(failed, [broken, broken]);
    assert.equal(await badge(await signIn(service), `/desk/entries/${second}`), null);
  });
});
