import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { startProcess } from '../../../tools/harness/service-process.ts';
import {
  answerOf,
  asProcess,
  direct,
  type Env,
  refusal,
  runUnder,
  serveOnce,
  wholeProgram,
} from '../fixtures/command-line.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { newDatabase, secretKey } from '../fixtures/service.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = await wholeProgram();
const newEnv = (t: TestContext): Env & { DATA_DIR: string } => ({ DATA_DIR: folderFor(t) });
const otherKey = 'another-key-of-the-tests-0123456789abc';

describe('the command line', () => {
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  const nameOf = (command: Command): string =>
    command.parent === null || command.parent === program
      ? command.name()
      : `${nameOf(command.parent)} ${command.name()}`;

  it('every command is described, and answers in JSON when asked to', () => {
    const names = [
      'serve, worker, demo, migrate, caller add, caller list, password add, password revoke, partner add',
      'partner list, token add, token revoke, user add, user list, user revoke, user rescue',
      'import residences, import staff, import announcements, backup',
      'restore, move, doctor, confirm-clock, check',
    ];
    assert.deepEqual(leaves(program).map(nameOf), names.join(', ').split(', '));
    for (const command of leaves(program)) {
      assert.notEqual(command.description(), '', nameOf(command));
      const answers = !['serve', 'worker', 'demo'].includes(command.name());
      assert.equal(
        command.options.some(({ long }) => long === '--json'),
        answers,
        nameOf(command),
      );
    }
  });

  it('the help is on standard output', async () => {
    const { code, stdout, stderr } = await direct(['--help'], {});
    assert.deepEqual([code, stderr], [0, '']);
    for (const command of program.commands) assert.match(stdout, new RegExp(`^  ${command.name()} `, 'm'));
    assert.match(stdout, /DATABASE_URL +postgres/);
    const rows = stdout.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0);
    assert.ok(rows <= 60, `${rows} lines of a terminal`);
    const one = await direct(['import', 'staff', '--help'], {});
    assert.equal(one.code, 0);
    assert.match(
      one.stdout,
      /^Usage: accueil import staff .*<file>\n(.*\n)*Columns: id, establishment, name, job/,
    );
  });

  it('wrong usage is exit code 1, with the help on standard error', async () => {
    const wrong: [string[], RegExp, RegExp][] = [
      // In one line: the help of all would push it out of sight.
      [['frobnicate'], /unknown command 'frobnicate'/, /^accueil: [^\n]*« accueil --help » lists them\n$/],
      [['conversions', '--json'], /is on the desk/, /^accueil: [^\n]*Conversions »\n$/],
      [['privacy', 'ledger'], /is a file now, erasures\.jsonl/, /^accueil: [^\n]*\n$/],
      [['user', 'invite', 'a@example.org'], /is « accueil user rescue »/, /^accueil: [^\n]*\n$/],
      [['caller'], /callers of the main API/, /Usage: accueil caller/],
      [['caller', 'add'], /missing required argument 'name'/, /Usage: accueil caller add/],
      [['caller', 'add', 'x', '--colour'], /unknown option '--colour'/, /Usage: accueil caller add/],
      [['password', 'revoke', 'abc'], /Expected an id/, /Usage: accueil password revoke/],
      [['import', 'people', 'x.csv'], /unknown command 'people'/, /Usage: accueil import/],
    ];
    for (const [args, what, usage] of wrong) {
      const { code, stdout, stderr } = await direct(args, {});
      assert.deepEqual([code, stdout], [1, ''], args.join(' '));
      assert.match(stderr, what);
      assert.match(stderr, usage);
    }
  });

  it('wrong arguments are refused before a database is begun', async (t) => {
    const env = { DATA_DIR: join(folderFor(t), 'data') };
    const add = (...rest: string[]) => ['user', 'add', ...rest, '--role', 'reader'];
    const password = (...rest: string[]) => ['password', 'add', 'x', ...rest];
    const wrong: [string[], RegExp][] = [
      [['caller', 'add', 'x', '--webhook', 'ftp://example.org'], /begins with https/],
      [['caller', 'add', 'x', '--webhook', 'https://user:pass@example.org/'], /without a user/],
      [['caller', 'add', 'x', '--webhook', 'http://127.0.0.1/'], /Nothing could be sent there/],
      [['caller', 'add', '12'], /not only digits/],
      [password('--scope', 'admin'), /Allowed choices are full, browser/],
      [password('--scope', 'browser', '--origin', 'https://example.org/page'), /scheme:/],
      [password('--scope', 'browser', '--origin', 'example.org'), /scheme:/],
      [password('--origin', 'https://example.org'), /add --scope browser/],
      [['token', 'add', 'x', '--until', '2026-02-30'], /a day that exists/],
      [['token', 'add', 'x', '--until', '01/02/2027'], /a day that exists/],
      [['import', 'residences', join(env.DATA_DIR, 'none.csv')], /ENOENT.*none\.csv/],
      [['import', 'staff', fileURLToPath(import.meta.url)], /commands-usage\.test\.ts: /],
      [add('not-an-address'), /Expected an e-mail address, not not-an-address/],
      [add('a@example.org', '--residence', '2147483648'), /expected the id of a residence, not 2147483648/],
      [add('a@example.org', '--residence', 'x'), /--residence: expected the id of a residence, not x/],
    ];
    for (const [args, what] of wrong) {
      await refusal(args, env, what);
      assert.equal(existsSync(env.DATA_DIR), false, args.join(' '));
    }
  });

  it('npx runs a command, with nothing beside its answer', async (t) => {
    const env = { ...newEnv(t), PATH: process.env.PATH, HOME: folderFor(t), npm_config_offline: 'true' };
    const built = join(root, 'sdk/dist/accueil.js');
    const builtAtMs = statSync(built).mtimeMs;
    const args = ['accueil', 'caller', 'list', '--json'];
    const shell = process.platform === 'win32';
    const { stdout } = await promisify(execFile)('npx', args, { cwd: root, env, shell });
    assert.equal(JSON.parse(stdout)[0].name, 'site');
    // npx prepares the package that it runs; a service may be using what is built.
    assert.equal(statSync(built).mtimeMs, builtAtMs);
  });

  it('a reader that leaves ends a command quietly, a full disk with a sentence', {
    skip: existsSync('/dev/full') ? false : 'this system has no /dev/full',
  }, async (t) => {
    const env = newEnv(t);
    await direct(['caller', 'list'], env);
    const under = (script: string) => runUnder(['sh', '-c', script, 'sh'], ['caller', 'list'], env);
    const left = await under('{ "$@"; echo "exit $?" >&2; } | true');
    assert.deepEqual(left, { code: 0, stdout: '', stderr: 'exit 0\n' });
    const full = await under('exec "$@" > /dev/full');
    assert.equal(full.code, 1);
    assert.match(full.stderr, /^accueil: standard output: .*ENOSPC.*\n$/);
  });

  it('an error that nothing handles is told in plain words', async (t) => {
    const fault = encodeURIComponent(`setImmediate(() => { throw new Error('unforeseen') })`);
    const env = { ...newEnv(t), NODE_OPTIONS: `--import data:text/javascript,${fault}` };
    const { code, stdout, stderr } = await asProcess(['caller', 'list'], env);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^accueil: Error: unforeseen\n +at .*\n/);
  });

  it('every wrong setting is named', async () => {
    const wrong = { PORT: 'x', TRUSTED_PROXIES: 'y' };
    await refusal(['caller', 'list'], wrong, /PORT: .*\n.*TRUSTED_PROXIES: /);
  });

  it('PostgreSQL that is away, or refuses the user, is a sentence', async (t) => {
    const env = { DATABASE_URL: 'postgres://user:canary-password@127.0.0.1:1/x' };
    for (const command of [['caller', 'list'], ['migrate'], ['serve']])
      await refusal(command, { PORT: '0', ...env }, /ECONNREFUSED 127\.0\.0\.1:1/);
    assert.doesNotMatch((await direct(['caller', 'list'], env)).stderr, /canary/);

    const place = await newDatabase('postgres');
    t.after(() => place.remove());
    const wrong = new URL(place.env.DATABASE_URL ?? '');
    wrong.password = 'canary';
    await refusal(['caller', 'list'], { DATABASE_URL: wrong.href }, /password authentication failed/);
  });
});

