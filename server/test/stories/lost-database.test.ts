// Failures of a database server: it stops in the middle of the load, or has settings that must be refused.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { connectTo } from '../../../tools/harness/requests.ts';
import { password } from '../../../tools/harness/service-process.ts';
import { problemsOf } from '../../../tools/torture/consistency.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { parseConfig } from '../../src/config.ts';
import { answerOf, direct, refusal } from '../fixtures/command-line.ts';
import { createDatabase, startPostgres, type TestPostgres } from '../fixtures/postgres.ts';
import { execute, rows } from '../fixtures/rows.ts';
import {
  assertFailure,
  newDatabase,
  onBothEngines,
  secretKey,
  startService,
  type TestService,
} from '../fixtures/service.ts';
import { assertUnavailable, startFor } from '../fixtures/started-process.ts';

describe('a PostgreSQL that stops', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  it('a PostgreSQL that stops under load loses nothing, and is used once back', async (t) => {
    const url = await createDatabase(postgres.url);
    const service = await startFor(t, { env: { DATABASE_URL: url } });
    const connections = connectTo(service.url, 8);
    t.after(() => connections.close());
    const { ask } = connections;
    const acknowledged: string[] = [];
    const refused: number[] = [];
    const post = async (n: number): Promise<void> => {
      const { customId, path, body } = creation(n);
      const answer = await ask(`${path}?password=${password}`, body);
      if (answer.status === 200) acknowledged.push(customId);
      else {
        assertUnavailable(answer);
        refused.push(n);
      }
    };
    let next = 0;
    let stopped: Promise<void> | undefined;
    // Eight callers post, each one thing after the other.
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (refused.length < 40) {
          if (acknowledged.length >= 200) stopped ??= postgres.stopImmediately();
          await post(next++);
        }
      }),
    );
    await stopped;

    assertUnavailable(await ask('/health/ready'));
    assertUnavailable(await ask(`/fr/customId/torture-1?password=${password}`));
    assert.equal((await ask('/health/live')).status, 200);

    await postgres.startAgain();
    assert.equal((await ask('/health/ready')).status, 200);
    for (const n of refused.splice(0)) await post(n);
    assert.deepEqual(refused, []);
    // One line for each request refused, whatever the server said in its last moments.
    const lines = service
      .output()
      .split('\n')
      .filter((line) => /^\{"level":[56]0/.test(line));
    const ofRequests = lines.filter((line) => line.includes('"msg":"request refused: unavailable"'));
    assert.ok(ofRequests.length > 40);
    for (const line of ofRequests) assert.match(line, /"cause":"PostgreSQL: /);
    // The work of the hour, which begins with the service, may have been under way: it fails once, and says why.
    const others = lines.filter((line) => !ofRequests.includes(line));
    assert.ok(others.length <= 1, others.join('\n'));
    for (const line of others)
      assert.match(line, /"message":"PostgreSQL: .+"msg":"what has expired could not be deleted"/);
    assert.deepEqual(await problemsOf({ engine: 'postgres', url }, acknowledged), []);
  });

  it('a PostgreSQL that would lose what it acknowledges is refused at the start', async () => {
    const url = await createDatabase(postgres.url);
    for (const setting of ['fsync', 'full_page_writes']) {
      await postgres.stopImmediately();
      await postgres.startAgain({ [setting]: 'off' });
      const says = new RegExp(`PostgreSQL runs with ${setting}=off`);
      await refusal(['serve'], { DATABASE_URL: url, PORT: '0' }, says);
    }
  });
});

/** As a newer program does while this one runs. */
async function migrateFurther(env: Readonly<Record<string, string>>): Promise<void> {
  const migration = `insert into migrations values (9999, '9999-later', '2031-01-01')`;
  const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...env });
  if (location.engine === 'postgres') {
    const client = new pg.Client({ connectionString: location.url });
    await client.connect();
    await client.query(migration);
    await client.end();
  } else {
    const other = new DatabaseSync(location.file, { timeout: 5_000 });
    other.exec(migration);
    other.close();
  }
}

const envOf = ({ config: { dataDir, database } }: TestService): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(database.engine === 'postgres' && { DATABASE_URL: database.url }),
});

onBothEngines('a schema newer than the program', (engine) => {
  it('a schema newer than the program stops the start, and stays as it is', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const env = envOf(service);
    await execute(service.database, `insert into migrations values (9999, '9999-later', '2031-01-01')`);
    const before = await rows(service.database, 'select * from migrations order by number');
    await refusal(['serve'], { ...env, PORT: '0' }, /schema 9999, newer than this accueil \(\d+\): install/);
    assert.deepEqual(await rows(service.database, 'select * from migrations order by number'), before);
  });

  it('a schema that becomes newer ends all writes and readiness; look-ups go on', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { path, body, customId } = creation(0);
    const post = () => service.post(`${path}?${service.query}`, body);
    assert.equal((await post()).statusCode, 200);
    await migrateFurther(envOf(service));
    assertFailure(await post(), 503, 'UNAVAILABLE');
    assertFailure(await service.get('/health/ready'), 503, 'UNAVAILABLE');
    assert.equal((await service.get(`/fr/customId/${customId}?${service.query}`)).statusCode, 200);
    assert.equal((await service.get('/health/live')).statusCode, 200);
    assert.ok(service.log.some((line) => line.includes('The schema has become newer than this accueil')));
  });
});

describe('a service that writes nothing', () => {
  it('a service that writes nothing learns of a newer schema too, and says so', async (t) => {
    const place = await newDatabase('sqlite');
    t.after(() => place.remove());
    const service = await startFor(t, { env: place.env });
    await migrateFurther(place.env);
    await service.says('the schema has become newer than this accueil: it refuses every write');
  });
});

describe('an empty PostgreSQL', () => {
  it('an empty PostgreSQL is begun once by commands that start at the same instant', async (t) => {
    const place = await newDatabase('postgres');
    t.after(() => place.remove());
    const all = await Promise.all([1, 2, 3].map(() => direct(['caller', 'list', '--json'], place.env)));
    for (const { code, stdout, stderr } of all) {
      assert.equal(code, 0, stderr);
      assert.equal(JSON.parse(stdout).length, 1);
    }
    assert.equal(all.filter(({ stderr }) => stderr.includes('This database was empty')).length, 1);
    assert.equal((await answerOf<object[]>(['partner', 'list'], place.env)).length, 1);
  });
});
