import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { newDatabase, onBothEngines, secretKey } from '../../test/fixtures/service.ts';
import { parseConfig } from '../config.ts';
import type { Engine } from './dialect.ts';
import { type Location, migrate } from './migrate.ts';
import { migrationsOf, newestMigration } from './migration-files.ts';
import { createMigrationsTable } from './migrator.ts';

const now = new Date('2026-03-04T09:00:00.000Z');

async function emptyDatabase(t: TestContext, engine: Engine): Promise<Location> {
  const place = await newDatabase(engine);
  t.after(() => place.remove());
  return parseConfig({ SECRET_KEY: secretKey, ...place.env }).database;
}

onBothEngines('migrations', (engine) => {
  /** The schema before this migration. */
  function schemaBefore(end: number): string {
    const before = migrationsOf(engine).filter(({ number }) => number < end);
    const applied = before.map(({ number, name }) => `(${number}, '${name}', '2026-01-02T09:00:00.000Z')`);
    return `${before.map(({ sql }) => sql).join(';')}; ${createMigrationsTable};
      insert into migrations values ${applied};`;
  }

  it('each migration is applied once, and says when', async (t) => {
    const location = await emptyDatabase(t, engine);
    const names = await migrate(location, now);
    assert.equal(names[0], '0023-schema');
    assert.deepEqual(await migrate(location, new Date()), []);
    const applied = await ask(location, 'select name, applied_at as at from migrations order by number');
    assert.deepEqual(
      applied.map(({ name, at }) => ({ name, at: new Date(String(at)) })),
      names.map((name) => ({ name, at: now })),
    );
  });

  it('a migration that fails leaves nothing behind', async (t) => {
    const location = await emptyDatabase(t, engine);
    await ask(location, 'create table idempotency_keys (somebody_elses integer)');
    await assert.rejects(migrate(location, now), /idempotency_keys.+already exists/);
    assert.deepEqual(await ask(location, tables[engine]), [{ name: 'idempotency_keys' }]);
    await ask(location, 'drop table idempotency_keys');
    assert.equal((await migrate(location, now))[0], '0023-schema');
  });

  it('a database of 0.9.0 is brought over, with the words of its entries', async (t) => {
    const location = await emptyDatabase(t, engine);
    await execute(
      location,
      `${schemaBefore(24)}
      update migrations set name = '0023-retention';
      insert into entries (kind, status, flagged, test, contact_date, received_at, fields)
        values ('commercial', 'new', 0, 0, '2026-01-03', '2026-01-03T09:00:00.000Z', '{}');
      insert into entry_phones values ('+33639981234', 1);`,
    );
    await execute(
      location,
      engine === 'sqlite'
        ? `insert into entry_words (rowid, words) values (1, 'morel')`
        : `insert into entry_words values (1, array_to_tsvector('{morel}'))`,
    );
    assert.deepEqual((await migrate(location, now))[0], '0024-write-less');
    const found = (word: string) =>
      ask(
        location,
        engine === 'sqlite'
          ? `select rowid as id from entry_words where entry_words match '"${word}"*'`
          : `select entry_id::int as id from entry_words where words @@ '${word}:*'`,
      );
    for (const word of ['morel', '_4321', 'mor']) assert.deepEqual(await found(word), [{ id: 1 }], word);
    assert.deepEqual(await found('_1234'), []);
  });

  it('a rule that would erase what it has kept so far waits for a confirmation', async (t) => {
    const location = await emptyDatabase(t, engine);
    const entry = (at: string, type: string, step: string) =>
      `('survey', 'new', 0, 0, '2019-01-03', '${at}', '{}', ${type}, ${step})`;
    const columns = 'kind, status, flagged, test, contact_date, received_at, fields, type, application_step';
    await execute(
      location,
      `${schemaBefore(24)}
      insert into retention_rules (name, days, confirmed_at, confirmed_by)
        select name, 1825, '2026-01-02T09:00:00.000Z', 'user:1'
        from (select 'complaint' as name union all select 'application' union all select 'prospect') r;
      insert into entries (${columns}) values
        ${entry('2019-01-03T09:00:00.000Z', "'survey.type.complaint'", 'null')},
        ${entry(new Date().toISOString(), 'null', "'interview'")};`,
    );
    await migrate(location, now);
    const waiting = await ask(location, 'select name from retention_rules where confirmed_by is null');
    assert.deepEqual(waiting, [{ name: 'complaint' }]);
  });

  it('authors become users where a name is that of one user', async (t) => {
    const location = await emptyDatabase(t, engine);
    const line = (author: string, change: string, detail: object) =>
      `insert into history (entry_id, at, author, change, detail)
        values (1, '${now.toISOString()}', '${author.replace("'", "''")}', '${change}', '${JSON.stringify(detail).replace(/'/g, "''")}');`;
    const users = ['Claire Roux', 'Paul "l\'ancien" Petit', 'Anne Martin', 'Anne Martin', 'Roux', 'Claire'];
    const [claire = '', paul = ''] = users;
    const comment = { from: 'Claire Roux', to: 'Anne Martin' };
    const done = { from: false, to: true };
    // A field that the contract does not name, and one beside it whose name is the mark of an older rewriting.
    const unnamed = { author: comment, '@': claire };
    const authors = (from: string | null, to: string | null) => ({ done, author: { from, to } });
    await execute(
      location,
      `${schemaBefore(25)}
      ${users.map((name, i) => `insert into users (email, name, created_at) values ('u${i + 1}@example.org', '${name.replace("'", "''")}', '${now.toISOString()}');`).join('')}
      insert into entries (kind, status, flagged, test, contact_date, received_at, fields, comment, comment_by)
        values ('commercial', 'new', 0, 0, '2026-01-03', '2026-01-03T09:00:00.000Z', '{}', 'x', 'Claire Roux');
      insert into actions (entry_id, position, done, author) values (1, 0, 1, 'Claire Roux'), (1, 1, 1, 'visitor'), (1, 2, 1, null),
        (1, 3, 1, 'Anne Martin');
      insert into retention_rules (name, days, confirmed_at, confirmed_by) values ('spam', 30, '${now.toISOString()}', 'u2@example.org'),
        ('ip', 30, '${now.toISOString()}', 'installation');
      ${line(paul, 'owner', { owner: { from: null, to: claire }, ownerId: { from: null, to: 1 } })}
      ${line('Anne Martin', 'updated', { changes: { comment }, actions: { 0: { done, author: { from: claire, to: paul } }, 1: { done, author: { from: 'Anne Martin', to: claire } }, 2: { comment, author: { from: paul, to: 'Anne Martin' } } } })}
      ${line('partner:cityville', 'followup', {})}
      ${line('Marie Ancienne', 'owner', { owner: { from: claire, to: paul } })}
      ${line('Roux', 'updated', { owner: { from: null, to: 'Roux' }, changes: unnamed, actions: { 0: authors('Marie Ancienne', claire), 1: authors(null, paul), 2: authors('visitor', 'Roux'), 3: authors('Roux', 'Claire'), 4: authors('Claire', null), 10: { done } } })}
      ${line('Claire', 'updated', { changes: unnamed })}`,
    );
    await migrate(location, now);
    const read = (query: string) => ask(location, query);
    assert.deepEqual(
      (await read('select author from actions order by position')).map(({ author }) => author),
      ['user:1', 'visitor', null, 'Anne Martin'],
    );
    assert.equal((await read('select comment_by from entries'))[0]?.comment_by, 'user:1');
    assert.deepEqual(await read('select confirmed_by as by from retention_rules order by name'), [
      { by: 'installation' },
      { by: 'user:2' },
    ]);
    assert.deepEqual(
      (await read('select author, cast(detail as text) as detail from history order by id')).map(
        ({ author, detail }) => [author, JSON.parse(String(detail))],
      ),
      [
        ['user:2', { ownerId: { from: null, to: 1 } }],
        [
          'Anne Martin',
          {
            changes: { comment },
            actions: {
              0: { done, author: { from: 'user:1', to: 'user:2' } },
              1: { done, author: { from: 'Anne Martin', to: 'user:1' } },
              2: { comment, author: { from: 'user:2', to: 'Anne Martin' } },
            },
          },
        ],
        ['partner:cityville', {}],
        ['Marie Ancienne', {}],
        [
          'user:5',
          {
            changes: unnamed,
            actions: {
              0: authors('Marie Ancienne', 'user:1'),
              1: authors(null, 'user:2'),
              2: authors('visitor', 'user:5'),
              3: authors('user:5', 'user:6'),
              4: authors('user:6', null),
              10: { done },
            },
          },
        ],
        ['user:6', { changes: unnamed }],
      ],
    );
  });

  it('admissions that were taken back are noted', async (t) => {
    const location = await emptyDatabase(t, engine);
    const result = (from: string | null, to: string | null) =>
      JSON.stringify({ changes: { resultat: { from, to } } });
    const admitted = 'commercial.resultat.realisee';
    await execute(
      location,
      `${schemaBefore(26)}
      ${[admitted, null].map((to) => `insert into entries (kind, status, flagged, test, contact_date, received_at, fields, resultat) values ('commercial', 'new', 0, 0, '2026-01-03', '2026-01-03T09:00:00.000Z', '{}', ${to === null ? 'null' : `'${to}'`});`).join('')}
      insert into history (entry_id, at, author, change, detail) values
        (1, '${now.toISOString()}', 'user:1', 'updated', '${result(null, admitted)}'),
        (2, '${now.toISOString()}', 'user:1', 'updated', '${result(admitted, null)}'),
        (2, '${now.toISOString()}', 'user:1', 'updated', '{}')`,
    );
    await migrate(location, now);
    const flags = await ask(location, 'select admission_revoked as flag from entries order by id');
    assert.deepEqual(
      flags.map(({ flag }) => Number(flag)),
      [0, 1],
    );
  });

  it('mails to staff stay, and numbers of deleted ones are not used again', async (t) => {
    const location = await emptyDatabase(t, engine);
    const mail = (subject: string) => `insert into mails
      (message_id, user_id, subject, body, created_at, state, attempts, next_at)
      values ('${subject}@x', 1, '${subject}', 'b', '${now.toISOString()}', 'pending', 0, '${now.toISOString()}');`;
    await execute(
      location,
      `${schemaBefore(41)}
      insert into users (email, name, created_at) values ('u@example.org', 'u', '${now.toISOString()}');
      ${mail('first')} ${mail('purged')} delete from mails where subject = 'purged'`,
    );
    await migrate(location, now);
    await execute(location, mail('next'));
    const found = await ask(location, 'select id, subject, user_id, use from mails order by id');
    assert.deepEqual(
      found.map(({ id, subject, user_id, use }) => [Number(id), subject, Number(user_id), use]),
      [
        [1, 'first', 1, null],
        [3, 'next', 1, null],
      ],
    );
  });

  it('an objection that was stored of a phone number is of calls and of SMS', async (t) => {
    const location = await emptyDatabase(t, engine);
    await execute(
      location,
      `${schemaBefore(47)}
      insert into objections (hash, kind, objected_on) values
        ('number', 'phone', '2026-01-02'), ('address', 'email', '2026-01-03');`,
    );
    await migrate(location, now);
    const found = await ask(
      location,
      'select hash, kind, cast(objected_on as text) as day from objections order by id',
    );
    assert.deepEqual(found, [
      { hash: 'number', kind: 'phone', day: '2026-01-02' },
      { hash: 'address', kind: 'email', day: '2026-01-03' },
      { hash: 'number', kind: 'sms', day: '2026-01-02' },
    ]);
  });

  it('a schema older than the oldest migration is left alone', async (t) => {
    const location = await emptyDatabase(t, engine);
    await migrate(location, now);
    await ask(location, `update migrations set number = number - ${newestMigration - 22}`);
    await assert.rejects(migrate(location, now), {
      name: 'DatabaseUnusable',
      message: /^The database has schema 22, and .+: migrate it first with commit 192c5427$/,
    });
    await ask(location, 'update migrations set number = number - 8');
    await assert.rejects(migrate(location, now), {
      message: /^The database has schema 14, and .+: migrate it first with commit e55049f8, then 192c5427$/,
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
      message: /: 0023-schema needs a table that another connection has locked, still after 0\.1 s: nothing/,
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

const tables = {
  sqlite: `select name from sqlite_schema where type = 'table'`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public'`,
};

/** Queries as another tool would. */
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
  if (location.engine === 'sqlite') {
    const connection = new DatabaseSync(location.file);
    const answer = connection
      .prepare(text)
      .all()
      .map((row) => ({ ...row }));
    connection.close();
    return answer;
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
