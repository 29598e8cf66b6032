// A schema that is newer than the program, and one that several commands create at once.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import pg from 'pg';
import { creation } from '../../../tools/torture/creations.ts';
import { parseConfig } from '../../src/config.ts';
import { answerOf, direct, refusal } from '../fixtures/command-line.ts';
import { execute, rows } from '../fixtures/rows.ts';
import {
  assertFailure,
  newDatabase,
  onBothEngines,
  secretKey,
  startService,
  type TestService,
} from '../fixtures/service.ts';

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
