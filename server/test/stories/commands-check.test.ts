// What each sentence reports is tried by `conformance/test/faults.test.ts`, and every option in `commands-check.long.test.ts`.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { headings, sectionName } from '../../../conformance/src/check.ts';
import { checks } from '../../../conformance/src/checks/all.ts';
import { direct, refusal, runUnder } from '../fixtures/command-line.ts';
import { blocksOf, docs, isShown } from '../fixtures/docs-blocks.ts';
import { listen } from '../fixtures/raw-http.ts';
import { openReceiver } from '../fixtures/receiver.ts';
import { number } from '../fixtures/rows.ts';
import { password, startService, token } from '../fixtures/service.ts';

it('accueil check answers what docs/check.md shows, without a secret or a real entry', async (t) => {
  const service = await startService('sqlite');
  t.after(() => service.close());
  const url = `http://127.0.0.1:${await listen(service.app)}`;
  const blocks = blocksOf(docs().find(({ path }) => path === 'docs/check.md')?.text ?? '');
  const commands = blocks.filter(({ language }) => language === 'sh');
  assert.ok(commands.length > 1);
  for (const command of commands) {
    const line = command.text
      .replaceAll('http://127.0.0.1:8080', url)
      .replace('$PASSWORD', password)
      .replace('$TOKEN', token);
    const [settings = '', args = ''] = line.split(' npx accueil ');
    const env = Object.fromEntries(settings.split(' ').map((one) => one.split('=')));
    const { code, stdout, stderr } = await direct(args.split(' '), env);
    assert.equal(code, 0, stderr);
    const shown = blocks[blocks.indexOf(command) + 1];
    assert.equal(shown?.language, 'text');
    assert.ok(isShown(shown.text, stdout.trimEnd()), stdout.slice(-600));
    assert.match(stdout, /^interface « Sending »: .+ → .+$|^ok {3}interface « Sending »: .+ → .+$/m);
    assert.match(stdout, /^\d+ left out: /m);
    for (const secret of [password, token]) assert.ok(!`${stdout}${stderr}`.includes(secret));
  }
  assert.equal(await number(service.database, 'select count(*) from entries where test = 0'), 0);
});

it('accueil check ends with 2 when nothing answers', async () => {
  const receiver = await openReceiver();
  await receiver.close();
  const { code, stderr } = await direct(['check', receiver.url, '--password', password], {});
  assert.match(stderr, /^accueil: http:\/\/127\.0\.0\.1:\d+: no answer: .*ECONNREFUSED/);
  assert.equal(code, 2);
});

it('accueil check reads the password from standard input, and says that it is not taken', async (t) => {
  const receiver = await openReceiver((response) => response.writeHead(401).end());
  t.after(() => receiver.close());
  const args = ['check', receiver.url, '--password', '-'];
  const piped = await runUnder(['sh', '-c', 'printf "$TYPED" | "$@"', 'sh'], args, {
    TYPED: `${password}\n`,
  });
  assert.match(piped.stderr, /does not take the password \(401\)/);
  assert.equal(piped.code, 1);
  assert.ok(receiver.received.length > 0);
  for (const { method, path } of receiver.received) {
    assert.equal(method, 'GET');
    assert.equal(new URL(path, receiver.url).searchParams.get('password'), password);
  }
  for (const without of [args, args.slice(0, 2)])
    await refusal(
      without,
      {},
      /Expected a full password: CHECK_PASSWORD, or --password - and standard input/,
    );
});

it('accueil check asks for what belongs together', async () => {
  const args = ['check', 'http://127.0.0.1:9', '--password', 'x'];
  const origin = 'https://www.example.org';
  await refusal([...args, '--token', 'x'], {}, /--partner-url and --token go together/);
  await refusal([...args, '--origin', origin], {}, /--browser-password and --origin go together/);
  await refusal([...args, '--partner-url', 'http://127.0.0.1:9'], {}, /ends in \/appli\/NAME/);
  await refusal([...args, '--wire', 'invented=x'], {}, /Expected NAME=VALUE/);
  await refusal(['check', 'ftp://127.0.0.1', '--password', 'x'], {}, /Expected https:/);
});

it('the sentences stand under headings of docs/interface.md, each once', () => {
  const text = docs().find(({ path }) => path === 'docs/interface.md')?.text ?? '';
  for (const heading of headings) assert.ok(text.includes(`\n## ${heading}\n`), heading);
  const named = checks.map(({ section, expectation }) => `${sectionName(section)}: ${expectation}`);
  assert.deepEqual(named, [...new Set(named)]);
});
