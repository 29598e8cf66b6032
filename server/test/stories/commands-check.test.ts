import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { headings, sectionName } from '../../../conformance/src/check.ts';
import { checks } from '../../../conformance/src/checks/all.ts';
import type { Report } from '../../src/commands/check/report.ts';
import { answerOf, direct, refusal, runUnder } from '../fixtures/command-line.ts';
import { newPassword } from '../fixtures/credentials.ts';
import { blocksOf, docs, isShown } from '../fixtures/docs-blocks.ts';
import { listen } from '../fixtures/raw-http.ts';
import { openReceiver } from '../fixtures/receiver.ts';
import { execute, number, rows } from '../fixtures/rows.ts';
import { onSqlite, password, startService, type TestService, token } from '../fixtures/service.ts';
import { entryCount } from '../fixtures/stored-entry.ts';

const origin = 'https://www.example.org';

onSqlite('accueil check', (engine) => {
  let service: TestService;
  let url: string;
  let browserPassword: string;
  let whole: string[];
  before(async () => {
    service = await startService(engine);
    url = `http://127.0.0.1:${await listen(service.app)}`;
    browserPassword = (await newPassword(service, 'browser', [origin])).password;
    whole = [
      ...['check', url, '--password', password],
      ...['--browser-password', browserPassword, '--origin', origin],
      ...['--partner-url', `${url}/appli/partner`, '--token', token],
    ];
  });
  after(() => service.close());

  it('finds everything kept by our own service, and leaves tests alone behind', async () => {
    const report = await answerOf<Report>(whole, {});
    assert.deepEqual(
      report.sentences.filter(({ state }) => state === 'not met'),
      [],
    );
    assert.ok(report.ok && report.tried > 130, String(report.tried));
    assert.deepEqual(
      [...new Set(report.sentences.filter(({ state }) => state === 'left out').map(({ seen }) => seen))],
      ['needs --write'],
    );
    const stored = await entryCount(service.database);
    assert.ok(stored > 100 && stored <= report.tests, `${stored} of at most ${report.tests}`);
    assert.deepEqual(await realEntries(), []);
  });

  it('with --write says so before, makes real entries and names them', async () => {
    const before = await realEntries();
    const { code, stdout, stderr } = await direct([...whole, '--write', '--json'], {});
    assert.equal(code, 0, stdout);
    assert.match(stderr, /^Real entries will be made/);
    const report: Report = JSON.parse(stdout);
    assert.deepEqual(
      report.sentences.filter(({ state }) => state !== 'met'),
      [],
    );
    const made = (await realEntries()).slice(before.length);
    assert.deepEqual(made.toSorted(), report.real.toSorted());
    assert.ok(made.length > 5);
    await execute(service.database, "update entries set test = 1 where custom_id like 'accueil-check-%'");
  });

  it('prints each sentence with its section and what was seen, and no secret', async () => {
    const { code, stdout, stderr } = await direct(whole, {});
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^ok {3}contract 2\.3: A survey with every field is taken\. → 200 "ok"$/m);
    assert.match(stdout, /^ok {3}interface « Sending »: .+ → .+$/m);
    assert.match(stdout, /^\d+ left out: needs --write\.$/m);
    assert.match(stdout, /^(\d+) of \1 sentences are kept\.$/m);
    for (const secret of [password, browserPassword, token]) {
      assert.ok(!`${stdout}${stderr}`.includes(secret));
    }
  });

  it('answers what docs/check.md shows', async () => {
    const document = docs().find(({ path }) => path === 'docs/check.md');
    const blocks = blocksOf(document?.text ?? '');
    const commands = blocks.filter(({ language }) => language === 'sh');
    assert.ok(commands.length > 1);
    for (const command of commands) {
      const line = command.text
        .replaceAll('http://127.0.0.1:8080', url)
        .replace('$PASSWORD', password)
        .replace('$TOKEN', token);
      const [settings = '', args = ''] = line.split('npx accueil ');
      const env = Object.fromEntries(
        settings
          .trim()
          .split(' ')
          .map((one) => one.split('=')),
      );
      const { stdout } = await direct(args.split(' '), env);
      const shown = blocks[blocks.indexOf(command) + 1];
      assert.equal(shown?.language, 'text');
      assert.ok(isShown(shown.text, stdout.trimEnd()), stdout.slice(-600));
    }
  });

  it('takes its secrets where other users of the machine do not see them', async () => {
    const secrets = { CHECK_PASSWORD: password, CHECK_BROWSER_PASSWORD: browserPassword, CHECK_TOKEN: token };
    const options = ['--origin', origin, '--partner-url', `${url}/appli/partner`];
    const report = await answerOf<Report>(['check', url, ...options], secrets);
    assert.ok(report.ok && report.tried > 130, String(report.tried));
    // Nothing is tried with what its option does not ask for.
    assert.ok((await answerOf<Report>(['check', url], secrets)).tried < report.tried);
    const piped = (typed: string) =>
      runUnder(
        ['sh', '-c', 'printf "$TYPED" | "$@"', 'sh'],
        ['check', url, '--password', '-', '--contract-only', '--json'],
        { TYPED: typed },
      );
    assert.equal(JSON.parse((await piped(`${password}\n`)).stdout).ok, true);
    for (const { code, stderr } of [await piped(''), await direct(['check', url], {})]) {
      assert.equal(code, 1);
      assert.match(stderr, /Expected a full password: CHECK_PASSWORD, or --password - and standard input/);
    }
  });

  it('judges by the contract alone when asked to', async () => {
    const report = await answerOf<Report>([...whole, '--contract-only'], {});
    assert.deepEqual(
      report.sentences.filter(({ source, section }) => source === 'accueil' && section !== 'Test mode'),
      [],
    );
    assert.ok(report.ok && report.tried > 40);
  });

  /** customIds of the entries that are no tests, in their order. */
  async function realEntries(): Promise<(string | null)[]> {
    const found = await rows<{ custom_id: string | null }>(
      service.database,
      'select custom_id from entries where test = 0 order by id',
    );
    return found.map(({ custom_id: customId }) => customId);
  }
});

