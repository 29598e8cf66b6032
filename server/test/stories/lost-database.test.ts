// Failures of a database server: it stops in the middle of the load, or has settings that must be refused.
import assert from 'node:assert/strict';
import { openSync, readFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { type Answer, connectTo } from '../../../tools/harness/requests.ts';
import { password } from '../../../tools/harness/service-process.ts';
import { problemsOf } from '../../../tools/torture/consistency.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { parseConfig } from '../../src/config.ts';
import type { Location } from '../../src/store/migrate.ts';
import { openDatabase } from '../../src/store/open.ts';
import { engines } from '../fixtures/engines.ts';
import { createDatabase, startPostgres, type TestPostgres } from '../fixtures/postgres.ts';
import { execute, number, rows } from '../fixtures/rows.ts';
import { newDatabase, onBothEngines, secretKey } from '../fixtures/service.ts';
import { assertRefusesToStart, assertUnavailable, startFor } from '../fixtures/started-process.ts';

describe('a PostgreSQL that stops under load', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  it('loses nothing acknowledged, and the service goes on by itself once it is back', async (t) => {
    const url = await createDatabase(postgres.url);
    const service = await start(t, { DATABASE_URL: url });
    const connections = connectTo(service.url, 8);
    t.after(() => connections.close());
    const ask = async (path: string): Promise<Answer> => connections.ask(path);
    const acknowledged: string[] = [];
    const refused: number[] = [];
    let next = 0;
    const post = async (n: number): Promise<void> => {
      const { customId, path, body } = creation(n);
      const answer = await connections.ask(`${path}?password=${password}`, body);
      if (answer.status === 200) acknowledged.push(customId);
      else {
        assertUnavailable(answer);
        refused.push(n);
      }
    };
    /** Eight callers post, each one thing after the other, until `enough`. */
    const postUntil = (enough: () => boolean) =>
      Promise.all(
        Array.from({ length: 8 }, async () => {
          while (!enough()) await post(next++);
        }),
      );

    for (let round = 1; round <= 2; round++) {
      const goal = acknowledged.length + 200;
      let stopped: Promise<void> | undefined;
      await postUntil(() => {
        if (acknowledged.length >= goal) stopped ??= postgres.stopImmediately();
        return refused.length >= 40;
      });
      await stopped;

      assertUnavailable(await ask('/health/ready'));
      assertUnavailable(await ask(`/fr/customId/torture-1?password=${password}`));
      assert.equal((await ask('/health/live')).status, 200);

      await postgres.startAgain();
      assert.equal((await ask('/health/ready')).status, 200);
      for (const n of refused.splice(0)) await post(n);
      assert.deepEqual(refused, []);
    }
    // One line for each request refused, whatever the server said in its last moments.
    const lines = service
      .output()
      .split('\n')
      .filter((line) => /^\{"level":[56]0/.test(line));
    const ofRequests = lines.filter((line) => line.includes('"msg":"request refused: unavailable"'));
    assert.ok(ofRequests.length > 80);
    for (const line of ofRequests) assert.match(line, /"cause":"PostgreSQL: /);
    // The work of the hour, which begins with the service, may have been under way: it fails once, and says why.
    const others = lines.filter((line) => !ofRequests.includes(line));
    assert.ok(others.length <= 1, others.join('\n'));
    for (const line of others)
      assert.match(line, /"message":"PostgreSQL: .+"msg":"what has expired could not be deleted"/);
    assert.deepEqual(await problemsOf({ engine: 'postgres', url }, acknowledged), []);
  });

  it('with a damaged page takes no entry, says that it is not ready, and is once the page is mended', async (t) => {
    const url = await createDatabase(postgres.url);
    const service = await start(t, { DATABASE_URL: url });
    const connections = connectTo(service.url, 1);
    t.after(() => connections.close());
    const { path, body } = creation(0);
    const post = async () => (await connections.ask(`${path}?password=${password}`, body)).status;
    const ready = async () => (await connections.ask('/health/ready')).status;
    assert.deepEqual([await post(), await ready()], [200, 200]);

    await query(url, 'checkpoint');
    const [{ file = '' } = {}] = await query<{ file: string }>(
      url,
      `select current_setting('data_directory') || '/' || pg_relation_filepath('entries') as file`,
    );
    const page = readFileSync(file).subarray(0, 8192);
    for (const [bytes, status] of [
      [Buffer.alloc(8192, 0xa5), 503],
      [page, 200],
    ] as const) {
      for (let again = 0; again < 5 && (await ready()) !== status; again++) {
        // The trial entry of /health/ready writes the page into the log, from where PostgreSQL would restore it at its start.
        await query(url, 'checkpoint');
        await postgres.stopImmediately();
        writeSync(openSync(file, 'r+'), bytes, 0, bytes.length, 0);
        await postgres.startAgain();
        // A success counts for a moment.
        for (let tries = 0; tries < 1_000 && (await ready()) !== status; tries++);
      }
      assert.equal(await ready(), status);
    }
    assert.equal((await connections.ask('/health/live')).status, 200);
    assert.equal(await post(), 200);
  });

  it('is refused at the start while it is away, with a sentence', async () => {
    const url = await createDatabase(postgres.url);
    await postgres.stopImmediately();
    await assertRefusesToStart({ env: { DATABASE_URL: url } }, /PostgreSQL: .*ECONNREFUSED/);
    await postgres.startAgain();
  });

  it('is refused when it would lose what it acknowledges', async () => {
    const url = await createDatabase(postgres.url);
    for (const setting of ['fsync', 'full_page_writes']) {
      await postgres.stopImmediately();
      await postgres.startAgain({ [setting]: 'off' });
      await assertRefusesToStart(
        { env: { DATABASE_URL: url } },
        new RegExp(`PostgreSQL runs with ${setting}=off`),
      );
    }
    await postgres.stopImmediately();
    await postgres.startAgain();
    // For this database alone: the server's own setting is on.
    await query(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    await assertRefusesToStart({ env: { DATABASE_URL: url } }, /PostgreSQL runs with synchronous_commit=off/);
  });
});

onBothEngines('a schema newer than this program', (engine) => {
  it('stops the start with a sentence, and stays as it is', async (t) => {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const location = parseConfig({ SECRET_KEY: secretKey, ...place.env }).database;
    const database = await openDatabase({
      location,
      poolSize: 4,
      now: new Date(),
      onProblem: () => undefined,
    });
    t.after(() => database.close());
    await execute(database, `insert into migrations values (9999, '9999-later', '2031-01-01')`);
    const before = await rows(database, 'select * from migrations order by number');
    await assertRefusesToStart({ env: place.env }, /schema 9999, newer than this accueil \(\d+\): install/);
    assert.deepEqual(await rows(database, 'select * from migrations order by number'), before);
    assert.equal(await number(database, 'select count(*) from establishments'), 0);
  });
});

// At the same time: both wait for the next look at the schema.
describe('a schema that becomes newer than the program that runs', { concurrency: true }, () => {
  for (const engine of engines)
    it(`ends its work: it refuses every write, is not ready and says so; look-ups go on (${engine})`, async (t) => {
      const place = await newDatabase(engine);
      t.after(() => place.remove());
      const service = await start(t, place.env);
      const connections = connectTo(service.url, 1);
      t.after(() => connections.close());
      const { path, body, customId } = creation(0);
      const post = () => connections.ask(`${path}?password=${password}`, body);
      assert.equal((await post()).status, 200);
      const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
      await migrateFurther(location);
      assertUnavailable(await post());
      assertUnavailable(await connections.ask('/health/ready'));
      assert.equal((await connections.ask(`/fr/customId/${customId}?password=${password}`)).status, 200);
      assert.equal((await connections.ask('/health/live')).status, 200);
      await service.says('the schema has become newer than this accueil: it refuses every write');
      assert.match(
        service.output(),
        /"cause":"The schema has become newer than this accueil: start the newer/,
      );
      service.kill('SIGTERM');
      assert.deepEqual(await service.ended, { code: 0, signal: null });
    });
});

describe('an empty PostgreSQL', () => {
  it('is begun once by processes that start at the same instant', async (t) => {
    const place = await newDatabase('postgres');
    t.after(() => place.remove());
    const services = await Promise.all(Array.from({ length: 3 }, () => start(t, place.env)));
    for (const [n, service] of services.entries()) {
      const connections = connectTo(service.url, 1);
      const { path, body } = creation(n);
      assert.equal((await connections.ask(`${path}?password=${password}`, body)).status, 200);
      connections.close();
    }
    const location = parseConfig({ SECRET_KEY: secretKey, ...place.env }).database;
    const database = await openDatabase({
      location,
      poolSize: 4,
      now: new Date(),
      onProblem: () => undefined,
    });
    t.after(() => database.close());
    for (const [table, count] of [
      ['"groups"', 4],
      ['establishments', 9],
      ['callers', 1],
      ['passwords', 1],
      ['partners', 1],
    ] as const) {
      assert.equal(await number(database, `select count(*) from ${table}`), count, table);
    }
  });
});

/** As a newer program does while this one runs. */
async function migrateFurther(location: Location): Promise<void> {
  const migration = `insert into migrations values (9999, '9999-later', '2031-01-01')`;
  if (location.engine === 'postgres') await query(location.url, migration);
  else {
    const other = new DatabaseSync(location.file, { timeout: 5_000 });
    other.exec(migration);
    other.close();
  }
}

const start = (t: TestContext, env: Record<string, string>) => startFor(t, { env });

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}
