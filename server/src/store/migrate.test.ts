import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newDatabase, onBothEngines, secretKey } from '../../test/fixtures/service.ts';
import { parseConfig } from '../config.ts';
import { type Location, migrate } from './migrate.ts';

const now = new Date('2026-03-04T09:00:00.000Z');

onBothEngines('migrations', (engine) => {
  it('are applied once each, and say when', async (t) => {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    const names = await migrate(location, now);
    assert.equal(names[0], '0024-schema');
    assert.deepEqual(await migrate(location, new Date()), []);
    const applied = await ask(location, 'select name, applied_at as at from migrations order by number');
    assert.deepEqual(
      applied.map(({ name, at }) => ({ name, at: new Date(String(at)) })),
      names.map((name) => ({ name, at: now })),
    );
  });

  it('leave nothing behind when one fails', async (t) => {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    await ask(location, 'create table idempotency_keys (somebody_elses integer)');
    await assert.rejects(migrate(location, now), /idempotency_keys.+already exists/);
    assert.deepEqual(
      (await ask(location, tables[engine])).map(({ name }) => name),
      ['idempotency_keys'],
    );
    await ask(location, 'drop table idempotency_keys');
    assert.equal((await migrate(location, now))[0], '0024-schema');
  });

  it('leave a schema alone that is older than the oldest of them', async (t) => {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    await migrate(location, now);
    await ask(location, 'update migrations set number = 23');
    await assert.rejects(migrate(location, now), {
      name: 'DatabaseUnusable',
      message: /^The database has schema 23, and .+: migrate it first with commit 192c5427$/,
    });
  });
});

describe('a long WAL of SQLite', () => {
  it('is rewritten at a start in slices, between which others write', async (t) => {
    const place = await newDatabase('sqlite');
    t.after(() => place.remove());
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    await migrate(location, now);
    assert.equal(location.engine, 'sqlite');
    const other = new DatabaseSync(location.file, { timeout: 0 });
    t.after(() => other.close());
    other.exec('pragma cache_size = 10; begin immediate; create table big (bytes blob)');
    other.exec('insert into big values (zeroblob(20000000)); rollback');
    const wal = `${location.file}-wal`;
    const { ino, size } = statSync(wal);
    const before = readFileSync(wal);
    assert.ok(size > 20_000_000, `${size}`);

    let isOver = false;
    const start = migrate(location, now).finally(() => {
      isOver = true;
    });
    let turns = 0;
    while (!isOver) {
      turns += tookLock(other) ? 1 : 0;
      await pause(1);
    }
    await start;
    assert.ok(turns >= 4, `${turns}`);
    assert.equal(statSync(wal).ino, ino);
    assert.ok(readFileSync(wal).subarray(0, size).equals(before));
  });
});

describe('migrations on PostgreSQL', () => {
  /** A database, and a connection of another program to it. */
  async function shared(t: TestContext): Promise<{ location: Location; other: pg.Client }> {
    const place = await newDatabase('postgres');
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    const other = new pg.Client({ connectionString: place.env.DATABASE_URL, application_name: 'another' });
    await other.connect();
    t.after(async () => {
      await other.end();
      await place.remove();
    });
    return { location, other };
  }

  it('take no lock when none is missing, and wait for its holder only so long when one is', async (t) => {
    const { location, other } = await shared(t);
    await other.query('select pg_advisory_lock(4217001)');
    const waits: string[] = [];
    const onWait = (reason: string) => waits.push(reason);
    await assert.rejects(migrate(location, now, { lockTimeoutMs: 100, onWait }), {
      name: 'DatabaseUnavailable',
      message:
        /: another process migrates the database \(another, pid \d+\), still after 0\.1 s: nothing was changed$/,
    });
    assert.match(waits.join(), /^another process migrates the database \(another, pid \d+\)$/);
    await other.query('select pg_advisory_unlock_all()');
    await migrate(location, now);
    await other.query('select pg_advisory_lock(4217001)');
    assert.deepEqual(await migrate(location, now), []);
  });

  it('wait only so long for a table that somebody else has locked', async (t) => {
    const { location, other } = await shared(t);
    await migrate(location, now);
    await other.query('delete from migrations');
    await other.query('begin; lock table migrations in access share mode');
    await assert.rejects(migrate(location, now, { lockTimeoutMs: 100 }), {
      name: 'DatabaseUnavailable',
      message: /: 0024-schema needs a table that another connection has locked, still after 0\.1 s: nothing/,
    });
  });

  it('are applied by one of the processes that start together, for which the others wait', async (t) => {
    const place = await newDatabase('postgres');
    t.after(() => place.remove());
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(location, now)));
    assert.equal(applied.filter(({ length }) => length > 0).length, 1);
  });
});

/** Whether another process would have let it write. */
function tookLock(connection: DatabaseSync): boolean {
  try {
    connection.exec('begin immediate; rollback');
    return true;
  } catch {
    return false;
  }
}

const tables = {
  sqlite: `select name from sqlite_schema where type = 'table'`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public'`,
};

/** Queries as another tool would. */
async function ask(location: Location, text: string): Promise<Record<string, unknown>[]> {
  if (location.engine === 'sqlite') {
    const connection = new DatabaseSync(location.file);
    const answer = connection.prepare(text).all();
    connection.close();
    return answer;
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
