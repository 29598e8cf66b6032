import assert from 'node:assert/strict';
import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import type { Finding } from '../../src/commands/doctor/finding.ts';
import { judgeRoom, judgeSync } from '../../src/commands/doctor/folder.ts';
import { judgeWal } from '../../src/commands/doctor/leftovers.ts';
import { clearTextWarning } from '../../src/http/public-url.ts';
import { lastUntrustedProxy } from '../../src/http/untrusted-proxy.ts';
import { ok } from '../fixtures/answers.ts';
import { answerOf, direct, type Env, runUnder } from '../fixtures/command-line.ts';
import { damage, manyEntries } from '../fixtures/damaged-file.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import {
  newDatabase,
  onOneEngine,
  onSqlite,
  password,
  startService,
  type TestService,
} from '../fixtures/service.ts';

/** The checks that are not ok, as `state check`, with the text that `doctor` prints. */
async function diagnose(env: Env, run = direct): Promise<{ states: string[]; text: string }> {
  const { code, stdout, stderr } = await run(['doctor', '--json'], env);
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  const wrong = findings.filter(({ state }) => state === 'bad');
  assert.deepEqual([ok, code], wrong.length === 0 ? [true, 0] : [false, 1]);
  if (wrong.length > 0)
    assert.match(stderr, new RegExp(`${wrong.length} of ${findings.length} checks failed`));
  const odd = findings.filter(({ state }) => state !== 'ok');
  return {
    states: odd.map(({ state, check }) => `${state} ${check}`),
    text: odd.map(({ message }) => message).join('\n'),
  };
}

async function openService(engine: 'sqlite' | 'postgres') {
  const place = await newDatabase(engine);
  // Begun by a command, so that it knows its key.
  await answerOf(['caller', 'list'], { ...place.env, FIRST_PASSWORD: password });
  const service = await startService(engine, place.env);
  const close = async () => {
    await service.close();
    await place.remove();
  };
  return { service, env: place.env, close };
}

/** Changes the database by hand, with a statement that both engines know. */
async function byHand(env: Env, sql: string): Promise<void> {
  if (env.DATABASE_URL === undefined) {
    const database = new DatabaseSync(join(env.DATA_DIR ?? '', 'accueil.db'));
    database.exec(sql);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query(sql);
  await client.end();
}

onOneEngine('doctor', (engine) => {
  it('a sound installation has nothing wrong while its service runs', async (t) => {
    const { service, env, close } = await openService(engine);
    t.after(close);
    await ok(service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {}));
    const { code, stdout, stderr } = await direct(['doctor'], env);
    assert.deepEqual([code, stderr], [0, '']);
    // How much room the disk of a test machine has, and how fast it is, is no matter of ours.
    for (const line of stdout.trimEnd().split('\n')) assert.match(line, /^(ok {4}|warn {2}(room|disk): )/);
    const checks =
      'version,settings,secret key,database,schema,safety,right key,statistics,follow-up,address,proxies';
    for (const check of checks.split(',')) assert.match(stdout, new RegExp(`^ok {4}${check}: `, 'm'));
  });

  it('a schema that is newer, older, too old or missing is found', async (t) => {
    const { env, close } = await openService(engine);
    t.after(close);
    await byHand(env, `insert into migrations values (9999, '9999-later', '2026-03-04T09:00:00.000Z')`);
    assert.match((await diagnose(env)).text, /9999, newer than this accueil/);
    await byHand(env, 'delete from migrations');
    const older = await diagnose(env);
    assert.ok(older.states.includes('warn schema'));
    assert.match(older.text, /0, older than this accueil/);
    // What the next start would refuse is not called a matter of starting.
    await byHand(env, `insert into migrations values (22, 'x', '2026-03-04T09:00:00.000Z')`);
    const tooOld = await diagnose(env);
    assert.ok(tooOld.states.includes('bad schema'), tooOld.states.join());
    assert.match(tooOld.text, /schema 22, .+: start it once with accueil 0\.10\.0, then with this version/);
    await byHand(env, 'drop table migrations');
    assert.match((await diagnose(env)).text, /empty: start accueil once/);
  });
});

