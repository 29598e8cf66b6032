import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { execute } from '../../../test/fixtures/rows.ts';
import { onBothEngines, startService } from '../../../test/fixtures/service.ts';
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
const within = (limitMs: number, last: number) => ({ ...countTo(last), limitMs });
const wrong = dynamicStatement(() => sql`select name from nowhere`);

onBothEngines('a read in the background', (engine) => {
  it('sees what was written before, binds its values, and tells what is wrong', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
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
});

onBothEngines('as many long reads in the background as there are connections', (engine) => {
  it('hold up neither look-ups nor writes', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const create = (customId: string) =>
      service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { customId });
    // Starts the thread that writes.
    assert.equal((await create('before')).statusCode, 200);
    let ended = false;
    const long = Array.from({ length: 8 }, () =>
      service.database.background.first(countTo(500_000)).finally(() => {
        ended = true;
      }),
    );
    assert.equal((await create('meanwhile')).statusCode, 200);
    assert.equal((await service.get(`/fr/customId/meanwhile?${service.query}`)).statusCode, 200);
    assert.equal(ended, false);
    for (const read of await Promise.all(long)) assert.equal(read?.count, 500_000);
  });

  it('are refused once the database is closed', async () => {
    const service = await startService(engine);
    await service.close();
    await assert.rejects(service.database.background.all(partners), (error) =>
      engine === 'sqlite' ? error instanceof DatabaseUnavailable : error instanceof Error,
    );
  });
});

onBothEngines('a read in the background that takes too long', (engine) => {
  it('fails, and those that wait behind it are answered', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { background } = service.database;
    const slow = assert.rejects(background.all(within(50, 5_000_000)), DatabaseUnavailable);
    const others = [1, 2, 3].map((last) => background.first(countTo(last)));
    await slow;
    assert.deepEqual(await Promise.all(others), [{ count: 1 }, { count: 2 }, { count: 3 }]);
    assert.equal((await background.first(within(5_000, 4)))?.count, 4);
  });

  it('is not blamed for an event loop that was busy', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { background } = service.database;
    await background.all(partners);
    const read = background.first(within(500, 1));
    const busyUntil = performance.now() + 700;
    while (performance.now() < busyUntil);
    assert.equal((await read)?.count, 1);
  });
});

describe('the thread that reads on SQLite', () => {
  it('is replaced when it dies: its reads fail, and the next ones succeed', async (t) => {
    const threads: Worker[] = [];
    const started = (message: unknown) => void threads.push((message as { worker: Worker }).worker);
    subscribe('worker_threads', started);
    t.after(() => unsubscribe('worker_threads', started));
    const service = await startService('sqlite');
    t.after(() => service.close());
    const { background } = service.database;
    const before = await background.all(partners);

    const reads = [1_000_000, 1].map((last) => background.first(countTo(last)));
    const refused = Promise.all(reads.map((read) => assert.rejects(read, DatabaseUnavailable)));
    await threads.at(-1)?.terminate();
    await refused;
    assert.deepEqual(await background.all(partners), before);
  });
});
