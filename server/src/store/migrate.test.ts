import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { newDatabase, onBothEngines, secretKey } from '../../test/fixtures/service.ts';
import { parseConfig } from '../config.ts';
import type { Engine } from './dialect.ts';
import { type Location, migrate } from './migrate.ts';
import { newestMigration } from './migration-files.ts';
import { createMigrationsTable } from './migrator.ts';
import { sqlFor } from './schema.ts';
import { tables } from './tables.ts';

const now = new Date('2026-03-04T09:00:00.000Z');

async function emptyDatabase(t: TestContext, engine: Engine): Promise<Location> {
  const place = await newDatabase(engine);
  t.after(() => place.remove());
  return parseConfig({ SECRET_KEY: secretKey, ...place.env }).database;
}

onBothEngines('migrations', (engine) => {
  it('the schema is created once, and says when', async (t) => {
    const location = await emptyDatabase(t, engine);
    const names = await migrate(location, now);
    assert.deepEqual(names, [`00${newestMigration}-schema`]);
    assert.deepEqual(await migrate(location, new Date()), []);
    const applied = await ask(location, 'select name, applied_at as at from migrations');
    assert.deepEqual(
      applied.map(({ name, at }) => ({ name, at: new Date(String(at)) })),
      names.map((name) => ({ name, at: now })),
    );
  });

  it('a migration that fails leaves nothing behind', async (t) => {
    const location = await emptyDatabase(t, engine);
    await ask(location, 'create table idempotency_keys (somebody_elses integer)');
    await assert.rejects(migrate(location, now), /idempotency_keys.+already exists/);
    assert.deepEqual(await ask(location, tableNames[engine]), [{ name: 'idempotency_keys' }]);
    await ask(location, 'drop table idempotency_keys');
    assert.equal((await migrate(location, now)).length, 1);
  });

  it('a database of 0.10.0 becomes what a new one is', async (t) => {
    const [created, upgraded] = [await emptyDatabase(t, engine), await emptyDatabase(t, engine)];
    await migrate(created, now);
    await execute(upgraded, schemaOf0100(engine));
    assert.notDeepEqual(await migrate(upgraded, now), []);
    // It counts changes.
    await ask(upgraded, 'update revisions set number = 1');
    const [expected, found] = [await schemaIn(created), await schemaIn(upgraded)];
    for (const part of Object.keys(expected)) assert.deepEqual(found[part], expected[part], part);
    const all = Object.keys(tables).flatMap((name) =>
      name === 'migrations' ? [] : [`select * from "${name}" order by 1`],
    );
    assert.deepEqual(await askEach(upgraded, all), await askEach(created, all));
  });

  it('a database of 0.10.0 keeps its data', async (t) => {
    const location = await emptyDatabase(t, engine);
    await execute(
      location,
      `${schemaOf0100(engine)}
      insert into entries (kind, status, flagged, test, contact_date, received_at, fields)
        values ('commercial', 'new', 0, 0, '2026-01-03', '2026-01-03T09:00:00.000Z', '{}');
      insert into partners (slug, created_at) values ('via', '2026-01-03T09:00:00.000Z');
      insert into orientations (partner_id, numero, entry_id, message, test) values (1, 'n', 1, '{}', 0);
      insert into erasures (entry_id, received_at, reason, erased_at, counts, paths)
        values (1, '2026-01-03T09:00:00.000Z', 'request', '2026-01-04T09:00:00.000Z', '{}',
          '{"removed":["changes.comment"],"corrected":["relations.0"]}');
      insert into withheld_messages (entry_id, author, received_at, kind, message)
        values (1, 'partner:via', '2026-01-05T09:00:00.000Z', 'update', '{"GirEstime":"GIR 2"}'),
          (1, 'partner:via', '2026-01-06T09:00:00.000Z', 'followup', '{"state":"Conclu","reason":null}');
      insert into privacy_requests (kind, person, received_on, channel, due_on, created_at)
        values ('access', 'Anne', '2026-01-03', 'mail', '2026-02-03', '2026-01-03T09:00:00.000Z');
      insert into privacy_request_entries (request_id, entry_id, state, withheld)
        values (1, 1, 'found', '[{"key":"comment","reason":"Un tiers"}]'), (1, 2, 'found', '[]'),
          (1, 3, 'found', '{"reason":"Un proche"}'), (1, 4, 'found', null);
      insert into settings values ('b', '2'), ('a', '1');
      update templates set text = 'Bonjour', author = 'user:1' where id = 1;`,
    );
    await migrate(location, now);
    assert.deepEqual(await ask(location, 'select cast(id as text) as id, kind, open from entries'), [
      { id: '1', kind: 'commercial', open: 1 },
    ]);
    assert.deepEqual(
      await ask(location, 'select name, cast(value as text) as value from settings order by name'),
      [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
    );
    const [{ ignored } = {}] = await ask(location, 'select ignored from orientations');
    assert.deepEqual(
      asJson(ignored).toSorted(),
      ['changes.comment', 'relations.0'],
      'what was corrected without trace',
    );
    const history = await ask(location, 'select author, change, detail from history order by id');
    assert.deepEqual(
      history.map(({ author, change, detail }) => ({ author, change, detail: asJson(detail) })),
      [
        { state: null, reason: null, extra: { GirEstime: 'GIR 2' } },
        { state: 'Conclu', reason: null },
      ].map((detail) => ({ author: 'partner:via', change: 'followup', detail })),
      'what a partner has sent of a limited entry',
    );
    const withheld = await ask(location, 'select withheld from privacy_request_entries order by entry_id');
    assert.deepEqual(
      withheld.map((row) => asJson(row.withheld)),
      [{ reason: 'Un tiers' }, { reason: null }, { reason: 'Un proche' }, null],
      'the texts of an entry are withheld for one reason',
    );
    const edited = 'select text from templates where author is not null';
    assert.deepEqual(await ask(location, edited), [{ text: 'Bonjour' }]);
  });

  it('mails of 0.10.0 become notices and letters, which name their visits', async (t) => {
    const location = await emptyDatabase(t, engine);
    const at = '2026-01-03T09:00:00.000Z';
    const key = (name: string, moment: string) => `${name}:1:77:2026-02-05:${moment}`;
    await execute(
      location,
      `${schemaOf0100(engine)}
      insert into users (email, name, created_at) values ('anne@example.org', 'Anne', '${at}');
      insert into entries (kind, status, flagged, test, contact_date, received_at, fields)
        values ('commercial', 'new', 0, 0, '2026-01-03', '${at}', '{}');
      insert into actions (entry_id, position, date, time, done, told_as, told_version)
        values (1, 4, '2026-02-05', '10:00', 0, '1:77', 78);
      insert into mails (message_id, user_id, subject, body, created_at, state, attempts)
        values ('m1', 1, 'Demande', 'Texte', '${at}', 'sent', 1);
      insert into mails (message_id, entry_id, use, channel, person, recipient, author, subject, body, key, created_at, state, attempts)
        values ('m2', 1, 'visit', 'email', '0', 'a@example.org', 'user:1', 'S', 'B', '${key('visit', '10:00:email:78')}', '${at}', 'sent', 1),
          ('m3', 1, 'reminder', 'sms', '0', '+33612345678', 'accueil', '', 'B', '${key('reminder', '10:00:sms')}', '${at}', 'sent', 1),
          ('m4', 1, 'free', 'email', 'entry', 'a@example.org', 'user:1', 'S', 'B', 'hash', '${at}', 'failed', 9),
          ('m5', 1, null, null, null, null, null, '', '', 'cancelled', '${at}', 'failed', 0);
      delete from mails where message_id = 'm4';`,
    );
    await migrate(location, now);
    const select = 'select message_id as name, cast(id as text) as id, state';
    assert.deepEqual(await ask(location, `${select}, subject from notices`), [
      { name: 'm1', id: '1', state: 'sent', subject: 'Demande' },
    ]);
    const letters = `${select}, use, key, visit, cast(visit_date as text) as date, visit_time as time from letters order by letters.id`;
    const visit = { state: 'sent', visit: '1:77', date: '2026-02-05', time: '10:00' };
    const none = { visit: null, date: null, time: null };
    assert.deepEqual(await ask(location, letters), [
      { ...visit, name: 'm2', id: '2', use: 'visit', key: null },
      { ...visit, name: 'm3', id: '3', use: 'reminder', key: key('reminder', '10:00:sms') },
      { ...none, name: 'm5', id: '5', state: 'cancelled', use: 'free', key: 'cancelled' },
    ]);
    assert.deepEqual(await ask(location, 'select uid from actions'), [{ uid: '1:77' }]);
    const more = `insert into letters (message_id, entry_id, use, channel, person, author, subject, body, unsubscribe, created_at, state, attempts)
      values ('m6', 1, 'free', 'email', 'entry', 'user:1', 'S', 'B', 0, '${at}', 'pending', 0) returning cast(id as text) as id`;
    assert.deepEqual(await ask(location, more), [{ id: '6' }], 'a number of the history is not given again');
  });

  it('the list of breaches of 0.10.0 is saved as a file', async (t) => {
    const location = await emptyDatabase(t, engine);
    const folder = mkdtempSync(join(tmpdir(), 'accueil-breaches-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const dataDir = location.engine === 'sqlite' ? dirname(location.file) : join(folder, 'data');
    await execute(
      location,
      `${schemaOf0100(engine)}
      insert into breaches (noticed_at, facts, people, consequences, measures, cnil_told_on, reason, author, created_at)
        values ('2026-01-03T09:00:00.000Z', '=Export "perdu"', '', '', '', '2026-01-04', '', 'anne@example.org',
          '2026-01-03T10:00:00.000Z');`,
    );
    const file = join(dataDir, 'violations.csv');
    mkdirSync(file, { recursive: true });
    const failure = {
      name: 'DatabaseUnusable',
      message: /^The list of breaches can't be saved as .+DATA_DIR/,
    };
    await assert.rejects(migrate(location, now, { dataDir }), failure);
    rmdirSync(file);
    await migrate(location, now, { dataDir });
    const [head, line, ...rest] = readFileSync(file, 'utf8').split('\r\n');
    assert.match(head ?? '', /^\uFEFF"Constatée le";"Ce qui s’est passé";/);
    const cells = /^"2026-01-03.+";"'=Export ""perdu""";"";"";"";"2026-01-04";"";"";"";"anne@example\.org"$/;
    assert.match(line ?? '', cells);
    assert.deepEqual(rest, ['']);
  });

  it('a schema before that of 0.10.0 is left alone', async (t) => {
    const location = await emptyDatabase(t, engine);
    await migrate(location, now);
    await ask(location, 'update migrations set number = 49');
    await assert.rejects(migrate(location, now), {
      name: 'DatabaseUnusable',
      message:
        /^The database has schema 49, .+: start it once with accueil 0\.10\.0, then with this version$/,
    });
  });
});

describe('a long WAL of SQLite', () => {
  it('a long WAL is rewritten at a start in slices, between which others write', async (t) => {
    const location = await emptyDatabase(t, 'sqlite');
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
      await setImmediate();
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

  it('only a missing migration takes the lock, and waits only so long', async (t) => {
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

  it('a table that somebody else has locked is waited for only so long', async (t) => {
    const { location, other } = await shared(t);
    await migrate(location, now);
    await other.query('delete from migrations');
    await other.query('begin; lock table migrations in access share mode');
    await assert.rejects(migrate(location, now, { lockTimeoutMs: 100 }), {
      name: 'DatabaseUnavailable',
      message: /: \d+-schema needs a table that another connection has locked, still after 0\.1 s: nothing/,
    });
  });

  it('of processes that start together one migrates, the others wait for it', async (t) => {
    const location = await emptyDatabase(t, 'postgres');
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

const tableNames = {
  sqlite: `select name from sqlite_schema where type = 'table'`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public'`,
};

/** What 0.10.0 runs on an empty database. */
function schemaOf0100(engine: Engine): string {
  const file = new URL('../../test/fixtures/schema-0.10.0.sql.gz', import.meta.url);
  return `${createMigrationsTable} ${engine === 'sqlite' ? 'strict' : ''};
    insert into migrations values (50, '0050-erasures-after-72-hours', '2026-01-02T09:00:00.000Z');
    ${sqlFor(engine, gunzipSync(readFileSync(file)).toString())}`;
}

/** Describes tables, indexes and triggers; constraints in any order. */
async function schemaIn(location: Location): Promise<Record<string, unknown>> {
  if (location.engine === 'sqlite') {
    const found = await ask(location, 'select type, name, sql from sqlite_schema where sql is not null');
    const parts = found.map(({ type, name, sql }) => {
      const plain = String(sql)
        .replace(/--.*$|"/gm, '')
        .replace(/\s+/g, ' ')
        .replace(/\( | \)/g, (of) => of.trim());
      return [
        `${type} ${name}`,
        type === 'table' ? [plain.slice(plain.lastIndexOf(')')), ...partsOf(plain).sort()] : plain,
      ] as const;
    });
    const stat = await ask(location, 'select * from sqlite_stat1 order by tbl, idx');
    return { ...Object.fromEntries(parts), stat, order: await ask(location, indexOrder) };
  }
  const found = await askEach(location, Object.values(postgresSchema));
  return Object.fromEntries(Object.keys(postgresSchema).map((part, i) => [part, found[i]]));
}

/** The definitions of a table: what stands between the commas outside inner brackets. */
function partsOf(table: string): string[] {
  const inner = table.slice(table.indexOf('(') + 1, table.lastIndexOf(')'));
  const parts = [''];
  let depth = 0;
  for (const char of inner) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0;
    if (char === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${char}`);
  }
  return parts.map((part) => part.trim());
}

const indexOrder = `select name from sqlite_schema where type = 'index' order by tbl_name, rowid`;
const postgresSchema = {
  columns: `select table_name, column_name, data_type, is_nullable, column_default, is_identity, identity_generation,
      collation_name, generation_expression from information_schema.columns
    where table_schema = 'public' order by table_name, ordinal_position`,
  constraints: `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as is from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  triggers: `select pg_get_triggerdef(oid) as is from pg_trigger where not tgisinternal order by 1`,
  functions: `select pg_get_functiondef(oid) as is from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  samples: `select attrelid::regclass::text as of, attname from pg_attribute
    where attstattarget = 0 and attnum > 0 and attrelid::regclass::text in ('files', 'idempotency_keys') order by 1, 2`,
};

/** Queries as another tool would. */
/** JSON is text on SQLite. */
function asJson(value: unknown) {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

async function execute(location: Location, text: string): Promise<void> {
  if (location.engine === 'postgres') {
    await ask(location, text);
    return;
  }
  const connection = new DatabaseSync(location.file);
  connection.exec(text);
  connection.close();
}

async function ask(location: Location, text: string): Promise<Record<string, unknown>[]> {
  const [rows = []] = await askEach(location, [text]);
  return rows;
}

/** The same on one connection. */
async function askEach(location: Location, texts: readonly string[]): Promise<Record<string, unknown>[][]> {
  const answers: Record<string, unknown>[][] = [];
  if (location.engine === 'sqlite') {
    const connection = new DatabaseSync(location.file);
    for (const text of texts)
      answers.push(
        connection
          .prepare(text)
          .all()
          .map((row) => ({ ...row })),
      );
    connection.close();
    return answers;
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  for (const text of texts) answers.push((await client.query(text)).rows);
  await client.end();
  return answers;
}
