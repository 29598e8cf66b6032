import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { startProcess } from '../../../tools/harness/service-process.ts';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import { ok } from '../fixtures/answers.ts';
import {
  answerOf,
  asProcess,
  direct,
  directUntil,
  type Env,
  refusal,
  serveOnce,
} from '../fixtures/command-line.ts';
import { damage, manyEntries } from '../fixtures/damaged-file.ts';
import { pdf } from '../fixtures/documents.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { password, secretKey, startService, type TestService } from '../fixtures/service.ts';
import { storedEntry } from '../fixtures/stored-entry.ts';

/** A data folder that has begun, and the name of a backup beside it. */
async function installation(t: TestContext) {
  const folder = folderFor(t);
  const env: Env = { DATA_DIR: folder, FIRST_PASSWORD: password };
  await answerOf(['caller', 'list'], env);
  const beside = folderFor(t);
  return { env, folder, file: join(folder, 'accueil.db'), beside, backup: join(beside, 'b.db') };
}

async function serviceOn(t: TestContext, env: Env = {}): Promise<TestService> {
  const service = await startService('sqlite', env);
  t.after(() => service.close());
  return service;
}

const lead = (service: TestService, customId: string) =>
  ok(service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { customId }));

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function customIdsIn(file: string): Set<unknown> {
  const database = new DatabaseSync(file);
  const found = database.prepare('select custom_id from entries').all();
  database.close();
  return new Set(found.map((row) => row.custom_id));
}

it('a backup under load holds every entry acknowledged before it, CVs included', async (t) => {
  const service = await serviceOn(t);
  const cv = { name: 'cv.pdf', content: pdf().toString('base64') };
  await ok(service.post(`/fr/announcement/postuler?${service.query}`, { customId: 'application', cv }));
  const acknowledged: string[] = [];
  let ended = false;
  const posting = Array.from({ length: 8 }, async (_, worker) => {
    for (let i = 0; !ended; i++) {
      await lead(service, `${worker}-${i}`);
      acknowledged.push(`${worker}-${i}`);
    }
  });
  while (acknowledged.length < 200) await new Promise(setImmediate);
  const before = [...acknowledged];
  const backup = join(folderFor(t), 'b.db');
  const answer = await answerOf(['backup', backup], { DATA_DIR: service.config.dataDir });
  const during = acknowledged.length - before.length;
  ended = true;
  await Promise.all(posting);
  const sha256 = createHash('sha256').update(readFileSync(backup)).digest('hex');
  assert.deepEqual(answer, { file: backup, bytes: statSync(backup).size, sha256 });
  assert.equal(readFileSync(`${backup}.sha256`, 'utf8'), `${sha256}  b.db\n`);
  assert.ok(during > 0, 'intake went on meanwhile');

  const env = { DATA_DIR: folderFor(t) };
  assert.equal((await answerOf<{ kept: null }>(['restore', backup], env)).kept, null);
  const found = customIdsIn(join(env.DATA_DIR, 'accueil.db'));
  assert.deepEqual(
    before.filter((customId) => !found.has(customId)),
    [],
  );
  const restored = await serviceOn(t, env);
  const { file } = await storedEntry(restored.database, 'application');
  assert.deepEqual(file?.content, pdf());
  await ok(restored.get(`/fr/customId/application?${service.query}`));
});

it('a backup says where the key is, is for its owner alone, never overwrites', async (t) => {
  const { env, folder, beside, backup } = await installation(t);
  const { code, stdout, stderr } = await asProcess(['backup', backup], env);
  assert.deepEqual([code, stdout.startsWith(`${backup}: 0.`)], [0, true]);
  assert.match(stderr, /secret key is not in it. Keep SECRET_KEY apart/);
  const keyInFile = { DATA_DIR: folder, SECRET_KEY: '' };
  assert.match(
    (await direct(['backup', join(beside, 'c.db')], keyInFile)).stderr,
    /Keep .*secret\.key apart/,
  );
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  const bytes = readFileSync(backup);
  await refusal(['backup', backup], env, /b\.db is there already/);
  assert.deepEqual(readFileSync(backup), bytes);
  await refusal(['backup', join(beside, 'none', 'b.db')], env, /ENOENT/);
  await refusal(['backup', join(beside, 'e.db')], { DATA_DIR: beside }, /There is no database/);
  assert.deepEqual(readdirSync(beside).sort(), ['b.db', 'b.db.sha256', 'c.db', 'c.db.sha256']);
});

