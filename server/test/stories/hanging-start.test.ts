// A start that waits says what for, ends with an error, and ends when it is told to.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { parseConfig } from '../../src/config.ts';
import { appliedMigrations } from '../../src/store/applied-migrations.ts';
import { DatabaseUnavailable } from '../../src/store/database.ts';
import { type Location, migrate } from '../../src/store/migrate.ts';
import { openMigrated } from '../../src/store/open.ts';
import { directUntil, directUntilSays } from '../fixtures/command-line.ts';
import { newDatabase, secretKey } from '../fixtures/service.ts';
import { openSwallowingProxy } from '../fixtures/swallowing-proxy.ts';

async function emptyDatabase(t: TestContext): Promise<string> {
  const place = await newDatabase('postgres');
  t.after(() => place.remove());
  return place.env.DATABASE_URL ?? '';
}

/** A connection of somebody else, in a transaction. */
async function transactionOn(t: TestContext, url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.after(() => client.end());
  client.on('error', () => undefined);
  await client.query('begin');
  await client.query(statement);
}

const migrationLock = 'select pg_advisory_xact_lock(4217001)';

// At the same time: most of them wait for the same seconds.
describe('a start', { concurrency: true }, () => {
  it('a start that waits for a migration says so, and ends when told to', async (t) => {
    const url = await emptyDatabase(t);
    await transactionOn(t, url, migrationLock);
    const commands = [['serve'], ['caller', 'list'], ['migrate']];
    const env = { DATABASE_URL: url, PORT: '0' };
    const ended = await Promise.all(
      commands.map((command) => directUntilSays('another process migrates the database', command, env)),
    );
    assert.deepEqual(
      ended.map(({ code }) => code),
      [0, 1, 1],
    );
    for (const { stderr } of ended)
      assert.match(stderr, /^accueil: waiting: another process migrates the database/);
  });

  it('a start that waits for a locked table ends when it is told to', async (t) => {
    const url = await emptyDatabase(t);
    await migrate({ engine: 'postgres', url }, new Date());
    await transactionOn(t, url, 'lock table callers in access exclusive mode');
    const stop = Promise.withResolvers<void>();
    const ended = directUntil(stop.promise, ['serve'], { DATABASE_URL: url, PORT: '0' });
    const observer = new pg.Client({ connectionString: url });
    await observer.connect();
    const waiting = `select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and application_name = 'accueil'`;
    while ((await observer.query(waiting)).rowCount === 0);
    await observer.end();
    stop.resolve();
    const { code, stderr } = await ended;
    assert.equal(code, 0, stderr);
  });

  const begun: Record<string, (location: Location) => Promise<unknown>> = {
    'a migration': (location) => migrate(location, new Date()),
    'the check of a schema': appliedMigrations,
    'the service': (location) => openMigrated({ location, poolSize: 4, onProblem: () => undefined }),
  };
  for (const [what, begin] of Object.entries(begun))
    it(`${what} is given up when PostgreSQL answers the sign-in and nothing else`, async (t) => {
      const proxy = await openSwallowingProxy(await emptyDatabase(t), { afterSignIn: true });
      t.after(() => proxy.close());
      const { database } = parseConfig({ SECRET_KEY: secretKey, DATABASE_URL: proxy.url });
      await assert.rejects(begin(database), { name: DatabaseUnavailable.name, message: /does not answer/ });
    });
});
