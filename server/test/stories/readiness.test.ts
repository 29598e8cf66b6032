// /health/ready says what a lead would be told.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { tryCommit, withReadiness } from '../../src/store/readiness.ts';
import { memoryDatabase } from '../fixtures/memory-database.ts';
import { execute, number } from '../fixtures/rows.ts';
import { assertFailure, onBothEngines, startService } from '../fixtures/service.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';

const lead = {
  lastNameClient: 'Durand',
  phoneClient: '06 39 98 12 34',
  commercialrelations: [{ lastName: 'Durand' }],
};

onBothEngines('readiness', (engine) => {
  it('readiness tries an entry: 503 while none could be stored, then 200', async (t) => {
    const service = await startService(engine, {
      SMTP_URL: 'smtp://127.0.0.1',
      MAIL_FROM: 'accueil@example.org',
    });
    t.after(() => service.close());
    const create = async (customId: string) =>
      (await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { ...lead, customId }))
        .statusCode;
    const ready = () => service.get('/health/ready');
    const count = (table: string) => number(service.database, `select count(*) from ${table}`);
    const counts = () =>
      Promise.all(['entries', 'idempotency_keys', 'notifications', 'contact_counts'].map(count));

    assert.equal((await ready()).statusCode, 200);
    assert.equal(await create('first'), 200);
    assert.equal(await newestEntry(service.database), 1, 'a trial uses up no number');
    const before = await counts();
    for (const [table, column] of [
      ['entries', 'comment'],
      ['relations', 'extra'],
      ['contact_counts', 'total'],
      ['notifications', 'entry_id'],
    ] as const) {
      await execute(service.database, `alter table ${table} rename column ${column} to renamed`);
      assert.equal(await create(column), 500, table);
      assertFailure(await ready(), 503, 'UNAVAILABLE');
      assert.ok(service.log.some((line) => /"cause":/.test(line) && line.includes(column)));
      assert.equal((await service.get('/health/live')).statusCode, 200);
      await execute(service.database, `alter table ${table} rename column renamed to ${column}`);
      assert.equal((await ready()).statusCode, 200);
    }
    assert.deepEqual(await counts(), before);
    assert.equal(await create('last'), 200);
  });
});

it('all who ask for readiness at the same time share one trial', async (t) => {
  let trials = 0;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const rehearse = () => {
    trials++;
    return held;
  };
  const memory = memoryDatabase();
  await execute(memory, 'create table migrations (number integer)');
  const database = withReadiness({ ...memory, rehearse });
  t.after(() => database.close());
  const asked = Array.from({ length: 100 }, () => database.ready(tryCommit, undefined));
  release();
  await Promise.all(asked);
  assert.equal(trials, 1);
});
