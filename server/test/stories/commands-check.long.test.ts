import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Report } from '../../src/commands/check/report.ts';
import { answerOf, direct } from '../fixtures/command-line.ts';
import { newPassword } from '../fixtures/credentials.ts';
import { listen } from '../fixtures/raw-http.ts';
import { number, rows } from '../fixtures/rows.ts';
import { password, startService, token } from '../fixtures/service.ts';
import { entryCount } from '../fixtures/stored-entry.ts';

const origin = 'https://www.example.org';

async function start(t: TestContext, env: Record<string, string> = {}) {
  const service = await startService('sqlite', env);
  t.after(() => service.close());
  return { service, url: `http://127.0.0.1:${await listen(service.app)}` };
}

it('accueil check with every option finds all kept, and makes real entries with --write alone', async (t) => {
  const { service, url } = await start(t);
  const real = 'select custom_id as id from entries where test = 0';
  const realEntries = async () => (await rows<{ id: string }>(service.database, real)).map(({ id }) => id);
  const secrets = {
    CHECK_PASSWORD: password,
    CHECK_BROWSER_PASSWORD: (await newPassword(service, 'browser', [origin])).password,
    CHECK_TOKEN: token,
  };
  const whole = ['check', url, '--origin', origin, '--partner-url', `${url}/appli/partner`];
  const report = await answerOf<Report>(whole, secrets);
  assert.ok(report.ok && report.tried > 130, String(report.tried));
  const notMet = report.sentences.filter(({ state }) => state !== 'met');
  assert.deepEqual(
    [...new Set(notMet.map(({ state, seen }) => `${state}: ${seen}`))],
    ['left out: needs --write'],
  );
  const stored = await entryCount(service.database);
  assert.ok(stored > 100 && stored <= report.tests, `${stored} of at most ${report.tests}`);
  assert.deepEqual(await realEntries(), []);

  const { code, stdout, stderr } = await direct([...whole, '--write', '--json'], secrets);
  assert.equal(code, 0, stdout);
  assert.match(stderr, /^Real entries will be made/);
  const written: Report = JSON.parse(stdout);
  assert.ok(written.sentences.every(({ state }) => state === 'met'));
  assert.ok(written.real.length > 5);
  assert.deepEqual((await realEntries()).toSorted(), written.real.toSorted());

  const contract = await answerOf<Report>([...whole, '--contract-only'], secrets);
  assert.ok(contract.ok && contract.tried > 40);
  const beyond = contract.sentences.filter(({ source }) => source === 'accueil');
  assert.ok(beyond.every(({ section }) => section === 'Test mode'));
});

it('accueil check takes an installation’s own groups, residences and wire names', async (t) => {
  const { service, url } = await start(t, { WIRE_TEST: 'essai', WIRE_SURVEY_TYPE: 'formulaire' });
  const [group] = await rows<{ slug: string }>(service.database, 'select slug from groups order by id');
  const own = ['--group', group?.slug ?? '', '--wire', 'test=essai', '--wire', 'surveyType=formulaire'];
  const report = await answerOf<Report>(['check', url, '--password', password, ...own], {});
  assert.ok(report.ok);
  assert.equal(await number(service.database, 'select count(*) from entries where test = 0'), 0);
  // The names are those in the responses of the service.
  const { code, stdout } = await direct(['check', url, '--password', password], {});
  assert.match(stdout, /^BAD .*wrong civility, type or e-mail.* a message that does not name type:/m);
  assert.equal(code, 1);
});
