import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ok } from '../../test/fixtures/answers.ts';
import { signIn } from '../../test/fixtures/desk.ts';
import { newEndpoint, newEntry, newEvent } from '../../test/fixtures/outbox.ts';
import { execute, rows } from '../../test/fixtures/rows.ts';
import { startSecondInstance } from '../../test/fixtures/second-instance.ts';
import { onBothEngines, startService, type TestService } from '../../test/fixtures/service.ts';
import { delivered, PlayedReceivers, refused, workOnWebhooks } from '../../test/fixtures/webhook-worker.ts';
import { dayMs, hourMs } from '../clock.ts';
import { completeWebhooks } from '../outbox/complete.ts';
import { switchEndpointOff } from '../outbox/endpoints.ts';
import type { Worker } from '../outbox/worker.ts';
import type { Database } from '../store/database.ts';
import { startWebhookWorker, type WebhookReport } from './worker.ts';

const gone = { kind: 'gone', status: 410 } as const;

onBothEngines('the delivery loop', (engine) => {
  let service: TestService;
  let entryId: number;
  let receivers: PlayedReceivers;
  let worker: Worker | undefined;
  before(async () => {
    service = await startService(engine);
    entryId = await newEntry(service, 'a');
  });
  beforeEach(() => {
    service.clock.now = new Date('2026-03-04T09:00:00.000Z');
    receivers = new PlayedReceivers();
    worker = undefined;
  });
  afterEach(async () => {
    const stopped = worker?.stop(60_000);
    receivers.answerAll();
    await stopped;
    for (const table of ['attempts', 'outbox', 'endpoints'])
      await execute(service.database, `delete from ${table}`);
  });
  after(() => service.close());

  /** A worker that polls only when it is woken. */
  function start(options: Partial<Parameters<typeof workOnWebhooks>[0]> = {}): Worker {
    worker = workOnWebhooks({
      database: service.database,
      send: receivers.send,
      decrypt: service.secrets.decrypt,
      clock: () => service.clock.now,
      onAttempt: receivers.record,
      ...options,
    });
    return worker;
  }
  async function append(count: number): Promise<void> {
    for (let sequence = 1; sequence <= count; sequence++) await newEvent(service, entryId, { sequence });
  }
  /** A worker with events for each of these hosts. */
  async function deliver(hosts: readonly string[], events: number, database = service.database) {
    for (const host of hosts) await newEndpoint(service, `https://${host}.example.org/`);
    await append(events);
    start({ database });
  }
  const attemptsAt = (name: string) => receivers.hosts.filter((host) => host === name).length;
  const pass = (ms: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + ms);
  };
  /** The service, with something that happens between a change and its commit. */
  const beforeCommit = (then: () => Promise<void>): TestService => ({
    ...service,
    database: {
      ...service.database,
      transaction: (work) =>
        service.database.transaction(async (tx) => {
          const result = await work(tx);
          await then();
          return result;
        }),
    },
  });
  const sequences = () => receivers.begun.map(({ body }) => JSON.parse(body).sequence);

  it('an event is sent as soon as it is committed, whichever process wrote it', async (t) => {
    const second = engine === 'postgres' ? await startSecondInstance(service) : undefined;
    t.after(() => second?.close());
    const { stop } = start({ database: second?.database ?? service.database });
    const { secret } = await newEndpoint(service);
    for (let sequence = 1; sequence <= 3; sequence++) {
      await newEvent(service, entryId, { sequence });
      await receivers.until(sequence);
      await receivers.answer();
    }
    assert.deepEqual(
      receivers.begun.map(({ url, secrets, body }) => [url, secrets, JSON.parse(body).sequence]),
      [1, 2, 3].map((sequence) => ['https://hooks.example.org/in', [secret], sequence]),
    );
    await stop(60_000);
  });

  it('nothing is sent of a change that is rolled back', async () => {
    start();
    await newEndpoint(service);
    const failing = beforeCommit(() => Promise.reject(new Error('no')));
    await assert.rejects(newEvent(failing, entryId), /no/);
    await newEvent(service, entryId, { sequence: 2 });
    await receivers.until(1);
    assert.deepEqual(sequences(), [2]);
  });

  // On SQLite transactions come one after the other, and ids in their order.
  if (engine === 'postgres')
    it('an event that is committed after later ones were sent is sent', async () => {
      start();
      await newEndpoint(service);
      const written = Promise.withResolvers<void>();
      const commit = Promise.withResolvers<void>();
      const slow = beforeCommit(() => {
        written.resolve();
        return commit.promise;
      });
      const late = newEvent(slow, entryId, { sequence: 1 });
      await written.promise;
      await newEvent(service, entryId, { sequence: 2 });
      await receivers.until(1);
      await receivers.answer();
      commit.resolve();
      await late;
      await receivers.until(2);
      assert.deepEqual(sequences(), [2, 1]);
      assert.deepEqual(await rows(service.database, 'select sequence from outbox order by id'), [
        { sequence: 1 },
        { sequence: 2 },
      ]);
    });

  it('when it stops, it records what is in flight and gives back what has not begun', async () => {
    await newEndpoint(service);
    await append(5);
    const { stop } = start();
    await receivers.until(2);
    const stopped = stop(60_000);
    await receivers.answer();
    await receivers.answer(refused);
    await stopped;
    assert.equal(receivers.begun.length, 2);
    assert.deepEqual(
      await rows(service.database, 'select state, attempts, next_at from outbox order by sequence'),
      [
        { state: 'delivered', attempts: 1, next_at: null },
        { state: 'pending', attempts: 1, next_at: '2026-03-04T09:00:05.000Z' },
        ...[3, 4, 5].map(() => ({ state: 'pending', attempts: 0, next_at: '2026-03-04T09:00:00.000Z' })),
      ],
    );
  });

  it('an endpoint that was switched off since its queue was claimed gets nothing more', async () => {
    const { id } = await newEndpoint(service);
    await append(5);
    start();
    await receivers.until(2);
    await service.database.transaction((tx) => switchEndpointOff(tx, id, 'by staff'));
    pass(6_000);
    for (let i = 0; i < 2; i++) await receivers.answer();
    await receivers.untilRecorded(2);
    await worker?.stop(60_000);
    assert.equal(receivers.begun.length, 2);
    assert.deepEqual(
      await rows(service.database, "select sequence from outbox where state = 'pending' order by sequence"),
      [3, 4, 5].map((sequence) => ({ sequence })),
    );
  });

  it('a stop ends at its limit; what hung is sent again after its lease', async () => {
    await newEndpoint(service);
    await append(1);
    const limitMs = 1;
    const { stop } = start({
      wait(ms, then) {
        if (ms === limitMs) then();
        return () => undefined;
      },
    });
    await receivers.until(1);
    await stop(limitMs);
    // Its outcome comes too late: the worker that holds the lease then records its own.
    await receivers.answer();
    pass(60_000);
    start();
    await receivers.until(2);
    await receivers.answer();
    await worker?.stop(60_000);
    const [first, second] = receivers.begun;
    assert.equal(first?.webhookId, second?.webhookId);
    assert.deepEqual(await rows(service.database, 'select state, attempts from outbox'), [
      { state: 'delivered', attempts: 1 },
    ]);
  });

  it('both secrets sign for 24 hours after a rotation', async () => {
    start();
    const { id, secret } = await newEndpoint(service);
    const desk = await signIn(service);
    const rotated = await ok<{ secret: string }>(desk.post(`/desk/endpoints/${id}/rotate`));
    for (const [i, ms] of [0, dayMs - 1, 1].entries()) {
      pass(ms);
      await newEvent(service, entryId, { sequence: i + 1 });
      await receivers.until(i + 1);
      await receivers.answer();
      // A lease would end with the day.
      await receivers.untilRecorded(i + 1);
    }
    assert.deepEqual(
      receivers.begun.map(({ secrets }) => secrets),
      [[rotated.secret, secret], [rotated.secret, secret], [rotated.secret]],
    );
  });

  it('an unreadable secret is reported, and the loop goes on', async () => {
    await newEndpoint(service);
    await append(1);
    const { promise, resolve } = Promise.withResolvers<WebhookReport>();
    start({ decrypt: () => assert.fail('another key'), onAttempt: resolve });
    const { verdict, outcome } = await promise;
    assert.equal(verdict, 'retry');
    assert.match(outcome.failureReason ?? '', /SECRET_KEY/);
  });

  it('a fault of its own is tried again, and keeps no place', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const reports: WebhookReport[] = [];
    const errors: unknown[] = [];
    await newEndpoint(service);
    await append(6);
    let tries = 0;
    start({
      async send() {
        if (++tries <= 2) throw new Error('no agent');
        return delivered;
      },
      onAttempt(report) {
        reports.push(report);
        if (report.nextAt !== null) service.clock.now = new Date(report.nextAt);
        else if (reports.filter(({ verdict }) => verdict === 'delivered').length === 6) resolve();
      },
      onError: (error) => errors.push(error),
    });
    await promise;
    assert.equal(errors.length, 2);
    assert.deepEqual(
      reports.flatMap(({ verdict, outcome }) => (verdict === 'retry' ? [outcome.failureReason] : [])),
      ['see-log', 'see-log'],
    );
  });

  it('each attempt is logged, and an endpoint no longer served alarms, without secrets', async () => {
    const lines: [string, object, string][] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const to = (level: string) => (detail: object, message: string) => {
      lines.push([level, detail, message]);
      if (message.includes('no longer served')) resolve();
    };
    await newEndpoint(service, 'https://user-secret.example.org/in');
    await newEvent(service, entryId, { data: { comment: 'private' } });
    const seen: string[] = [];
    worker = startWebhookWorker({
      database: service.database,
      send: async () => ({ ...refused, ...gone, responseExcerpt: 'private' }),
      decrypt: service.secrets.decrypt,
      clock: () => service.clock.now,
      log: { info: to('info'), warn: to('warn'), error: to('error') },
      onAttempt: (verdict) => seen.push(verdict),
    });
    await promise;
    assert.deepEqual(
      lines.map(([level, , message]) => [level, message.split(':')[0]]),
      [
        ['warn', 'webhook not delivered'],
        ['error', 'webhook endpoint no longer served'],
      ],
    );
    assert.deepEqual(seen, ['gone']);
    assert.doesNotMatch(JSON.stringify(lines), /private|user-secret|whsec_/);
  });

  it('every endpoint gets a first attempt before any has a second', async () => {
    const hosts = Array.from({ length: 10 }, (_, i) => `h${i}`);
    await deliver(hosts, 6);
    // Sixteen places for ten that would have two each.
    await receivers.until(16);
    assert.deepEqual(new Set(receivers.hosts.slice(0, 10)), new Set(hosts));
    const second = receivers.hosts.slice(10);
    const without = hosts.filter((host) => !second.includes(host));
    assert.equal(without.length, 4);
    // One of them comes next, not the one whose place has become free.
    await receivers.answer({}, second[0]);
    await receivers.until(17);
    assert.ok(without.includes(receivers.hosts[16] ?? ''), receivers.hosts.join(' '));
  });

  it('an endpoint that hangs holds up no other, whatever waits for it', async () => {
    await deliver(['hangs', 'works'], 40);
    await receivers.until(4);
    for (let i = 0; i < 40; i++) {
      await receivers.answer({}, 'works');
      await receivers.untilRecorded(i + 1);
    }
    await append(3);
    await receivers.until(2 + 42);
    assert.equal(attemptsAt('hangs'), 2);
  });

  it('a failing endpoint has one place at most, and nothing that was claimed before', async () => {
    await deliver(['fails', 'works'], 6);
    await receivers.until(4);
    await receivers.answer(refused, 'fails');
    await receivers.untilRecorded(1);
    // Its second is still on its way: none of the four that were claimed with it may follow.
    for (let i = 0; i < 6; i++) {
      await receivers.answer({}, 'works');
      await receivers.untilRecorded(2 + i);
    }
    assert.equal(attemptsAt('fails'), 2);
    // One of the four, and the others after it, one by one.
    for (let i = 0; i < 4; i++) {
      assert.equal(receivers.begun.length, 8 + i);
      await receivers.answer(refused, 'fails');
      await receivers.untilRecorded(8 + i);
      await receivers.until(9 + i);
    }
    assert.equal(receivers.begun.length, 12);
  });

  it('an endpoint that answers 410 gets nothing of what was claimed before', async () => {
    await deliver(['ends'], 6);
    await receivers.until(2);
    await receivers.answer(gone);
    await receivers.untilRecorded(1);
    await receivers.answer();
    await receivers.untilRecorded(2);
    await setImmediate();
    assert.equal(receivers.begun.length, 2);
  });

  // On SQLite a claim is no transaction: nothing happens between its question and its answer.
  if (engine === 'postgres')
    it('an endpoint that answers 410 gets nothing that is claimed at that moment', async () => {
      const claimed = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      let held = false;
      // The second claim is known to the loop only when the answer is, and before that is recorded.
      const holding: Database = {
        ...service.database,
        async write(operation, input, now) {
          const isRecord = operation.name === completeWebhooks.name;
          if (isRecord) await goOn.promise;
          const outcome = await service.database.write(operation, input, now);
          if (held && !isRecord) {
            claimed.resolve();
            await goOn.promise;
          }
          return outcome;
        },
      };
      await deliver(['ends', 'works'], 1, holding);
      await receivers.until(2);
      held = true;
      await append(3);
      await claimed.promise;
      await receivers.answer(gone, 'ends');
      await setImmediate();
      goOn.resolve();
      for (let i = 0; i < 4; i++) await receivers.answer({}, 'works');
      await receivers.untilRecorded(5);
      assert.equal(attemptsAt('ends'), 1);
    });

  it('a clock that steps back: the next attempt is due at once, then waits as usual', async () => {
    await newEndpoint(service);
    const { poll } = start();
    const later = { ...refused, retryAfterSeconds: 3_600 };
    await append(1);
    for (const [stepMs, count] of [
      [0, 1],
      [-6 * hourMs, 2],
    ] as const) {
      pass(stepMs);
      const polling = poll();
      await receivers.until(count);
      await receivers.answer(later);
      await polling;
    }
    // From here on its window counts by the clock as it is now.
    pass(hourMs - 1);
    await poll();
    assert.equal(receivers.begun.length, 2);
    pass(1);
    const polling = poll();
    await receivers.answer();
    await polling;
    assert.deepEqual(await rows(service.database, 'select state, attempts from outbox'), [
      { state: 'delivered', attempts: 3 },
    ]);
  });

  it('a clock that steps back while nothing runs: what was claimed does not wait', async () => {
    await newEndpoint(service);
    await append(1);
    const leased = new Date(service.clock.now.getTime() + 60_000).toISOString();
    await execute(service.database, `update outbox set next_at = '${leased}'`);
    pass(-6 * hourMs);
    const { poll } = start();
    await receivers.answer();
    await poll();
    assert.deepEqual(await rows(service.database, 'select state, attempts from outbox'), [
      { state: 'delivered', attempts: 1 },
    ]);
  });

  it('a clock half a year ahead: what is on its way is not sent a second time', async () => {
    /** Called when a poll has ended, whatever is still in progress. */
    let polled = () => {};
    await newEndpoint(service);
    const { poll } = start({
      wait() {
        polled();
        return () => undefined;
      },
    });
    await append(2);
    await receivers.until(2);
    pass(183 * dayMs);
    for (let i = 0; i < 2; i++) {
      const { promise, resolve } = Promise.withResolvers<void>();
      polled = resolve;
      void poll();
      await promise;
    }
    assert.equal(receivers.begun.length, 2);
    receivers.answerAll();
    await poll();
    assert.deepEqual(
      await rows(service.database, 'select state, attempts from outbox'),
      [1, 2].map(() => ({ state: 'delivered', attempts: 1 })),
    );
  });
});
