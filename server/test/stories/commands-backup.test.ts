import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { password, startProcess } from '../../../tools/harness/service-process.ts';
import { answerOf, direct, directUntil, type Env, inProcess, refusal } from '../fixtures/command-line.ts';
import { damage, manyEntries } from '../fixtures/damaged-file.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { newDatabase, secretKey } from '../fixtures/service.ts';

const query = `password=${password}`;
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

/** A data folder that has begun, and a folder beside it. */
async function installation(
  t: TestContext,
): Promise<{ env: Env; folder: string; beside: string; file: string }> {
  const folder = folderFor(t);
  const env = { DATA_DIR: folder, FIRST_PASSWORD: password };
  await answerOf(['caller', 'list'], env);
  return { env, folder, beside: folderFor(t), file: join(folder, 'accueil.db') };
}

async function start(t: TestContext, env: Env) {
  const service = await startProcess({ env: { ...env, SECRET_KEY: secretKey } });
  t.after(() => service.kill('SIGKILL'));
  return service;
}

async function post(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}${path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.text());
}

const lead = (url: string, customId: string) =>
  post(url, '/fr/etablissement/3/commercial/create', { customId });

function customIdsIn(file: string): Set<unknown> {
  const database = new DatabaseSync(file);
  try {
    const rows = database.prepare('select custom_id from entries').all();
    return new Set(rows.map((row) => row.custom_id));
  } finally {
    database.close();
  }
}