onSqlite('doctor beside a service', (engine) => {
  let service: TestService;
  let env: Env;
  let close: () => Promise<void>;
  after(() => close());
  before(async () => {
    ({ service, env, close } = await openService(engine));
    const lead = { dateFirstContact: '2026-03-01' };
    await ok(service.post(`/fr/etablissement/3/commercial/create?${service.query}`, lead));
  });

  it('counts that the entries contradict are found', async () => {
    await byHand(env, 'update contact_counts set total = 7');
    const { states, text } = await diagnose(env);
    assert.ok(states.includes('bad statistics'), states.join());
    assert.match(text, /1 yearly counts .*: 7 contacts kept for residence 3 in 2026, 1 found/);
  });

  it('open leads are counted by state, and a wrong next action is found', async () => {
    const { stdout } = await direct(['doctor', '--json'], env);
    const { findings }: { findings: Finding[] } = JSON.parse(stdout);
    const { counts, message } = findings.find(({ check }) => check === 'follow-up') ?? {};
    assert.deepEqual(counts, { open: 1, 'to-call': 1, planned: 0, unplanned: 0, asleep: 0 });
    assert.match(message ?? '', /^1 open leads: 1 to call, 0 planned/);
    await byHand(env, `update entries set next_date = '2026-05-01'`);
    const { states, text } = await diagnose(env);
    assert.ok(states.includes('bad follow-up'), states.join());
    assert.match(text, /1 entries have another next action, .*: entry 1/);
    await byHand(env, `update entries set next_date = null, duplicate_of = 1`);
    assert.match((await diagnose(env)).text, /1 entries were united with one that is united itself/);
  });

  it('a service that others reach without https is found', async () => {
    const host = { ...env, HOST: '0.0.0.0', PUBLIC_URL: 'http://accueil.example.org' };
    const { states, text } = await diagnose(host);
    assert.ok(states.includes('warn address'));
    assert.match(text, /passwords and personal data may travel in clear/);
    const https = await diagnose({ ...host, PUBLIC_URL: 'https://accueil.example.org' });
    assert.ok(!https.states.includes('warn address'));
    const publicUrl = 'http://accueil.example.org';
    for (const remote of ['0.0.0.0', '::', '192.0.2.1', 'accueil.example.org'])
      assert.match(clearTextWarning({ host: remote, publicUrl }) ?? '', /may travel in clear/);
    for (const local of ['127.0.0.1', '127.1.2.3', '::1', 'localhost', '::ffff:127.0.0.1'])
      assert.equal(clearTextWarning({ host: local, publicUrl }), undefined);
  });

  it('a proxy that is not trusted is found for a week after the service met it', async () => {
    service.clock.now = new Date();
    await service.get('/health/live', { 'x-forwarded-for': '198.51.100.7' });
    while ((await lastUntrustedProxy(service.database.read)) === undefined) await new Promise(setImmediate);
    const { states, text } = await diagnose(env);
    assert.ok(states.includes('warn proxies'));
    assert.match(text, /127\.0\.0\.1 sends X-Forwarded-For .* TRUSTED_PROXIES/);
    const trusting = await diagnose({ ...env, TRUSTED_PROXIES: '127.0.0.1' });
    assert.ok(!trusting.states.includes('warn proxies'));
    const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60_000).toISOString();
    const peer = `{"peer":"192.0.2.1","at":"${longAgo}"}`;
    await byHand(env, `update installation set value = '${peer}' where name = 'untrusted_proxy'`);
    assert.ok(!(await diagnose(env)).states.includes('warn proxies'));
    const https = await diagnose({ ...env, PUBLIC_URL: 'https://accueil.example.org' });
    assert.match(https.text, /PUBLIC_URL is https/);
  });

  it('another secret key than the one of the database is found', async () => {
    const other = { ...env, SECRET_KEY: 'another-key-of-the-tests-0123456789abc' };
    assert.ok((await diagnose(other)).states.includes('bad right key'));
    await byHand(env, `delete from installation where name = 'key_check'`);
    assert.ok((await diagnose(env)).states.includes('warn right key'));
  });
});

