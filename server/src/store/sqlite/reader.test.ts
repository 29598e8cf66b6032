import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import pg from 'pg';
import { execute } from '../../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import { DatabaseUnavailable } from '../database.ts';
import { bind, dynamicStatement, rawStatement } from '../statement.ts';

const partners = rawStatement<Record<never, never>, { slug: string }>(
  () => sql`select slug from partners order by id`,
);
const countTo = (last: number) =>
  dynamicStatement(
    () => sql<{ count: number }>`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${bind(last)})
      select count(*) as count from n`,
  );
const wrong = dynamicStatement(() => sql`select name from nowhere`);
/** Ends only when it is stopped: the regular expression tries again and again. */
const endless = {
  sqlite: dynamicStatement(() => sql`select ${'a'.repeat(60)} || '!' regexp (select regexp_key('^(a+)+$'))`),
  postgres: dynamicStatement(() => sql`select pg_sleep(3600)`),
};
const whenUnlocked = dynamicStatement(
  () => sql<{ count: number }>`
  select 1 as count from (select pg_advisory_xact_lock_shared(7)) as lock`,
);

onBothEngines('background reads', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  it('a background read sees earlier writes, binds values and says its error', async () => {
    const { background } = service.database;
    for (const slug of ['first', 'second']) {
      await execute(
        service.database,
        `insert into partners (slug, created_at) values ('${slug}', '2026-03-04T09:00:00.000Z')`,
      );
      assert.equal((await background.all(partners)).at(-1)?.slug, slug);
    }
    const typed = `'; drop table partners --`;
    const found = dynamicStatement(() => sql`select id from partners where slug = ${bind(typed)}`);
    assert.equal(await background.first(found), undefined);
    await assert.rejects(background.all(wrong), /nowhere/);
    assert.equal((await background.all(partners)).length, 3);
  });

  it('as many long reads as connections hold up neither look-ups nor writes', async (t) => {
    const { background } = service.database;
    const { database: location } = service.config;
    const create = (customId: string) =>
      service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { customId });
    // Starts the thread that writes.
    assert.equal((await create('before')).statusCode, 200);
    let long = countTo(500_000);
    let release = async () => {};
    if (location.engine === 'postgres') {
      const holder = new pg.Client({ connectionString: location.url });
      await holder.connect();
      t.after(() => holder.end());
      await holder.query('select pg_advisory_lock(7)');
      long = whenUnlocked;
      release = async () => void (await holder.query('select pg_advisory_unlock(7)'));
    }
    let ended = 0;
    const reads = Array.from({ length: 8 }, () => background.first(long).finally(() => ended++));
    assert.equal((await create('meanwhile')).statusCode, 200);
    assert.equal((await service.get(`/fr/customId/meanwhile?${service.query}`)).statusCode, 200);
    assert.ok(ended < reads.length);
    await release();
    await Promise.all(reads);
  });

  it('a background read beyond its limit fails, and those behind it are answered', async () => {
    const { background } = service.database;
    const slow = assert.rejects(background.all({ ...endless[engine], limitMs: 50 }), DatabaseUnavailable);
    const others = [1, 2, 3].map((last) => background.first(countTo(last)));
    await slow;
    assert.deepEqual(await Promise.all(others), [{ count: 1 }, { count: 2 }, { count: 3 }]);
  });
});

describe('the thread that reads on SQLite', () => {
  it('a background read is not blamed for an event loop that was busy', async (t) => {
    const service = await startService('sqlite');
    t.after(() => service.close());
    const { background } = service.database;
    await background.all(partners);
    const read = background.first({ ...countTo(1), limitMs: 1 });
    // The event loop stands still while the thread answers.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    assert.equal((await read)?.count, 1);
  });

  it('a dead reader thread fails its reads, and the next one answers', async (t) => {
    const threads: Worker[] = [];
    const started = (message: unknown) => void threads.push((message as { worker: Worker }).worker);
    subscribe('worker_threads', started);
    t.after(() => unsubscribe('worker_threads', started));
    const service = await startService('sqlite');
    t.after(() => service.close());
    const { background } = service.database;
    const before = await background.all(partners);

    const reads = [endless.sqlite, countTo(1)].map((read) => background.first(read));
    const refused = Promise.all(reads.map((read) => assert.rejects(read, DatabaseUnavailable)));
    await threads.at(-1)?.terminate();
    await refused;
    assert.deepEqual(await background.all(partners), before);
  });
});
