// The database is gone, and what an installation leaves beside it is there: nothing is begun anew in silence.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { answerOf, direct, directUntilSays, type Env, refusal, serveOnce } from '../fixtures/command-line.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { newDatabase, onBothEngines, password, secretKey } from '../fixtures/service.ts';

/** An erasure as the ledger's file of an installation lists it. */
async function ledgerLine(t: TestContext, key = secretKey): Promise<string> {
  const env = { DATA_DIR: folderFor(t), SECRET_KEY: key };
  await answerOf(['caller', 'list'], env);
  const database = new DatabaseSync(join(env.DATA_DIR, 'accueil.db'));
  database.exec(`insert into erasures (entry_id, received_at, reason, erased_at, counts)
    values (1, '2026-03-04T09:00:00.000Z', 'request', '2026-03-05T09:00:00.000Z', '{}')`);
  database.close();
  await serveOnce(env);
  return readFileSync(join(env.DATA_DIR, 'erasures.jsonl'), 'utf8');
}

/** The ledger's file beside a database, in a folder that is there. */
function ledgerIn({ DATA_DIR = '' }: Env): string {
  mkdirSync(DATA_DIR, { recursive: true });
  return join(DATA_DIR, 'erasures.jsonl');
}

/** Runs « accueil serve » until it has said this. */
async function serveUntil(says: string, args: readonly string[], env: Env): Promise<void> {
  const settings = { LOG_LEVEL: 'silent', ...env };
  const { code, stderr } = await directUntilSays(says, ['serve', ...args], settings);
  assert.equal(code, 0, stderr);
}

const lost = /put it back, or « accueil restore » a backup\. .*accueil serve --new/;

describe('a data folder of SQLite without its database', () => {
  async function begun(t: TestContext, key = ''): Promise<{ env: Env; folder: string; file: string }> {
    const folder = folderFor(t);
    const env = { DATA_DIR: folder, SECRET_KEY: key, FIRST_PASSWORD: password, PORT: '0' };
    await serveUntil('Serving on', [], env);
    return { env, folder, file: join(folder, 'accueil.db') };
  }

  it('a data folder without its database stops every command; --new alone begins one', async (t) => {
    const { env, folder, file } = await begun(t);
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], env);
    rmSync(file);
    const left = readdirSync(folder).sort();
    for (const command of [['serve'], ['migrate'], ['caller', 'list']]) await refusal(command, env, lost);
    assert.deepEqual(readdirSync(folder).sort(), left);
    const { stdout } = await direct(['doctor'], env);
    assert.match(stdout, /^bad {3}database: .*erasures\.jsonl.*secret\.key/m);
    // A disk that failed, or a volume that was mounted empty, may have left an empty file.
    writeFileSync(file, '');
    await refusal(['serve'], env, lost);

    await serveUntil('Serving on', ['--new'], env);
    await serveUntil('--new had no effect', ['--new'], env);
    await answerOf(['restore', backup], env);
    assert.equal((await answerOf<object[]>(['caller', 'list'], env)).length, 1);
  });

  it('the ledger, or what a restore has kept, tells of a database that is gone', async (t) => {
    const { env, folder, file } = await begun(t, secretKey);
    rmSync(file);
    await refusal(['serve'], env, lost);
    rmSync(join(folder, 'erasures.jsonl'));
    writeFileSync(`${file}.before-restore-20260304T090000000Z`, '');
    await refusal(['serve'], env, lost);
  });

  it('a folder in which nothing was begun is begun', async (t) => {
    const folder = folderFor(t);
    writeFileSync(join(folder, 'lost+found'), '');
    await answerOf(['caller', 'list'], { DATA_DIR: folder, SECRET_KEY: '' });
  });
});

onBothEngines('a database without its content', (engine) => {
  it('an empty database is not begun beside a ledger of its own', async (t) => {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const env = { PORT: '0', ...place.env };
    const ledger = ledgerIn(env);
    // It has its tables, and nothing else.
    await answerOf(['migrate'], env);
    writeFileSync(ledger, await ledgerLine(t));
    await refusal(['serve'], env, /is (missing or )?empty, .*erasures\.jsonl.*accueil serve --new/);
    await refusal(['caller', 'list'], env, /accueil serve --new/);
    if (engine === 'sqlite') return;
    writeFileSync(ledger, await ledgerLine(t, 'another-key-of-the-tests-0123456789abc'));
    assert.equal((await answerOf<object[]>(['caller', 'list'], env)).length, 1);
  });
});

describe('an empty PostgreSQL', () => {
  it('an empty PostgreSQL beside a ledger of its own stays empty', async (t) => {
    const place = await newDatabase('postgres');
    t.after(() => place.remove());
    const env = { PORT: '0', ...place.env };
    writeFileSync(ledgerIn(env), await ledgerLine(t));
    for (const command of [['serve'], ['migrate'], ['worker']])
      await refusal(command, env, /The database of DATABASE_URL is empty.*check DATABASE_URL/);
    const { stdout } = await direct(['doctor'], env);
    assert.match(stdout, /^bad {3}schema: The database of DATABASE_URL is empty, but/m);
    await serveUntil('Serving on', ['--new'], env);
  });
});
