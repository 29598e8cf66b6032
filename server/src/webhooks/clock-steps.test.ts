import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { newEndpoint, newEntry, newEvent } from '../../test/fixtures/outbox.ts';
import { execute, rows } from '../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../test/fixtures/service.ts';
import { workOnWebhooks } from '../../test/fixtures/webhook-worker.ts';
import { hourMs } from '../clock.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { Worker } from '../outbox/worker.ts';

/** A delivery that waits for hours must fail its test, and not hang it. */
const within = { timeout: 60_000 };
const delivered: Outcome = {
  kind: 'delivered',
  status: 200,
  failureReason: null,
  ms: 1,
  responseExcerpt: '',
  retryAfterSeconds: null,
};
const refused: Outcome = { ...delivered, kind: 'retryable', status: 503, retryAfterSeconds: 3_600 };

onBothEngines('deliveries, when the clock steps', (engine) => {
  let service: TestService;
  let loop: Worker | undefined;
  /** Webhook ids as they come. */
  let got: string[] = [];
  let looks = 0;
  before(async () => {
    service = await startService(engine);
    await newEndpoint(service);
  });
  afterEach(async () => {
    await loop?.stop(1_000);
    await execute(service.database, 'delete from attempts');
    await execute(service.database, 'delete from outbox');
  });
  after(() => service.close());

  function start(send: () => Promise<Outcome>): void {
    got = [];
    looks = 0;
    loop = workOnWebhooks({
      database: service.database,
      async send({ webhookId }) {
        got.push(webhookId);
        return send();
      },
      decrypt: service.secrets.decrypt,
      clock: () => service.clock.now,
      random: () => 0,
      wait(ms, then) {
        looks++;
        const timer = setTimeout(then, Math.min(ms, 5));
        return () => clearTimeout(timer);
      },
      pollIntervalMs: 5,
      onAttempt: () => undefined,
      onError: (error) => assert.fail(String(error)),
    });
  }
  const step = (ms: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + ms);
  };
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  async function untilStored(state: string): Promise<void> {
    for (;;) {
      const stored = await rows<{ state: string }>(service.database, 'select state from outbox');
      if (stored.length > 0 && stored.every((one) => one.state === state)) return;
    }
  }

  it(
    'back by hours: what waits for its next attempt is due at once, and then waits as usual',
    within,
    async () => {
      const answers = [refused, refused, delivered];
      start(async () => answers.shift() ?? assert.fail('one attempt too many'));
      await newEvent(service, await newEntry(service, 'back'));
      await until(() => got.length === 1);
      const attempts = () => rows<{ id: number }>(service.database, 'select id from attempts');
      while ((await attempts()).length < 1);
      step(-6 * hourMs);
      await until(() => got.length === 2);
      while ((await attempts()).length < 2);
      // From here on its window counts by the clock as it is now.
      const seen = looks;
      await until(() => looks > seen + 10);
      assert.equal(got.length, 2);
      step(hourMs);
      await untilStored('delivered');
      assert.equal(got.length, 3);
    },
  );

  it('back while nothing runs: neither what is new nor what was claimed waits', within, async () => {
    await newEvent(service, await newEntry(service, 'new'));
    const [pending] = await rows<{ id: number }>(service.database, 'select id from outbox');
    assert.ok(pending);
    const leased = new Date(service.clock.now.getTime() + 60_000).toISOString();
    await execute(service.database, `update outbox set next_at = '${leased}' where id = ${pending.id}`);
    step(-6 * hourMs);
    start(async () => delivered);
    await untilStored('delivered');
    assert.equal(got.length, 1);
  });

  it('forward by half a year: what is on its way is not sent a second time', within, async () => {
    const answer = Promise.withResolvers<Outcome>();
    start(() => answer.promise);
    for (const customId of ['one', 'two']) await newEvent(service, await newEntry(service, customId));
    await until(() => got.length === 2);
    step(183 * 24 * hourMs);
    const seen = looks;
    await until(() => looks > seen + 20);
    assert.equal(got.length, 2);
    answer.resolve(delivered);
    await untilStored('delivered');
    assert.deepEqual(await rows<{ attempts: number }>(service.database, 'select attempts from outbox'), [
      { attempts: 1 },
      { attempts: 1 },
    ]);
  });
});