it('a backup that is stopped, or of a damaged file, leaves nothing behind', async (t) => {
  const { env, file, beside, backup } = await installation(t);
  const { code, stderr } = await directUntil(Promise.resolve(), ['backup', backup], env);
  assert.equal(code, 1);
  assert.match(stderr, /stopped before the end/);
  assert.deepEqual(readdirSync(beside), []);
  change(file, manyEntries);
  damage(file);
  await refusal(['backup', backup], env, /malformed/);
  assert.deepEqual(readdirSync(beside), []);
  writeFileSync(`${backup}.partial`, '');
  await refusal(['backup', backup], env, /another backup runs, or was killed/);
  assert.deepEqual(readdirSync(beside), ['b.db.partial']);
});

it('a restore keeps what was there before, unwritten WAL included', async (t) => {
  const { env, folder, file, backup } = await installation(t);
  const process = await startProcess({ env: { ...env, SECRET_KEY: secretKey } });
  t.after(() => process.kill('SIGKILL'));
  const post = async (customId: string) => {
    const path = `${process.url}/fr/etablissement/3/commercial/create?password=${password}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ customId }) });
    assert.equal(await answer.text(), '"ok"');
  };
  await post('before');
  await answerOf(['backup', backup], env);
  await post('after');
  process.kill('SIGKILL');
  await process.ended;
  assert.ok(statSync(`${file}-wal`).size > 0);

  const { kept } = await answerOf<{ kept: string }>(['restore', backup], env, asProcess);
  assert.match(kept, /accueil\.db\.before-restore-\d{8}T\d{9}Z$/);
  for (const name of [file, kept]) assert.equal(existsSync(`${name}-wal`), false, 'one file is all of it');
  assert.deepEqual(customIdsIn(kept), new Set(['before', 'after']));
  assert.doesNotMatch(readdirSync(folder).join(), /restoring/);
  assert.deepEqual(customIdsIn(file), new Set(['before']));
});

it('a restore lists what is to be done again, and gives no number twice', async (t) => {
  const { env, file, backup } = await installation(t);
  const { id: passwordId } = await answerOf<{ id: number }>(['password', 'add', 'site'], env);
  const { id: tokenId } = await answerOf<{ id: number }>(['token', 'add', 'partner'], env);
  await serveOnce(env);
  await answerOf(['backup', backup], env);
  const same = await answerOf<{ remarks: string[] }>(['restore', backup], env);
  assert.deepEqual(same.remarks, []);

  await answerOf(['password', 'revoke', String(passwordId)], env);
  await answerOf(['token', 'revoke', String(tokenId)], env);
  await answerOf(['user', 'add', 'new@example.org', '--role', 'administrator'], env);
  const { stdout } = await direct(['restore', backup], env);
  const [, list = ''] = /To be done again.*:\n((?: {2}.*\n)*)/.exec(stdout) ?? [];
  const [, added] = /user added (\d+)$/m.exec(list) ?? [];
  const expected = [`password removed ${passwordId}`, `token removed ${tokenId}`, `user added ${added}`];
  assert.deepEqual(list.split(/\n? {2}|\n/).slice(1, -1), expected);
  await answerOf(['user', 'add', 'other@example.org', '--role', 'administrator'], env);
  const database = new DatabaseSync(file);
  assert.equal(database.prepare('select max(id) as id from users').get()?.id, Number(added) + 1);
  database.close();
});

it('a restore over a damaged database keeps its WAL apart', async (t) => {
  const { env, file, backup } = await installation(t);
  await answerOf(['backup', backup], env);
  const damaged = 'No database any more.'.repeat(500);
  writeFileSync(file, damaged);
  writeFileSync(`${file}-wal`, 'not a WAL of anything');
  const { kept } = await answerOf<{ kept: string }>(['restore', backup], env);
  assert.equal(readFileSync(kept, 'utf8'), damaged);
  assert.equal(readFileSync(`${kept}-wal`, 'utf8'), 'not a WAL of anything');
  assert.equal(existsSync(`${file}-wal`), false);
  assert.equal((await answerOf<object[]>(['caller', 'list'], env)).length, 1);
});

it('an unsound backup, or a running service: a restore changes nothing', async (t) => {
  const { env, folder, file, beside, backup } = await installation(t);
  await answerOf(['backup', backup], env);
  const names = () => readdirSync(folder).filter((name) => !name.startsWith('serve.lock'));
  const state = () => [readFileSync(file), names()];
  const before = state();
  const newer = `insert into migrations values (9999, '9999-later', '')`;
  const makeDamaged = (path: string) => {
    change(path, manyEntries);
    damage(path);
  };
  const unsound: [string, (path: string) => void, RegExp][] = [
    ['text', (path) => writeFileSync(path, 'Bonjour.'.repeat(500)), /text\.db: .*not a database/],
    ['foreign', (path) => change(path, 'drop table migrations'), /not a database of accueil/],
    ['newer', (path) => change(path, newer), /has schema 9999, newer than this accueil/],
    [
      'older',
      (path) => change(path, 'update migrations set number = 49'),
      /start it once with accueil 0\.10\.0/,
    ],
    ['live', (path) => writeFileSync(`${path}-wal`, 'x'), /a database in use, not a backup/],
    ['damaged', makeDamaged, /damaged\.db is damaged: /],
  ];
  for (const [name, make, says] of unsound) {
    const path = join(beside, `${name}.db`);
    copyFileSync(backup, path);
    make(path);
    await refusal(['restore', path], env, says);
  }
  await refusal(['restore', join(beside, 'none.db')], env, /ENOENT/);
  await refusal(['restore', beside], env, /is no file/);
  // Sound for SQLite, and yet not what was backed up.
  const other = join(beside, 'other.db');
  copyFileSync(backup, other);
  copyFileSync(`${backup}.sha256`, `${other}.sha256`);
  change(other, `update callers set name = 'other'`);
  await refusal(['restore', other], env, /other\.db is not what backup wrote/);
  const unlock = lockFolder(folder);
  await refusal(['restore', backup], env, /A service runs on .*: stop it first/);
  unlock();
  assert.deepEqual(state(), before);
});

it('a restore says when the key is missing or another one', async (t) => {
  const { env, backup } = await installation(t);
  await answerOf(['backup', backup], env);
  const elsewhere = { DATA_DIR: folderFor(t), SECRET_KEY: '' };
  const missing = await direct(['restore', backup], elsewhere);
  assert.equal(missing.code, 0);
  assert.match(missing.stdout, /accueil\.db is now what .*b\.db held/);
  assert.match(missing.stderr, /The secret key .* is not here/);
  const other = { ...elsewhere, SECRET_KEY: 'another-key-of-the-tests-0123456789abc' };
  const wrong = await direct(['restore', backup], other);
  assert.match(wrong.stdout, /What was there before is .*before-restore/);
  assert.match(wrong.stderr, /The secret key .* is not here/);
  const right = await direct(['restore', backup, '--json'], { ...elsewhere, SECRET_KEY: secretKey });
  assert.deepEqual([right.code, right.stderr], [0, '']);
});

it('backup and restore name the tools of PostgreSQL there', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' };
  await refusal(['backup', '/nowhere/b.db'], env, /pg_dump/);
  await refusal(['restore', '/nowhere/b.db'], env, /pg_restore/);
});
