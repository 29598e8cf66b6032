// Installations with faults: the check must report each. `npm run test:long` tries them all.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Report } from '../../server/src/commands/check/report.ts';
import { direct } from '../../server/test/fixtures/command-line.ts';
import { listen } from '../../server/test/fixtures/raw-http.ts';
import { openReceiver } from '../../server/test/fixtures/receiver.ts';
import { roundsOf } from '../../server/test/fixtures/rounds.ts';
import { password, startService, type TestService, token } from '../../server/test/fixtures/service.ts';
import { installations } from './faults.ts';
import { type Fault, type FaultyProxy, openFaultyProxy, together } from './faulty-proxy.ts';

describe('faults that accueil check finds', () => {
  let service: TestService;
  let proxy: FaultyProxy;
  before(async () => {
    service = await startService('sqlite');
    proxy = await openFaultyProxy(await listen(service.app));
  });
  after(async () => {
    await proxy.close();
    await service.close();
  });

  /** Runs the command and returns the sentences reported as not kept. */
  async function notKept(fault: Fault, contractOnly = false): Promise<string[]> {
    proxy.fault = fault;
    // Wrong passwords are counted for five minutes.
    service.clock.now = new Date(service.clock.now.getTime() + 6 * 60_000);
    const args = ['--password', password, '--partner-url', `${proxy.url}/appli/partner`, '--token', token];
    const { code, stdout, stderr } = await direct(
      ['check', proxy.url, ...args, ...(contractOnly ? ['--contract-only'] : [])],
      {},
    );
    const lines = [...stdout.matchAll(/^BAD {2}(.+?) → .+$/gm)].map(([, named = '']) => named);
    assert.equal(code, lines.length === 0 ? 0 : 1, stderr);
    for (const secret of [password, token]) assert.ok(!`${stdout}${stderr}`.includes(secret), secret);
    if (lines.length > 0) assert.match(stderr, new RegExp(`${lines.length} of \\d+ sentences are not kept`));
    return lines;
  }

  it('an installation without faults keeps every sentence through the proxy too', async () => {
    assert.deepEqual(await notKept({}), []);
  });

  for (const faults of installations.slice(0, roundsOf(installations.length))) {
    it(`each of these faults is named: ${Object.keys(faults).join(', ')}`, async () => {
      const sentences = Object.values(faults).flatMap(([, ...named]) => named);
      const found = await notKept(
        together(Object.values(faults).map(([fault]) => fault)),
        sentences.every((sentence) => sentence.startsWith('contract ')),
      );
      assert.deepEqual(
        sentences.filter((sentence) => !found.includes(sentence)),
        [],
        found.join('\n'),
      );
    });
  }

  it('where tests are taken for real entries nothing more is sent', async () => {
    const sent: string[] = [];
    const found = await notKept({
      request({ method, target }) {
        if (method === 'POST' && !target.includes('/test')) sent.push(target);
        return { target: target.replace('test=1', 'test=0') };
      },
    });
    assert.deepEqual(found, [
      'interface « Test mode »: The phone check leaves out commercial entries made with test=1.',
    ]);
    assert.equal(sent.length, 1);
  });

  it('each sentence is broken by one of a few answers that are always the same', async () => {
    const answers = [
      [404, '{"error":{"message":"nothing","code":"NOTFOUND"}}'],
      [200, '"ok"'],
      [200, '{}'],
      [200, '[]'],
      [502, '<h1>Bad Gateway</h1>'],
    ] as const;
    const broken = new Set<string>();
    const all = new Set<string>();
    for (const [status, body] of answers) {
      const receiver = await openReceiver((response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      );
      const { url } = receiver;
      const exchange = ['--partner-url', `${url}/appli/partner`, '--token', token];
      const browser = ['--browser-password', 'pw_browser', '--origin', 'https://www.example.org'];
      const args = ['--password', password, ...exchange, ...browser, '--write', '--json'];
      const { code, stdout } = await direct(['check', url, ...args], {});
      await receiver.close();
      assert.equal(code, 1, body);
      for (const { section, sentence, state } of (JSON.parse(stdout) as Report).sentences) {
        all.add(`${section} ${sentence}`);
        if (state === 'not met') broken.add(`${section} ${sentence}`);
      }
    }
    assert.ok(all.size > 140);
    assert.deepEqual([...all.difference(broken)], []);
  });

  it('--json has the same result', async () => {
    proxy.fault = { answer: ({ body }) => (body === '"ok"' ? { body: 'ok' } : {}) };
    const args = ['--password', password, '--contract-only', '--json'];
    const { code, stdout } = await direct(['check', proxy.url, ...args], {});
    const report: Report = JSON.parse(stdout);
    assert.deepEqual([code, report.ok], [1, false]);
    assert.deepEqual(
      report.sentences.find(({ sentence }) => sentence.startsWith('Route 1 answers')),
      {
        section: '4.1',
        source: 'contract',
        sentence: 'Route 1 answers the JSON string "ok" with status 200.',
        state: 'not met',
        seen: '200 ok',
      },
    );
  });
});
