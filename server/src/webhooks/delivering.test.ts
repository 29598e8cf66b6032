import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newEndpoint, newEntry, newEvent } from '../../test/fixtures/outbox.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { startSecondInstance } from '../../test/fixtures/second-instance.ts';
import { onBothEngines, startService, type TestService } from '../../test/fixtures/service.ts';
import { workOnWebhooks } from '../../test/fixtures/webhook-worker.ts';
import { rotateSecret } from '../access/endpoints.ts';
import { switchEndpointOff } from '../outbox/endpoints.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { Worker } from '../outbox/worker.ts';
import type { Database } from '../store/database.ts';
import type { WebhookAttempt } from './send.ts';
import { startWebhookWorker, type WebhookReport } from './worker.ts';

const delivered: Outcome = {
  kind: 'delivered',
  status: 200,
  failureReason: null,
  ms: 1,
  responseExcerpt: '',
  retryAfterSeconds: null,
};
const refused: Outcome = { ...delivered, kind: 'retryable', status: 500, failureReason: 'It answered 500' };

/** Collects deliveries; the test ends each with a response. */
class Receiver {
  readonly got: WebhookAttempt[] = [];
  readonly #answers: ((outcome: Outcome) => void)[] = [];
  #arrived = () => {};

  readonly send = (delivery: WebhookAttempt): Promise<Outcome> => {
    this.got.push(delivery);
    this.#arrived();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.#answers.push(resolve);
    return promise;
  };

  /** Resolves when so many have come in all. */
  async until(count: number): Promise<void> {
    while (this.got.length < count) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
  }

  /** Responds to the first delivery without a response. */
  answer(outcome: Outcome): void {
    this.#answers.shift()?.(outcome);
  }
}

