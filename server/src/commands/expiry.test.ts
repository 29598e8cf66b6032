import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { direct } from '../../test/fixtures/command-line.ts';
import { execute } from '../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { entryCount } from '../../test/fixtures/stored-entry.ts';
import { dayMs, hourMs } from '../clock.ts';
import { expiryWork } from './expiry.ts';

onSqlite('what has expired, when the clock steps', (engine) => {
  let service: TestService;
  let elapsedMs = 0;
  const warnings: object[] = [];
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const newProcess = () =>
    expiryWork({
      database: service.database,
      clock: () => service.clock.now,
      monotonicClock: () => elapsedMs,
      log: { info: () => undefined, warn: (detail) => void warnings.push(detail) },
    });
  let work: ReturnType<typeof expiryWork>;
  const { signal } = new AbortController();
  /** Time passes, by the clock and by the process, in which the work is done every hour. */
  async function run(hours: number): Promise<void> {
    for (let i = 0; i < hours; i++) {
      service.clock.now = new Date(service.clock.now.getTime() + hourMs);
      elapsedMs += hourMs;
      await work(signal);
    }
  }
  async function step(ms: number): Promise<void> {
    service.clock.now = new Date(service.clock.now.getTime() + ms);
    await work(signal);
  }
  async function restart(): Promise<void> {
    work = newProcess();
    elapsedMs = 0;
    await work(signal);
  }
  async function newTestEntry(): Promise<void> {
    await ok(service.post(`/fr/etablissement/3/survey/create?test=1&${service.query}`, {}));
  }
  const count = () => entryCount(service.database);

  it('nothing expires by a clock half a year ahead, nor once it is put right', async () => {
    await restart();
    await newTestEntry();
    await run(3);
    await step(183 * dayMs);
    await run(20);
    assert.equal(await count(), 1);
    assert.equal(warnings.length, 21);
    await step(-183 * dayMs);
    await run(5 * 24);
    assert.equal(await count(), 1);
    await run(3 * 24);
    assert.equal(await count(), 0, 'seven days are over');
    assert.equal(warnings.length, 21);
  });

  it('a clock that has stayed ahead for a day is believed', async () => {
    await newTestEntry();
    work = newProcess();
    await step(100 * dayMs);
    await run(23);
    assert.equal(await count(), 1);
    await run(1);
    assert.equal(await count(), 0);
  });

  it('a clock ahead is believed after a day in all, over any restarts', async () => {
    await newTestEntry();
    service.clock.now = new Date(service.clock.now.getTime() + 30 * dayMs);
    for (let i = 0; i < 2; i++) {
      await restart();
      await run(10);
    }
    assert.equal(await count(), 1);
    await restart();
    await run(4);
    assert.equal(await count(), 0);
  });

  it('after another jump of the clock an expiry waits for another day', async () => {
    await newTestEntry();
    await step(30 * dayMs);
    await run(20);
    await step(30 * dayMs);
    await run(20);
    assert.equal(await count(), 1);
    await run(4);
    assert.equal(await count(), 0);
  });

  it('a clock that is behind is believed after a day too', async () => {
    const before = warnings.length;
    await step(-60 * dayMs);
    await newTestEntry();
    await run(24);
    assert.equal(warnings.length, before + 24);
    await run(7 * 24);
    assert.equal(await count(), 0);
    assert.equal(warnings.length, before + 24);
  });

  it('confirm-clock, which doctor advises, makes what has expired go at once', async () => {
    const env = { DATA_DIR: service.config.dataDir };
    const clockFinding = async () => {
      const { stdout } = await direct(['doctor', '--json'], env);
      const { findings } = JSON.parse(stdout) as {
        findings: { check: string; state: string; message: string }[];
      };
      return findings.find(({ check }) => check === 'clock');
    };
    await newTestEntry();
    const longAgo = new Date(Date.now() - 90 * dayMs).toISOString();
    await execute(
      service.database,
      `update installation set value = '{"seen":"${longAgo}"}' where name = 'clock'`,
    );
    const finding = await clockFinding();
    assert.equal(finding?.state, 'warn');
    assert.match(finding.message, /is kept until one has run for 24 hours more\. .*accueil confirm-clock$/);

    const { code, stdout } = await direct(['confirm-clock'], env);
    assert.equal(code, 0);
    assert.match(stdout, /^The clock says \d{4}-/);
    assert.equal((await clockFinding())?.state, 'ok');
    service.clock.now = new Date();
    await restart();
    assert.equal(await count(), 0);
  });
});