describe('an empty database', () => {
  it('any command begins an empty database, and shows its first secrets', async (t) => {
    const env = { ...newEnv(t), SECRET_KEY: secretKey };
    const { code, stdout, stderr } = await direct(['caller', 'add', 'Agence', '--json'], env);
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout).caller, { id: 2, name: 'Agence' });
    assert.match(stderr, /This database was empty/);
    const [, first = ''] = /Password of the caller « site »: (pw_\S+)/.exec(stderr) ?? [];
    const [, token = ''] = /Token of the partner « partner »: (tok_\S+)/.exec(stderr) ?? [];
    assert.match(stderr, /shown this once/);

    const service = await startProcess({ env });
    t.after(() => service.kill('SIGKILL'));
    // A second process on the same folder is pointed to PostgreSQL, and the first goes on.
    await refusal(
      ['serve'],
      { PORT: '0', ...env },
      /already served by another accueil process\..*PostgreSQL/,
    );
    assert.equal((await fetch(`${service.url}/fr/jobs?password=${first}`)).status, 200);
    const headers = { authorization: `Bearer ${token}` };
    const test = await fetch(`${service.url}/appli/partner/test`, { method: 'POST', headers });
    assert.equal(test.status, 200);
    service.kill('SIGTERM');
    assert.deepEqual(await service.ended, { code: 0, signal: null });
    assert.doesNotMatch(service.output(), /database was empty|pw_|tok_/);
  });

  it('migrate begins nothing; the first secrets of the settings are not repeated', async (t) => {
    const env = {
      ...newEnv(t),
      ...{ FIRST_PASSWORD: 'canary-password-1234', FIRST_TOKEN: 'canary-token-1234' },
      FIRST_ADMIN: 'director@example.org:canary phrase of many words',
    };
    const { applied } = await answerOf<{ applied: string[] }>(['migrate'], env);
    assert.match(String(applied), /^\d+-schema$/);
    assert.deepEqual(await answerOf(['migrate'], env), { applied: [] });
    assert.match((await direct(['migrate'], env)).stdout, /up to date/);
    const { code, stdout, stderr } = await direct(['partner', 'list'], env);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /This database was empty/);
    assert.doesNotMatch(stdout + stderr, /canary|shown this once/);
  });

  it('a service whose port is taken says so, and begins nothing', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await once(taken, 'listening');
    const address = taken.address();
    assert.ok(address !== null && typeof address === 'object');
    const env = { ...newEnv(t), PORT: String(address.port) };
    const says = new RegExp(`^accueil: Port ${env.PORT} of 127\\.0\\.0\\.1 is taken.*set PORT.*\n$`);
    await refusal(['serve'], env, says);
    assert.match((await direct(['caller', 'list'], env)).stderr, /This database was empty/);
  });
});

