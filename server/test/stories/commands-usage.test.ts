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
import { password, spawnProcess, startProcess } from '../../../tools/harness/service-process.ts';
import { serve } from '../../src/commands/serve.ts';
import {
  answerOf,
  direct,
  type Env,
  inProcess,
  refusal,
  runUnder,
  wholeProgram,
} from '../fixtures/command-line.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { newDatabase, onSqlite, secretKey } from '../fixtures/service.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const program = await wholeProgram();

describe('the command line', () => {
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  const nameOf = (command: Command): string =>
    command.parent === null || command.parent === program
      ? command.name()
      : `${nameOf(command.parent)} ${command.name()}`;

  it('has these commands, each described, with --json wherever one ends with an answer', () => {
    assert.deepEqual(leaves(program).map(nameOf), [
      ...[
        'serve',
        'worker',
        'demo',
        'migrate',
        'caller add',
        'caller list',
        'password add',
        'password revoke',
      ],
      ...['partner add', 'partner list', 'token add', 'token revoke'],
      ...['user add', 'user list', 'user invite', 'user disable', 'user totp-off'],
      ...['webhook list', 'webhook show', 'webhook resend', 'webhook test', 'webhook endpoints'],
      ...['webhook add', 'webhook on', 'webhook off', 'webhook rotate'],
      ...[
        'import residences',
        'import staff',
        'import announcements',
        'conversions',
        'privacy ledger',
        'privacy retention',
        'privacy register',
        'privacy stop-messages',
        'backup',
        'restore',
        'move',
        'doctor',
        'confirm-clock',
        'check',
      ],
    ]);
    for (const command of leaves(program)) {
      assert.notEqual(command.description(), '', nameOf(command));
      const serves = ['serve', 'worker', 'demo'].includes(command.name());
      assert.equal(
        command.options.some(({ long }) => long === '--json'),
        !serves,
        nameOf(command),
      );
    }
  });

  it('explains itself with --help, on standard output', async () => {
    const whole = await inProcess(['--help'], {});
    assert.deepEqual([whole.code, whole.stderr], [0, '']);
    for (const command of program.commands)
      assert.match(whole.stdout, new RegExp(`^  ${command.name()} `, 'm'));
    assert.match(whole.stdout, /DATABASE_URL +postgres/);
    const one = await direct(['import', 'staff', '--help'], {});
    assert.equal(one.code, 0);
    assert.match(one.stdout, /^Usage: accueil import staff \[options\] <file>/);
    assert.match(one.stdout, /Columns: id, establishment, name, job/);
  });

  it('answers wrong usage with what is wrong and the help on standard error, and exit code 1', async () => {
    const wrong: [string[], RegExp, RegExp][] = [
      // In one line: the help of all would push it out of sight.
      [['frobnicate'], /unknown command 'frobnicate'/, /^accueil: [^\n]*« accueil --help » lists them\n$/],
      [['caller'], /callers of the main API/, /Usage: accueil caller/],
      [['caller', 'add'], /missing required argument 'name'/, /Usage: accueil caller add/],
      [['caller', 'add', 'x', '--colour'], /unknown option '--colour'/, /Usage: accueil caller add/],
      [['password', 'revoke', 'abc'], /Expected an id/, /Usage: accueil password revoke/],
      [['import', 'people', 'x.csv'], /unknown command 'people'/, /Usage: accueil import/],
    ];
    for (const [i, [args, what, usage]] of wrong.entries()) {
      const { code, stdout, stderr } = await (i < 2 ? inProcess : direct)(args, {});
      assert.deepEqual([code, stdout], [1, ''], args.join(' '));
      assert.match(stderr, what);
      assert.match(stderr, usage);
    }
  });

  it('refuses addresses and days that can not be', async () => {
    const wrong: [string[], RegExp][] = [
      [['caller', 'add', 'x', '--webhook', 'ftp://example.org'], /begins with https/],
      [['caller', 'add', 'x', '--webhook', 'https://user:pass@example.org/'], /without a user/],
      [['caller', 'add', '12'], /not only digits/],
      [['password', 'add', 'x', '--scope', 'admin'], /Allowed choices are full, browser/],
      [['password', 'add', 'x', '--scope', 'browser', '--origin', 'https://example.org/page'], /scheme:/],
      [['password', 'add', 'x', '--scope', 'browser', '--origin', 'example.org'], /scheme:/],
      [['token', 'add', 'x', '--until', '2026-02-30'], /a day that exists/],
      [['token', 'add', 'x', '--until', '01/02/2027'], /a day that exists/],
    ];
    for (const [args, what] of wrong) await refusal(args, {}, what);
  });

  it('refuses wrong usage before it begins a database', async (t) => {
    const env = { DATA_DIR: join(folderFor(t), 'data') };
    const local = 'http://127.0.0.1/';
    const add = (...rest: string[]) => ['user', 'add', ...rest, '--role', 'reader'];
    const wrong: [string[], RegExp][] = [
      [['import', 'residences', join(env.DATA_DIR, 'none.csv')], /ENOENT.*none\.csv/],
      [['import', 'staff', fileURLToPath(import.meta.url)], /commands-usage\.test\.ts: /],
      [add('not-an-address'), /Expected an e-mail address, not not-an-address/],
      [add('a@example.org', '--residence', '2147483648'), /expected the id of a residence, not 2147483648/],
      [add('a@example.org', '--residence', 'x'), /--residence: expected the id of a residence, not x/],
      [['caller', 'add', 'x', '--webhook', local], /Nothing could be sent to/],
      [['webhook', 'add', 'x', local], /Nothing could be sent to/],
      [['password', 'add', 'x', '--origin', 'https://example.org'], /add --scope browser/],
      [['webhook', 'list', '--failed', '--before', '3'], /--failed has no --before/],
      [['webhook', 'resend'], /Expected either/],
      [['webhook', 'resend', '3', '--failed-since', '2026-03-04'], /Expected either/],
    ];
    for (const [args, what] of wrong) {
      await refusal(args, env, what);
      assert.equal(existsSync(env.DATA_DIR), false, args.join(' '));
    }
  });

  it('is reached by npx and by npm run, with nothing beside the answer', async (t) => {
    const env = {
      PATH: process.env.PATH,
      HOME: folderFor(t),
      DATA_DIR: folderFor(t),
      npm_config_offline: 'true',
    };
    const run = promisify(execFile);
    const built = join(root, 'sdk/dist/accueil.js');
    const builtAtMs = statSync(built).mtimeMs;
    for (const command of [
      ['npx', 'accueil', 'caller', 'list', '--json'],
      ['npm', 'run', '-s', 'accueil', '--', 'caller', 'list', '--json'],
    ]) {
      const [program = '', ...args] = command;
      const { stdout } = await run(program, args, { cwd: root, env, shell: process.platform === 'win32' });
      assert.equal(JSON.parse(stdout)[0].name, 'site', command.join(' '));
    }
    // npx prepares the package that it runs; a service may be using what is built.
    assert.equal(statSync(built).mtimeMs, builtAtMs);
  });

  it('ends quietly when its reader leaves, and says when its output could not be written', {
    skip: existsSync('/dev/full') ? false : 'this system has no /dev/full',
  }, async (t) => {
    const place = await newDatabase('sqlite');
    t.after(place.remove);
    await direct(['caller', 'list'], place.env);
    const under = (script: string) => runUnder(['sh', '-c', script, 'sh'], ['caller', 'list'], place.env);
    const left = await under('{ "$@"; echo "exit $?" >&2; } | true');
    assert.deepEqual(left, { code: 0, stdout: '', stderr: 'exit 0\n' });
    const full = await under('exec "$@" > /dev/full');
    assert.equal(full.code, 1);
    assert.match(full.stderr, /^accueil: standard output: .*ENOSPC.*\n$/);
  });

  it('says in plain words what nothing handles', async (t) => {
    const place = await newDatabase('sqlite');
    t.after(place.remove);
    const fault = encodeURIComponent(`setImmediate(() => { throw new Error('unforeseen') })`);
    const env = { ...place.env, NODE_OPTIONS: `--import data:text/javascript,${fault}` };
    const { code, stdout, stderr } = await inProcess(['caller', 'list'], env);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^accueil: Error: unforeseen\n +at .*\n/);
  });

  it('names every wrong setting', async () => {
    await refusal(
      ['caller', 'list'],
      { PORT: 'x', TRUSTED_PROXIES: 'y' },
      /PORT: .*\n.*TRUSTED_PROXIES: /,
      inProcess,
    );
  });

  it('says in a sentence that PostgreSQL is away, or refuses the user', async (t) => {
    const env = { DATABASE_URL: 'postgres://user:canary-password@127.0.0.1:1/x' };
    for (const args of [['caller', 'list'], ['migrate'], ['serve']])
      await refusal(args, env, /ECONNREFUSED 127\.0\.0\.1:1/, args[0] === 'serve' ? inProcess : direct);
    assert.doesNotMatch((await direct(['caller', 'list'], env)).stderr, /canary/);

    const place = await newDatabase('postgres');
    t.after(() => place.remove());
    const wrong = new URL(place.env.DATABASE_URL ?? '');
    wrong.password = 'canary';
    await refusal(['caller', 'list'], { DATABASE_URL: wrong.href }, /password authentication failed/);
  });
});