onBothEngines('the delivery loop', (engine) => {
  /** A loop that looks only when it is woken or something is due. */
  function start(
    { clock, secrets }: TestService,
    database: Database,
    receiver: Pick<Receiver, 'send'>,
    onAttempt: (report: WebhookReport) => void = () => undefined,
    onError: (error: unknown) => void = (error) => assert.fail(String(error)),
  ): Worker {
    return workOnWebhooks({
      database,
      send: receiver.send,
      decrypt: secrets.decrypt,
      clock: () => clock.now,
      random: () => 0,
      wait: (ms, then) => {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
      pollIntervalMs: 24 * 60 * 60_000,
      onAttempt,
      onError,
    });
  }

  it('sends an event as soon as it is committed, whoever has written it', async () => {
    const service = await startService(engine);
    const second = engine === 'postgres' ? await startSecondInstance(service) : undefined;
    const receiver = new Receiver();
    const loop = start(service, second?.database ?? service.database, receiver);
    try {
      const { secret } = await newEndpoint(service);
      const entryId = await newEntry(service, 'a');
      for (let sequence = 1; sequence <= 5; sequence++) {
        await newEvent(service, entryId, { sequence });
        await receiver.until(sequence);
        receiver.answer(delivered);
      }
      assert.deepEqual(
        receiver.got.map(({ url, secrets, body }) => [url, secrets, JSON.parse(body).sequence]),
        [1, 2, 3, 4, 5].map((sequence) => ['https://hooks.example.org/in', [secret], sequence]),
      );
    } finally {
      await loop.stop(5_000);
      await second?.close();
      await service.close();
    }
  });

  it('sends nothing of a change that is rolled back', async () => {
    const service = await startService(engine);
    const receiver = new Receiver();
    const loop = start(service, service.database, receiver);
    try {
      await newEndpoint(service);
      const entryId = await newEntry(service, 'a');
      const failing: TestService = {
        ...service,
        database: {
          ...service.database,
          transaction: (work) =>
            service.database.transaction(async (tx) => {
              await work(tx);
              throw new Error('no');
            }),
        },
      };
      await assert.rejects(newEvent(failing, entryId), /no/);
      await newEvent(service, entryId, { sequence: 2 });
      await receiver.until(1);
      receiver.answer(delivered);
      assert.equal(JSON.parse(receiver.got[0]?.body ?? '').sequence, 2);
      assert.equal(receiver.got.length, 1);
    } finally {
      await loop.stop(5_000);
      await service.close();
    }
  });

  // On SQLite transactions come one after the other, and ids in their order.
  if (engine === 'postgres') {
    it('sends an event that is committed after later ones were sent', { timeout: 20_000 }, async () => {
      const service = await startService(engine);
      const receiver = new Receiver();
      const loop = start(service, service.database, receiver);
      await newEndpoint(service);
      const entryId = await newEntry(service, 'a');
      const written = Promise.withResolvers<void>();
      const commit = Promise.withResolvers<void>();
      const slow: TestService = {
        ...service,
        database: {
          ...service.database,
          transaction: (work) =>
            service.database.transaction(async (tx) => {
              const result = await work(tx);
              written.resolve();
              await commit.promise;
              return result;
            }),
        },
      };
      const late = newEvent(slow, entryId, { sequence: 1 });
      await written.promise;
      await newEvent(service, entryId, { sequence: 2 });
      await receiver.until(1);
      receiver.answer(delivered);
      commit.resolve();
      await late;
      await receiver.until(2);
      receiver.answer(delivered);
      assert.deepEqual(
        receiver.got.map(({ body }) => JSON.parse(body).sequence),
        [2, 1],
      );
      assert.deepEqual(await rows(service.database, 'select sequence from outbox order by id'), [
        { sequence: 1 },
        { sequence: 2 },
      ]);
      await loop.stop(5_000);
      await service.close();
    });
  }

  it('when it stops, records what is in flight and gives back what has not begun', async () => {
    const service = await startService(engine);
    const receiver = new Receiver();
    await newEndpoint(service);
    const entryId = await newEntry(service, 'a');
    for (let sequence = 1; sequence <= 5; sequence++) await newEvent(service, entryId, { sequence });
    const loop = start(service, service.database, receiver);
    await receiver.until(2);
    const stopped = loop.stop(60_000);
    receiver.answer(delivered);
    receiver.answer(refused);
    await stopped;
    assert.equal(receiver.got.length, 2);
    assert.deepEqual(
      await rows(service.database, 'select state, attempts, next_at from outbox order by sequence'),
      [
        { state: 'delivered', attempts: 1, next_at: null },
        { state: 'pending', attempts: 1, next_at: '2026-03-04T09:00:05.000Z' },
        ...[3, 4, 5].map(() => ({ state: 'pending', attempts: 0, next_at: '2026-03-04T09:00:00.000Z' })),
      ],
    );
    await service.close();
  });

  it('sends nothing to an endpoint that was switched off since its queue was claimed', {
    timeout: 20_000,
  }, async () => {
    const service = await startService(engine);
    const receiver = new Receiver();
    const { id } = await newEndpoint(service);
    const entryId = await newEntry(service, 'a');
    for (let sequence = 1; sequence <= 5; sequence++) await newEvent(service, entryId, { sequence });
    const recorded = Promise.withResolvers<void>();
    let reports = 0;
    const loop = start(service, service.database, receiver, () => {
      if (++reports === 2) recorded.resolve();
    });
    await receiver.until(2);
    await service.database.transaction((tx) => switchEndpointOff(tx, id, 'by staff'));
    service.clock.now = new Date(service.clock.now.getTime() + 6_000);
    receiver.answer(delivered);
    receiver.answer(delivered);
    await recorded.promise;
    await loop.stop(5_000);
    assert.equal(receiver.got.length, 2);
    assert.deepEqual(
      await rows(service.database, "select sequence from outbox where state = 'pending' order by sequence"),
      [3, 4, 5].map((sequence) => ({ sequence })),
    );
    await service.close();
  });

  it('does not wait longer than it may for what hangs, which is sent again after its lease', async () => {
    const service = await startService(engine);
    const receiver = new Receiver();
    await newEndpoint(service);
    await newEvent(service, await newEntry(service, 'a'));
    const loop = start(service, service.database, receiver);
    await receiver.until(1);
    await loop.stop(1);
    // Its outcome comes too late: the worker that holds the lease then records its own.
    receiver.answer(delivered);
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    const next = start(service, service.database, receiver);
    await receiver.until(2);
    receiver.answer(delivered);
    await next.stop(5_000);
    assert.equal(receiver.got[0]?.webhookId, receiver.got[1]?.webhookId);
    assert.deepEqual(await rows(service.database, 'select state, attempts from outbox'), [
      { state: 'delivered', attempts: 1 },
    ]);
    await service.close();
  });

  it('signs with both secrets for 24 hours after a new one was made', async () => {
    const service = await startService(engine);
    const receiver = new Receiver();
    let recorded = Promise.withResolvers<void>();
    const loop = start(service, service.database, receiver, () => recorded.resolve());
    const { id, secret: before } = await newEndpoint(service);
    const entryId = await newEntry(service, 'a');
    const rotated = await service.database.transaction((tx) =>
      rotateSecret(tx, { secrets: service.secrets, now: service.clock.now }, id),
    );
    const day = 24 * 60 * 60_000;
    for (const [i, ms] of [0, day - 1, 1].entries()) {
      service.clock.now = new Date(service.clock.now.getTime() + ms);
      await newEvent(service, entryId, { sequence: i + 1 });
      await receiver.until(i + 1);
      receiver.answer(delivered);
      // A lease would end with the day.
      await recorded.promise;
      recorded = Promise.withResolvers();
    }
    await loop.stop(5_000);
    assert.deepEqual(
      receiver.got.map(({ secrets }) => secrets),
      [[rotated?.secret, before], [rotated?.secret, before], [rotated?.secret]],
    );
    await service.close();
  });

  it('goes on when the secret of an endpoint can not be read, and says why', async () => {
    const service = await startService(engine);
    const reports: WebhookReport[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    await newEndpoint(service);
    await newEvent(service, await newEntry(service, 'a'));
    const wrong = { ...service, secrets: { ...service.secrets, decrypt: () => assert.fail('another key') } };
    const loop = start(wrong, service.database, new Receiver(), (report) => {
      reports.push(report);
      resolve();
    });
    await promise;
    await loop.stop(5_000);
    assert.equal(reports[0]?.verdict, 'retry');
    assert.match(reports[0]?.outcome.failureReason ?? '', /SECRET_KEY/);
    await service.close();
  });

  it('tries again what could not be sent for a fault of its own, and keeps no place for it', {
    timeout: 20_000,
  }, async () => {
    const service = await startService(engine);
    const reports: WebhookReport[] = [];
    const errors: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    await newEndpoint(service);
    const events = 6;
    for (let n = 0; n < events; n++) await newEvent(service, await newEntry(service, `broken-${n}`));
    let tries = 0;
    const send = async () => {
      if (++tries <= 2) throw new Error('no agent');
      return delivered;
    };
    const onAttempt = (report: WebhookReport) => {
      reports.push(report);
      if (report.nextAt !== null) service.clock.now = new Date(report.nextAt);
      else if (reports.filter(({ verdict }) => verdict === 'delivered').length === events) resolve();
    };
    const loop = start(service, service.database, { send }, onAttempt, (error) => errors.push(error));
    await promise;
    await loop.stop(5_000);
    assert.equal(errors.length, 2);
    assert.deepEqual(
      reports.flatMap(({ verdict, outcome }) => (verdict === 'retry' ? [outcome.failureReason] : [])),
      ['see-log', 'see-log'],
    );
    await service.close();
  });

  it('writes a line for each attempt, and an alarm for an endpoint that is no longer served', async () => {
    const service = await startService(engine);
    const lines: [string, object, string][] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const to = (level: string) => (detail: object, message: string) => {
      lines.push([level, detail, message]);
      if (message.includes('no longer served')) resolve();
    };
    await newEndpoint(service, 'https://user-secret.example.org/in');
    const entryId = await newEntry(service, 'a');
    await newEvent(service, entryId, { data: { comment: 'private' } });
    const seen: string[] = [];
    const loop = startWebhookWorker({
      database: service.database,
      send: async () => ({ ...refused, kind: 'gone', status: 410, responseExcerpt: 'private' }),
      decrypt: service.secrets.decrypt,
      clock: () => service.clock.now,
      log: { info: to('info'), warn: to('warn'), error: to('error') },
      onAttempt: (verdict) => seen.push(verdict),
    });
    await promise;
    await loop.stop(5_000);
    assert.deepEqual(
      lines.map(([level, , message]) => [level, message.split(':')[0]]),
      [
        ['warn', 'webhook not delivered'],
        ['error', 'webhook endpoint no longer served'],
      ],
    );
    assert.deepEqual(seen, ['gone']);
    assert.doesNotMatch(JSON.stringify(lines), /private|user-secret|whsec_/);
    await service.close();
  });
});
