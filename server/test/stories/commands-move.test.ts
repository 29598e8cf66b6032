// Everything of a SQLite installation goes to PostgreSQL, or nothing.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { spawnProcess } from '../../../tools/harness/service-process.ts';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import { ok } from '../fixtures/answers.ts';
import { answerOf, direct, type Env, refusal } from '../fixtures/command-line.ts';
import { openDesk, signIn } from '../fixtures/desk.ts';
import { docx } from '../fixtures/documents.ts';
import { newEndpoint } from '../fixtures/outbox.ts';
import { erase } from '../fixtures/privacy.ts';
import { number } from '../fixtures/rows.ts';
import { newDatabase, password, secretKey, startService, type TestService } from '../fixtures/service.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';

/** The settings of an installation on SQLite that has begun, and the URL of an empty PostgreSQL database. */
async function places(t: TestContext): Promise<{ env: Env; url: string; file: string }> {
  const [from, to] = [await newDatabase('sqlite'), await newDatabase('postgres')];
  t.after(() => Promise.all([from.remove(), to.remove()]));
  const env: Env = { FIRST_PASSWORD: password, ...from.env };
  await answerOf(['caller', 'list'], env);
  return { env, url: to.env.DATABASE_URL ?? '', file: join(env.DATA_DIR ?? '', 'accueil.db') };
}

async function ask<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** What callers and staff see, as text. */
async function answersOf(service: TestService, email: string, userId: number): Promise<string> {
  const desk = await openDesk(service, email, userId);
  const own = ['customId/lead', 'customId/application', 'etablissement/show/3'];
  const kinds = ['commercial', 'survey', 'postuler'].map((kind) => `entries?kind=${kind}`);
  const searches = ['morel', '0639981234', 'gone'].map((q) => `search?q=${q}`);
  const answers = await Promise.all([
    ...own.map((path) => service.get(`/fr/${path}?${service.query}`)),
    ...[...searches, ...kinds, 'privacy/requests', 'templates'].map((path) => desk.get(`/desk/${path}`)),
  ]);
  return answers.map(({ statusCode, body }) => `${statusCode} ${body}`).join('\n');
}

