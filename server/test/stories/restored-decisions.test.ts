// What an older database becomes that is put in place: the rows of the table in privacy/ledger/replay.ts.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { addEndpoint, send } from '../fixtures/entry-events.ts';
import { openLedger, putInPlace } from '../fixtures/ledger.ts';
import { askToErase, erase, hold, openOfficer } from '../fixtures/privacy.ts';
import { execute, number, rows } from '../fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../fixtures/service.ts';

const request = (officer: Desk, person: string) =>
  ok<{ id: number }>(
    officer.post('/desk/privacy/requests', {
      ...{ kind: 'access', asker: 'self', person, receivedOn: '2026-03-04', channel: 'phone' },
    }),
  );
const object = (officer: Desk, phone: string) =>
  ok<{ ids: number[] }>(officer.post('/desk/privacy/objections', { phone }));
const setRule = (officer: Desk, days: number) =>
  ok(officer.patch('/desk/privacy/retention/spam', { days, confirm: true }));

/** What was decided, as the tables have it. */
async function decisions({ database }: TestService) {
  return {
    holds: await rows<{ entry_id: number }>(
      database,
      `select entry_id, kind, until, author, created_at, ended_at, ended_by from holds order by entry_id, kind`,
    ),
    objections: await rows(database, 'select hash, kind, objected_on from objections order by hash, kind'),
    rules: await rows<{ days: number }>(database, `select * from retention_rules where name = 'spam'`),
    entries: await rows(database, 'select id, restriction from entries where id <> 5 order by id'),
  };
}

onBothEngines('an older database in the place of a newer one', (engine) => {
  async function start(t: TestContext): Promise<TestService & { readonly officer: Desk }> {
    const service = await startService(engine, { LOG_LEVEL: 'silent' });
    t.after(() => service.close());
    await addEndpoint(service);
    return Object.assign(service, { officer: await openOfficer(service) });
  }
  const later = (service: TestService, minutes = 1) => {
    service.clock.now = new Date(service.clock.now.getTime() + minutes * 60_000);
  };

  it('objections, holds, limitations and rules are as they were decided last', async (t) => {
    const [newer, older] = [await start(t), await start(t)];
    let until = 0;
    let objected: number[] = [];
    for (const service of [newer, older]) {
      const { officer } = service;
      for (const customId of ['one', 'two', 'three', 'four']) await send(service, customId);
      until = await hold(officer, 2, 'limitation');
      // Its caller is told of it when the limitation ends.
      await execute(service.database, `update entries set status = 'processed' where id = 2`);
      objected = (await object(officer, '06 39 98 11 11')).ids;
      await setRule(officer, 60);
      // Its number was given again.
      if (service === older) later(service);
      await send(service, 'five');
      service.clock.now = new Date('2026-03-04T09:05:00.000Z');
    }
    const { officer } = newer;
    await ok(officer.post(`/desk/privacy/holds/${until}/end`));
    await hold(officer, 1, 'limitation');
    await hold(await signIn(newer, [{ role: 'privacy', establishmentId: null }], 'Anne Arrivée'), 3, 'hold');
    await hold(officer, 5, 'hold');
    for (const id of objected) await ok(officer.post(`/desk/privacy/objections/${id}/end`));
    await object(officer, '06 39 98 22 22');
    await setRule(officer, 90);
    await erase(officer, 4);
    const before = await decisions(newer);
    const told = await number(older.database, 'select count(*) from outbox');

    const remarks = await putInPlace(older, newer);
    // Who came since has no account there.
    const holds = before.holds.flatMap((one) =>
      one.entry_id === 5 ? [] : [one.entry_id === 3 ? { ...one, author: 'accueil' } : one],
    );
    assert.deepEqual(await decisions(older), { ...before, holds });
    assert.equal(
      await number(older.database, 'select count(*) from outbox'),
      told,
      'no caller is told twice',
    );
    assert.match(remarks.join('\n'), /\n\d+ lines replayed$/);
    const again: string[] = [];
    await openLedger(older, again).complete();
    assert.deepEqual(again, [], 'once');
  });

  it('what is to be done again is listed, and what waited waits anew', async (t) => {
    const [newer, older] = [await start(t), await start(t)];
    for (const service of [newer, older]) {
      for (const customId of ['one', 'two', 'three']) await send(service, customId);
      // Taken back in the newer one.
      await ok(askToErase(service.officer, [1]));
      later(service);
    }
    await openLedger(newer).complete();
    const { officer } = newer;
    await ok(officer.post('/desk/privacy/erasures/pending/1/cancel'));
    await ok(askToErase(officer, [2]));
    await ok(officer.patch('/desk/privacy/entries/3', { comment: 'Après' }));
    await request(officer, 'Since');
    older.clock.now = new Date('2026-03-08T09:00:00.000Z');

    const remarks = (await putInPlace(older, newer)).join('\n');
    assert.match(remarks, /^This database is older .* 2026-03-04T09:01:00\.000Z\..*« à refaire »/);
    assert.match(remarks, /^ {2}entry erasure-cancelled 1$/m);
    assert.match(remarks, /^ {2}entry erasure-decided 2$/m);
    assert.match(remarks, /^ {2}entry rectified 3$/m);
    assert.match(remarks, /^ {2}privacy-request added 2, 3$/m);
    assert.match(remarks, /^Still to be erased, and can be taken back for 72 hours: entries 1$/m);
    const [{ due_at } = {}] = await rows<{ due_at: string }>(
      older.database,
      'select due_at from pending_erasures',
    );
    assert.equal(due_at, '2026-03-11T09:00:00.000Z');
  });

  it('a later decision is not undone by the line of an earlier one', async (t) => {
    const [newer, older] = [await start(t), await start(t)];
    await setRule(newer.officer, 60);
    later(older);
    await setRule(older.officer, 90);
    await object(newer.officer, '06 39 98 11 11');
    for (const id of (await object(older.officer, '06 39 98 11 11')).ids)
      await ok(older.officer.post(`/desk/privacy/objections/${id}/end`));
    await putInPlace(older, newer);
    const { rules, objections } = await decisions(older);
    assert.deepEqual([rules[0]?.days, objections], [90, []]);
  });
});