onSqlite('an empty database', (engine) => {
  async function placeFor(t: TestContext): Promise<Env> {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    return place.env;
  }

  it('is begun by whatever command comes first, which shows the first secrets beside its answer', async (t) => {
    const env = await placeFor(t);
    const { code, stdout, stderr } = await inProcess(['caller', 'add', 'Agence', '--json'], env);
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout).caller, { id: 2, name: 'Agence' });
    assert.match(stderr, /This database was empty/);
    const [, first = ''] = /Password of the caller « site »: (pw_\S+)/.exec(stderr) ?? [];
    const [, token = ''] = /Token of the partner « partner »: (tok_\S+)/.exec(stderr) ?? [];
    assert.match(stderr, /shown this once/);

    const service = await startProcess({ env: { ...env, SECRET_KEY: secretKey } });
    t.after(() => service.kill('SIGKILL'));
    const jobs = await fetch(`${service.url}/fr/jobs?password=${first}`);
    assert.equal(jobs.status, 200);
    const test = await fetch(`${service.url}/appli/partner/test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(test.status, 200);
    service.kill('SIGTERM');
    assert.deepEqual(await service.ended, { code: 0, signal: null });
    assert.doesNotMatch(service.output(), /database was empty|pw_|tok_/);
  });

  it('gets the first secrets that the settings give, and they are not repeated', async (t) => {
    const env = {
      ...(await placeFor(t)),
      FIRST_PASSWORD: 'canary-password-1234',
      FIRST_TOKEN: 'canary-token-1234',
      FIRST_ADMIN: 'director@example.org:canary phrase of many words',
    };
    const { code, stdout, stderr } = await direct(['partner', 'list'], env);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /This database was empty/);
    assert.doesNotMatch(stdout + stderr, /canary|shown this once/);
  });

  it('is migrated by migrate, which says what it applied, and begun later', async (t) => {
    const env = await placeFor(t);
    const { applied } = await answerOf<{ applied: string[] }>(['migrate'], env, inProcess);
    assert.equal(applied[0], '0023-schema');
    assert.deepEqual(await answerOf(['migrate'], env), { applied: [] });
    assert.match((await direct(['migrate'], env)).stdout, /up to date/);
    assert.match((await direct(['caller', 'list'], env)).stderr, /This database was empty/);
  });

  it('remembers its secret key, and works with no other', async (t) => {
    const env = await placeFor(t);
    await answerOf(['caller', 'list'], env);
    const other = { ...env, SECRET_KEY: 'another-key-of-the-tests-0123456789abc' };
    await refusal(['caller', 'list'], other, /SECRET_KEY is not the one that this database was begun with/);
    await refusal(['serve'], other, /SECRET_KEY is not the one/, inProcess);
  });

  it('is not begun by a service whose port is taken, which says so', async (t) => {
    const env = await placeFor(t);
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await once(taken, 'listening');
    const address = taken.address();
    assert.ok(address !== null && typeof address === 'object');
    const PORT = String(address.port);
    const { code, stdout, stderr } = await inProcess(['serve'], { ...env, PORT });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, new RegExp(`^accueil: Port ${PORT} of 127\\.0\\.0\\.1 is taken.*set PORT.*\n$`));
    assert.match((await direct(['caller', 'list'], env)).stderr, /This database was empty/);
  });
});

describe('a data folder', () => {
  it('says at every start where it is served, on a terminal', async (t) => {
    const folder = folderFor(t);
    for (const start of [1, 2]) {
      const lines: string[] = [];
      const stop = Promise.withResolvers<void>();
      const context = {
        env: { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' },
        version: '0.0.0-test',
        print: () => undefined,
        notice: (line: string) => {
          lines.push(line);
          if (line.startsWith('Serving on')) stop.resolve();
        },
        input: async () => '',
        terminal: true,
        stopped: stop.promise,
      };
      await serve(context, {});
      assert.match(
        lines.at(-1) ?? '',
        /^Serving on http:\/\/127\.0\.0\.1:\d+; reference at .*\/docs$/,
        `${start}`,
      );
    }
  });

  it('serves one process only: the next one is pointed to PostgreSQL', async (t) => {
    const env = { DATA_DIR: folderFor(t), SECRET_KEY: secretKey };
    const service = await startProcess({ env });
    t.after(() => service.kill('SIGKILL'));
    const second = spawnProcess({ env });
    assert.equal((await second.ended).code, 1);
    assert.match(second.output(), /^accueil: .* already served by another accueil process\..*PostgreSQL/);
    const jobs = await fetch(`${service.url}/fr/jobs?password=${password}`);
    assert.equal(jobs.status, 200, 'the first goes on');
  });

  it('is for its owner alone, with all that is in it', async (t) => {
    const folder = join(folderFor(t), 'data');
    const { code, stderr } = await inProcess(['caller', 'list'], { DATA_DIR: folder, SECRET_KEY: '' });
    assert.equal(code, 0, stderr);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const file of ['accueil.db', 'secret.key']) {
      assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file);
    }
  });

  it('without its key, or with an empty one, is refused', async (t) => {
    const folder = folderFor(t);
    const env = { DATA_DIR: folder, SECRET_KEY: '' };
    await answerOf(['caller', 'list'], env);
    await answerOf(['caller', 'list'], env);
    const key = join(folder, 'secret.key');
    writeFileSync(key, '\n');
    await refusal(['caller', 'list'], env, /secret\.key holds no key/);
    rmSync(key);
    await refusal(['caller', 'list'], env, /secret\.key is missing/);
    writeFileSync(key, 'another-key-of-the-tests-0123456789abc');
    await refusal(['caller', 'list'], env, /secret\.key is not the one that this database was begun with/);
  });
});