describe('doctor on SQLite', () => {
  async function installation(
    t: TestContext,
  ): Promise<{ env: Env; folder: string; file: string; key: string }> {
    const folder = folderFor(t);
    const env = { DATA_DIR: folder, SECRET_KEY: '' };
    await answerOf(['caller', 'list'], env);
    return { env, folder, file: join(folder, 'accueil.db'), key: join(folder, 'secret.key') };
  }

  it('every wrong setting is found', async () => {
    const { states, text } = await diagnose({ PORT: 'x', LOG_LEVEL: 'loud' });
    assert.deepEqual(states, ['bad settings']);
    assert.match(text, /PORT: .*\n.*LOG_LEVEL: /);
  });

  it('an installation that is not there is found, and not made', async (t) => {
    const folder = folderFor(t);
    const missing = await diagnose({ DATA_DIR: join(folder, 'none'), SECRET_KEY: '' });
    assert.deepEqual(missing.states, ['bad data folder', 'bad secret key', 'bad database']);
    const empty = await diagnose({ DATA_DIR: folder });
    assert.ok(empty.states.includes('bad database'));
    assert.deepEqual(readdirSync(folder), []);
  });

  it('a kept database, and a key that is open to others, empty or missing, are found', async (t) => {
    const { env, folder, key } = await installation(t);
    await answerOf(['backup', join(folder, 'b.db')], env);
    await answerOf(['restore', join(folder, 'b.db')], env);
    const old = await diagnose(env);
    assert.deepEqual(old.states, ['warn old databases']);
    assert.match(old.text, /^accueil\.db\.before-restore-\w+ \(0 days old\): they hold everybody/);
    const findsKey = async (message: RegExp, ...states: readonly string[]) => {
      const found = await diagnose(env);
      assert.deepEqual(found.states, ['warn old databases', 'bad secret key', ...states]);
      assert.match(found.text, message);
    };
    chmodSync(key, 0o644);
    await findsKey(/mode 644\): chmod 600/);
    writeFileSync(key, '');
    await findsKey(/secret\.key/, 'bad right key');
    rmSync(key);
    await findsKey(/secret\.key is missing/, 'bad right key');
  });

  it('a folder that others may read, or that can’t be written, is found', async (t) => {
    const { env, folder } = await installation(t);
    chmodSync(folder, 0o755);
    // A limit on the size of files holds for every user, root included.
    const limited = (args: readonly string[], settings: Env) =>
      runUnder(['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'], args, settings);
    const { states, text } = await diagnose(env, limited);
    for (const state of ['warn data folder', 'bad disk']) assert.ok(states.includes(state), states.join());
    assert.match(text, /mode 755\): chmod 700/);
    assert.match(text, /can't be written: EFBIG/);
  });

  it('a file that is no database, or damaged, is found', async (t) => {
    const { env, file } = await installation(t);
    await byHand(env, manyEntries);
    damage(file);
    const one = await diagnose(env);
    assert.ok(one.states.includes('bad integrity'), one.states.join());
    assert.match(one.text, /damaged, restore a backup/);

    writeFileSync(file, 'Bonjour, ceci est un texte.'.repeat(1000));
    const other = await diagnose(env);
    assert.deepEqual(other.states, ['bad database']);
    assert.match(other.text, /not a database/);
  });

  it('a slow disk and a full one are judged', () => {
    assert.deepEqual([judgeSync(2).state, judgeSync(50).state], ['ok', 'warn']);
    assert.deepEqual(
      [judgeRoom(5e9).state, judgeRoom(5e8).state, judgeRoom(5e7).state],
      ['ok', 'warn', 'bad'],
    );
  });
});

describe('doctor on PostgreSQL', () => {
  it('a server that is away is found, without its password', async () => {
    const { states, text } = await diagnose({ DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/x' });
    assert.deepEqual(states, ['bad database']);
    assert.match(text, /ECONNREFUSED/);
    assert.doesNotMatch(text, /canary/);
  });

  it('an empty database is found, and left empty', async (t) => {
    const place = await newDatabase('postgres');
    t.after(() => place.remove());
    for (let times = 0; times < 2; times++)
      assert.deepEqual((await diagnose(place.env)).states, ['bad schema']);
  });

  it('the age of its log is told, and a server that may lose commits is found', async (t) => {
    const { env, close } = await openService('postgres');
    t.after(close);
    const { stdout } = await direct(['doctor'], env);
    assert.match(stdout, /^ok {4}pg_wal: \d+ files, the oldest written \d+ days ago: they hold everybody/m);
    assert.deepEqual([judgeWal(5, 30, 30).state, judgeWal(5, 31, 30).state], ['ok', 'warn']);
    const name = new URL(env.DATABASE_URL ?? '').pathname.slice(1);
    await byHand(env, `alter database ${name} set synchronous_commit = off`);
    const { states, text } = await diagnose(env);
    assert.deepEqual(states, ['bad safety']);
    assert.match(text, /synchronous_commit=off/);
  });
});