describe('backup and restore', () => {
  it('a backup taken under load holds every entry acknowledged before it began, CVs included', async (t) => {
    const { env, beside } = await installation(t);
    const service = await start(t, env);
    await post(service.url, '/fr/announcement/postuler', {
      customId: 'application',
      cv: { name: 'cv.pdf', type: 'application/pdf', content: pdf.toString('base64') },
    });
    const acknowledged: string[] = [];
    let ended = false;
    const posting = Array.from({ length: 8 }, async (_, worker) => {
      for (let i = 0; !ended; i++) {
        await lead(service.url, `${worker}-${i}`);
        acknowledged.push(`${worker}-${i}`);
      }
    });
    while (acknowledged.length < 200) await new Promise(setImmediate);
    const before = [...acknowledged];
    const backup = join(beside, 'b.db');
    const answer = await answerOf<{ file: string; bytes: number }>(['backup', backup], env, inProcess);
    const during = acknowledged.length - before.length;
    ended = true;
    await Promise.all(posting);
    assert.deepEqual(answer, { file: backup, bytes: statSync(backup).size });
    assert.ok(during > 0, 'intake went on meanwhile');

    const other = folderFor(t);
    const { kept } = await answerOf<{ kept: null }>(['restore', backup], { DATA_DIR: other }, inProcess);
    assert.equal(kept, null);
    const found = customIdsIn(join(other, 'accueil.db'));
    assert.deepEqual(
      before.filter((customId) => !found.has(customId)),
      [],
    );
    const restored = await start(t, { DATA_DIR: other });
    const lookup = await fetch(`${restored.url}/fr/customId/application?${query}`);
    assert.equal(lookup.status, 200, 'the same passwords work');
    const database = new DatabaseSync(join(other, 'accueil.db'));
    const { content } = database.prepare('select content from files').get() ?? {};
    database.close();
    assert.deepEqual(Buffer.from(content as Uint8Array), pdf);
  });

  it('a backup says where the key is, is for its owner alone, and never overwrites', async (t) => {
    const { env, folder, beside } = await installation(t);
    const backup = join(beside, 'b.db');
    const { code, stdout, stderr } = await direct(['backup', backup], env);
    assert.deepEqual([code, stdout.startsWith(`${backup}: 0.`)], [0, true]);
    assert.match(stderr, /secret key is not in it. Keep SECRET_KEY apart/);
    const keyInFile = await direct(['backup', join(beside, 'c.db')], {
      DATA_DIR: folder,
      SECRET_KEY: '',
    });
    assert.match(keyInFile.stderr, /Keep .*secret\.key apart/);
    assert.equal(statSync(backup).mode & 0o777, 0o600);
    const bytes = readFileSync(backup);
    await refusal(['backup', backup], env, /b\.db is there already/);
    assert.deepEqual(readFileSync(backup), bytes);
    await refusal(['backup', join(beside, 'none', 'b.db')], env, /ENOENT/);
    await refusal(['backup', join(beside, 'e.db')], { DATA_DIR: beside }, /There is no database/);
    assert.deepEqual(readdirSync(beside).sort(), ['b.db', 'c.db']);
  });

  it('a backup that is stopped leaves nothing behind, and one at a time writes a file', async (t) => {
    const { env, beside } = await installation(t);
    const { code, stderr } = await directUntil(Promise.resolve(), ['backup', join(beside, 'b.db')], env);
    assert.equal(code, 1);
    assert.match(stderr, /stopped before the end/);
    assert.deepEqual(readdirSync(beside), []);
    writeFileSync(join(beside, 'b.db.partial'), '');
    await refusal(['backup', join(beside, 'b.db')], env, /another backup runs, or was killed/);
    assert.deepEqual(readdirSync(beside), ['b.db.partial']);
  });

  it('a backup of a damaged database fails, and leaves nothing behind', async (t) => {
    const { env, beside, file } = await installation(t);
    new DatabaseSync(file).exec(manyEntries);
    damage(file);
    await refusal(['backup', join(beside, 'b.db')], env, /malformed/);
    assert.deepEqual(readdirSync(beside), []);
  });

  it('a restore puts the backup in place, and keeps what was there, unwritten WAL included', async (t) => {
    const { env, folder, beside, file } = await installation(t);
    const first = await start(t, env);
    await lead(first.url, 'before');
    await answerOf(['backup', join(beside, 'b.db')], env);
    await lead(first.url, 'after');
    first.kill('SIGKILL');
    await first.ended;
    assert.ok(statSync(`${file}-wal`).size > 0);

    const { kept } = await answerOf<{ kept: string }>(['restore', join(beside, 'b.db')], env, inProcess);
    assert.match(kept, /accueil\.db\.before-restore-\d{8}T\d{9}Z$/);
    assert.equal(existsSync(`${file}-wal`), false);
    assert.equal(existsSync(`${kept}-wal`), false, 'one file is all of it');
    assert.deepEqual(customIdsIn(kept), new Set(['before', 'after']));
    assert.equal(
      readdirSync(folder).some((name) => name.includes('restoring')),
      false,
    );
    const second = await start(t, env);
    assert.equal((await fetch(`${second.url}/fr/customId/before?${query}`)).status, 200);
    assert.equal((await fetch(`${second.url}/fr/customId/after?${query}`)).status, 404);
  });

  it('a restore says what is good again that was not', async (t) => {
    const { env, file, beside } = await installation(t);
    const user = (email: string) => answerOf(['user', 'add', email, '--role', 'administrator'], env);
    await user('gone@example.org');
    await user('stays@example.org');
    const { id: passwordId } = await answerOf<{ id: number }>(['password', 'add', 'site'], env);
    const { id: tokenId } = await answerOf<{ id: number }>(['token', 'add', 'partner'], env);
    await answerOf(['token', 'add', 'partner', '--until', '2020-01-01'], env);
    const sql = (text: string) => {
      const database = new DatabaseSync(file);
      database.exec(text);
      database.close();
    };
    sql("update users set password_hash = 'old' where email = 'stays@example.org'");
    sql(`insert into calendar_tokens (user_id, hash, created_at)
           select id, email, '2026-03-04T09:00:00.000Z' from users where email = 'stays@example.org'`);
    const backup = join(beside, 'b.db');
    await answerOf(['backup', backup], env);
    const { goodAgain } = await answerOf<{ goodAgain: string[] }>(['restore', backup], env);
    assert.deepEqual(goodAgain, []);

    await answerOf(['password', 'revoke', String(passwordId)], env);
    await answerOf(['token', 'revoke', String(tokenId)], env);
    await answerOf(['user', 'disable', 'gone@example.org'], env);
    sql("update calendar_tokens set revoked_at = '2026-03-04T09:00:00.000Z'");
    sql(`update users set password_hash = 'new', totp_since = '2026-03-04T09:00:00.000Z'
           where email = 'stays@example.org';
         update grants set role = 'reader' where user_id =
           (select id from users where email = 'stays@example.org')`);
    const { stdout } = await direct(['restore', backup], env);
    const [, list = ''] = /no longer in what was there before:\n((?: {2}.*\n)*)/.exec(stdout) ?? [];
    assert.deepEqual(
      list
        .trimEnd()
        .split('\n')
        .map((line) => line.trim()),
      [
        `password ${passwordId} of the caller site`,
        `token ${tokenId} of the partner partner`,
        'the user gone@example.org',
        'the password that stays@example.org had then',
        'stays@example.org without two-step sign-in',
        'stays@example.org as administrator everywhere',
        'a calendar feed of stays@example.org',
      ],
    );
  });

  it('a restore takes the place of a damaged database too', async (t) => {
    const { env, beside, file } = await installation(t);
    await answerOf(['backup', join(beside, 'b.db')], env);
    writeFileSync(file, 'No database any more.'.repeat(500));
    writeFileSync(`${file}-wal`, 'not a WAL of anything');
    const damaged = readFileSync(file);
    const { kept } = await answerOf<{ kept: string }>(['restore', join(beside, 'b.db')], env);
    assert.deepEqual(readFileSync(kept), damaged);
    assert.equal(readFileSync(`${kept}-wal`, 'utf8'), 'not a WAL of anything');
    assert.equal(existsSync(`${file}-wal`), false);
    assert.equal((await answerOf<object[]>(['caller', 'list'], env)).length, 1);
  });

  it('a restore is refused while a service runs, which goes on', async (t) => {
    const { env, beside } = await installation(t);
    await answerOf(['backup', join(beside, 'b.db')], env);
    const service = await start(t, env);
    await refusal(['restore', join(beside, 'b.db')], env, /A service runs on .*: stop it first/);
    await lead(service.url, 'still');
  });

  it('a restore refuses what is no sound backup, and changes nothing', async (t) => {
    const { env, folder, beside, file } = await installation(t);
    const good = join(beside, 'b.db');
    await answerOf(['backup', good], env);
    const made = (name: string, change: (path: string) => void): string => {
      copyFileSync(good, join(beside, name));
      change(join(beside, name));
      return join(beside, name);
    };
    const execute = (sql: string) => (path: string) => {
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
    };
    const damaged = made('damaged.db', (path) => {
      execute(manyEntries)(path);
      damage(path);
    });
    const text = made('text.db', (path) => writeFileSync(path, 'Bonjour, ceci est un texte.'.repeat(100)));
    const foreign = made('foreign.db', execute('drop table migrations'));
    const newer = made('newer.db', execute(`insert into migrations values (9999, '9999-later', '')`));
    const live = made('live.db', (path) => writeFileSync(`${path}-wal`, 'x'));
    const before = [readFileSync(file), readdirSync(folder).filter((name) => !name.startsWith('serve.lock'))];
    await refusal(['restore', text], env, /text\.db: .*not a database/);
    await refusal(['restore', damaged], env, /damaged\.db is damaged: /);
    await refusal(['restore', foreign], env, /not a database of accueil/);
    await refusal(['restore', newer], env, /has schema 9999, newer than this accueil/);
    await refusal(['restore', live], env, /a database in use, not a backup/);
    await refusal(['restore', join(beside, 'none.db')], env, /ENOENT/);
    const after = [readFileSync(file), readdirSync(folder).filter((name) => !name.startsWith('serve.lock'))];
    assert.deepEqual(after, before);
  });

  it('a restore says when the key is not there, or is another one', async (t) => {
    const { env, beside } = await installation(t);
    await answerOf(['backup', join(beside, 'b.db')], env);
    const elsewhere = { DATA_DIR: folderFor(t), SECRET_KEY: '' };
    const missing = await direct(['restore', join(beside, 'b.db')], elsewhere);
    assert.equal(missing.code, 0);
    assert.match(missing.stdout, /accueil\.db is now what .*b\.db held/);
    assert.match(missing.stderr, /secret\.key is missing/);
    const other = { ...elsewhere, SECRET_KEY: 'another-key-of-the-tests-0123456789abc' };
    const wrong = await direct(['restore', join(beside, 'b.db')], other);
    assert.match(wrong.stdout, /What was there before is .*before-restore/);
    assert.match(wrong.stderr, /not the one this backup was made with/);
    const right = await direct(['restore', join(beside, 'b.db'), '--json'], {
      ...elsewhere,
      SECRET_KEY: secretKey,
    });
    assert.deepEqual([right.code, right.stderr], [0, '']);
  });

  it('on PostgreSQL both stop, and name its own tools', async (t) => {
    const place = await newDatabase('postgres');
    t.after(() => place.remove());
    await refusal(['backup', '/nowhere/b.db'], place.env, /pg_dump/);
    await refusal(['restore', '/nowhere/b.db'], place.env, /pg_restore/);
  });
});