describe('a data folder', () => {
  it('every start on a terminal says where it is served', async (t) => {
    const env = newEnv(t);
    for (let starts = 0; starts < 2; starts++)
      assert.match(
        await serveOnce(env),
        /(^|\n)Serving on http:\/\/127\.0\.0\.1:\d+; reference at .*\/docs\n$/,
      );
  });

  it('a data folder is open to its owner alone, with all that is in it', async (t) => {
    const folder = join(folderFor(t), 'data');
    const { code, stderr } = await asProcess(['caller', 'list'], { DATA_DIR: folder, SECRET_KEY: '' });
    assert.equal(code, 0, stderr);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const file of ['accueil.db', 'secret.key'])
      assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file);
  });

  it('a secret key that is missing, empty or another one is refused', async (t) => {
    const env = { ...newEnv(t), SECRET_KEY: '' };
    for (let times = 0; times < 2; times++) await answerOf(['caller', 'list'], env);
    const other = { PORT: '0', ...env, SECRET_KEY: otherKey };
    for (const command of ['caller list', 'serve'])
      await refusal(command.split(' '), other, /SECRET_KEY is not the one that this database was begun with/);
    const key = join(env.DATA_DIR, 'secret.key');
    writeFileSync(key, '\n');
    await refusal(['caller', 'list'], env, /secret\.key holds no key/);
    rmSync(key);
    await refusal(['caller', 'list'], env, /secret\.key is missing/);
    writeFileSync(key, otherKey);
    await refusal(['caller', 'list'], env, /secret\.key is not the one that this database was begun with/);
  });
});