onSqlite('accueil check of an installation with names of its own', (engine) => {
  it('takes its groups, residences and names on the wire', async () => {
    const service = await startService(engine, { WIRE_TEST: 'essai', WIRE_SURVEY_TYPE: 'formulaire' });
    try {
      const url = `http://127.0.0.1:${await listen(service.app)}`;
      const [group] = await rows<{ slug: string }>(service.database, 'select slug from groups order by id');
      const own = ['--group', group?.slug ?? '', '--wire', 'test=essai', '--wire', 'surveyType=formulaire'];
      const report = await answerOf<Report>(['check', url, '--password', password, ...own], {});
      assert.ok(report.ok);
      assert.equal(await number(service.database, 'select count(*) from entries where test = 0'), 0);
      // The names are those in the responses of the service.
      const { code, stdout } = await direct(['check', url, '--password', password], {});
      assert.match(stdout, /^BAD .*wrong civility, type or e-mail.* a message that does not name type:/m);
      assert.equal(code, 1);
    } finally {
      await service.close();
    }
  });
});

it('ends with 2 when nothing answers', async () => {
  const receiver = await openReceiver();
  await receiver.close();
  const { code, stderr } = await direct(['check', receiver.url, '--password', password], {});
  assert.match(stderr, /^accueil: http:\/\/127\.0\.0\.1:\d+: no answer: .*ECONNREFUSED/);
  assert.equal(code, 2);
});

it('says at once that the password is not taken', async () => {
  const receiver = await openReceiver((response) => response.writeHead(401).end());
  try {
    const args = ['check', receiver.url, '--password', password];
    await refusal(args, {}, /does not take the password \(401\)/);
    assert.ok(receiver.received.every(({ method }) => method === 'GET'));
  } finally {
    await receiver.close();
  }
});

it('asks for what belongs together', async () => {
  const args = ['check', 'http://127.0.0.1:9', '--password', 'x'];
  await refusal([...args, '--token', 'x'], {}, /--partner-url and --token go together/);
  await refusal([...args, '--origin', origin], {}, /--browser-password and --origin go together/);
  await refusal([...args, '--partner-url', 'http://127.0.0.1:9'], {}, /ends in \/appli\/NAME/);
  await refusal([...args, '--wire', 'invented=x'], {}, /Expected NAME=VALUE/);
  await refusal(['check', 'ftp://127.0.0.1', '--password', 'x'], {}, /Expected https:/);
});

it('stands under headings that docs/interface.md has, each sentence once', () => {
  const text = docs().find(({ path }) => path === 'docs/interface.md')?.text ?? '';
  for (const heading of headings) assert.ok(text.includes(`\n## ${heading}\n`), heading);
  const named = checks.map(({ section, expectation }) => `${sectionName(section)}: ${expectation}`);
  assert.deepEqual(named, [...new Set(named)]);
});
