// A start that waits says what for, ends with an error, and ends when it is told to.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { spawnProcess } from '../../../tools/harness/service-process.ts';
import { parseConfig } from '../../src/config.ts';
import { appliedMigrations } from '../../src/store/applied-migrations.ts';
import { DatabaseUnavailable } from '../../src/store/database.ts';
import { type Location, migrate } from '../../src/store/migrate.ts';
import { openMigrated } from '../../src/store/open.ts';
import { newDatabase, secretKey } from '../fixtures/service.ts';
import { openSwallowingProxy } from '../fixtures/swallowing-proxy.ts';

async function emptyDatabase(t: TestContext): Promise<string> {
  const place = await newDatabase('postgres');
  t.after(() => place.remove());
  return place.env.DATABASE_URL ?? '';
}

/** A connection of somebody else, in a transaction. */
async function transactionOn(t: TestContext, url: string, statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.after(() => client.end());
  client.on('error', () => undefined);
  await client.query('begin');
  await client.query(statement);
  return client;
}

async function inPostgres(url: string, query: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(query);
  } finally {
    await client.end();
  }
}

const migrationLock = 'select pg_advisory_xact_lock(4217001)';

// At the same time: most of them wait for the same seconds.
describe('a start', { concurrency: true }, () => {
  it('that waits for another process to migrate says so, and ends when it is told to', async (t) => {
    const url = await emptyDatabase(t);
    await transactionOn(t, url, migrationLock);
    const commands = [['serve'], ['caller', 'list'], ['migrate']];
    const processes = commands.map((command) => spawnProcess({ env: { DATABASE_URL: url }, command }));
    for (const { says, output, kill, ended } of processes) {
      await says('another process migrates the database');
      assert.match(output(), /^accueil: waiting: another process migrates the database.*\n$/);
      kill('SIGTERM');
      await ended;
    }
    const endings = await Promise.all(processes.map(({ ended }) => ended));
    assert.deepEqual(
      endings.map(({ code }) => code),
      [0, 1, 1],
    );
  });

  it('that waits for a table which somebody has locked ends when it is told to', async (t) => {
    const url = await emptyDatabase(t);
    await migrate({ engine: 'postgres', url }, new Date());
    await transactionOn(t, url, 'lock table callers in access exclusive mode');
    const service = spawnProcess({ env: { DATABASE_URL: url } });
    const waiting = `select 1 from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'
      and wait_event_type = 'Lock' and application_name = 'accueil'`;
    while ((await inPostgres(url, waiting)).rowCount === 0) await wait(20);
    service.kill('SIGTERM');
    assert.deepEqual(await service.ended, { code: 0, signal: null });
  });

  it('is over with a sentence when packets are lost after the sign-in', async (t) => {
    const proxy = await openSwallowingProxy(await emptyDatabase(t), { afterSignIn: true });
    t.after(() => proxy.close());
    const service = spawnProcess({ env: { DATABASE_URL: proxy.url } });
    assert.equal(await service.url, undefined);
    assert.deepEqual(await service.ended, { code: 1, signal: null });
    assert.match(service.output(), /^(accueil: waiting: .*\n)?accueil: PostgreSQL: .*does not answer\n$/);
  });

  const begun: Record<string, (location: Location) => Promise<unknown>> = {
    'a migration': (location) => migrate(location, new Date()),
    'the check of a schema': appliedMigrations,
    'the service': (location) => openMigrated({ location, poolSize: 4, onProblem: () => undefined }),
  };
  for (const [what, begin] of Object.entries(begun))
    it(`gives ${what} up when PostgreSQL answers the sign-in and nothing else`, async (t) => {
      const proxy = await openSwallowingProxy(await emptyDatabase(t), { afterSignIn: true });
      t.after(() => proxy.close());
      const { database } = parseConfig({ SECRET_KEY: secretKey, DATABASE_URL: proxy.url });
      await assert.rejects(begin(database), { name: DatabaseUnavailable.name, message: /does not answer/ });
    });
});