describe('a move to PostgreSQL', () => {
  it('a move takes everything along, and leaves a file that nothing is stored in', async (t) => {
    const { env, url, file } = await places(t);
    const service = await startService('sqlite', env);
    await newEndpoint(service);
    const lead = {
      ...{ customId: 'lead', lastNameClient: 'Morel \ud83d\ude00 "\\ é', comment: 'a\u001fb\u001e' },
      ...{ phoneClient: '+33 6 39 98 12 34', unknown: { nested: ['\u00e9'] } },
    };
    const create = (path: string, body: object) => ok(service.post(`${path}?${service.query}`, body));
    await create('/fr/etablissement/3/commercial/create', { customId: 'gone', lastNameClient: 'Gone' });
    const gone = await newestEntry(service.database);
    await create('/fr/etablissement/3/commercial/create', lead);
    const cv = { name: 'cv.docx', type: 'application/pdf', content: docx().toString('base64') };
    await create('/fr/announcement/postuler', { customId: 'application', cv });
    const officer = await signIn(service);
    await erase(officer, gone);
    const { data } = await ok<{ data: { id: number }[] }>(officer.get('/desk/templates'));
    await ok(officer.patch(`/desk/templates/${data[0]?.id}`, { active: true, name: 'Rappel' }));
    const { email, userId } = officer;
    const before = await answersOf(service, email, userId);
    assert.match(before, /^200 \{"groups".*Morel/m);
    const cvBefore = await number(service.database, 'select sum(length(content)) from files');
    await service.close();
    // A duplicate of a later entry, and a number that was given to a row that is gone.
    const source = new DatabaseSync(file);
    source.exec(`update entries set duplicate_of = 2 where id = 1;
      update sqlite_sequence set seq = 1000 where name = 'entries'`);
    source.close();

    await refusal(['move', 'mysql://x'], env, /DATABASE_URL.*postgres/s);
    const { kept, rows } = await answerOf<{ kept: string; rows: Record<string, number> }>(['move', url], env);
    assert.equal(rows.entries, 3);
    assert.match(kept, /accueil\.db\.moved-\d{8}T\d{9}Z$/);
    assert.equal(existsSync(file), false);
    assert.doesNotMatch(readdirSync(env.DATA_DIR ?? '').join('\n'), /-(wal|shm)$/m);
    await refusal(['caller', 'list'], env, /accueil\.db is missing .*accueil\.db\.moved-/);

    await ask(url, 'update entries set duplicate_of = null where id = 1');
    const moved = await startService('postgres', { DATA_DIR: env.DATA_DIR ?? '', DATABASE_URL: url });
    t.after(() => moved.close());
    assert.deepEqual(await answersOf(moved, email, userId), before);
    assert.equal(await number(moved.database, 'select sum(length(content)) from files'), cvBefore);
    await ok(moved.post(`/fr/etablissement/3/commercial/create?${moved.query}`, { customId: 'next' }));
    assert.equal(await newestEntry(moved.database), 1001);
    const desk = await openDesk(moved, email, userId);
    const template = { use: 'free', about: null, name: 'x', subject: 'x', text: 'x', active: false };
    const made = desk.post('/desk/templates', { establishmentId: null, ...template });
    assert.equal((await ok<{ id: number }>(made)).id, data.length + 1);
    const { ok: sound } = await answerOf<{ ok: boolean }>(['doctor'], { ...env, DATABASE_URL: url });
    assert.equal(sound, true);
    const none = { ...env, DATA_DIR: join(env.DATA_DIR ?? '', 'none') };
    await refusal(['move', url], none, /There is no database/);
  });

  it('a move that is killed or cut off leaves both as they were, and can be repeated', async (t) => {
    const { env, url, file } = await places(t);
    await answerOf(['migrate'], { DATABASE_URL: url });
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    // May be read and not written: the tables before it are copied by then.
    await holder.query('begin; lock table passwords in share mode');
    const waiting = `select pid from pg_stat_activity where application_name = 'accueil move' and wait_event_type = 'Lock'
      and datname = current_database()`;
    const untilWaiting = async () => {
      while ((await ask(url, waiting)).length === 0) await setTimeout(20);
    };
    const cutOff = () => ask(url, waiting.replace('select pid', 'select pg_terminate_backend(pid)'));
    const assertUntouched = async () => {
      assert.deepEqual(await ask(url, 'select from callers union all select from establishments'), []);
      assert.equal(existsSync(file), true);
      assert.match((await direct(['caller', 'list'], env)).stdout, /site/);
    };
    const killed = spawnProcess({
      env: { ...env, SECRET_KEY: secretKey },
      command: ['move', url],
      signal: t.signal,
    });
    await untilWaiting();
    killed.kill('SIGKILL');
    await killed.ended;
    // The server notices a killed process when it has the lock that it waited for.
    await cutOff();
    await assertUntouched();

    const moving = direct(['move', url], env);
    await untilWaiting();
    await cutOff();
    assert.equal((await moving).code, 1);
    await assertUntouched();
    await holder.end();
    const { rows } = await answerOf<{ rows: Record<string, number> }>(['move', url], env);
    assert.equal(rows.passwords, 1);
    assert.equal((await ask(url, `select from pg_constraint where contype = 'f'`)).length > 0, true);
  });

  it('a move refuses a running service, a target with rows, and altered rows', async (t) => {
    const { env, url, file } = await places(t);
    const unlock = lockFolder(env.DATA_DIR ?? '');
    await refusal(['move', url], env, /A service runs on /);
    unlock();
    await refusal(['move', url], { ...env, DATABASE_URL: url }, /move is from SQLite/);

    await ask(url, 'create table others (id integer)');
    await refusal(['move', url], env, /has a table others that is not accueil's: name an empty database/);
    await ask(url, 'drop table others');
    await answerOf(['migrate'], { DATABASE_URL: url });
    for (const [table, fill, empty] of [
      ['settings', `insert into settings values ('x', '1')`, 'delete from settings'],
      ['templates', `update templates set author = 'user:1'`, 'update templates set author = null'],
    ] as const) {
      await ask(url, fill);
      await refusal(['move', url], env, new RegExp(`${table} holds rows: name an empty database`));
      await ask(url, empty);
    }
    await ask(
      url,
      `create function change() returns trigger language plpgsql as $$ begin new.name = 'x'; return new; end $$;
       create trigger change before insert on callers for each row execute function change()`,
    );
    await refusal(['move', url], env, /callers is not the same there \(1 of 1 rows\): nothing was moved/);
    assert.deepEqual(await ask(url, 'select from callers'), []);
    assert.equal(existsSync(file), true);

    const source = new DatabaseSync(file);
    for (const [schema, says] of [
      [50, /has schema 50, and this accueil \d+: bring it up to date/],
      [49, /has schema 49, .+: start it once with accueil 0\.10\.0, then with this version/],
    ] as const) {
      source.exec(`update migrations set number = ${schema}`);
      await refusal(['move', url], env, says);
    }
    source.close();
  });
});
