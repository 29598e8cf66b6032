import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { newEndpoint, newEntry, newEvent } from '../../test/fixtures/outbox.ts';
import { onBothEngines, startService, type TestService } from '../../test/fixtures/service.ts';
import { workOnWebhooks } from '../../test/fixtures/webhook-worker.ts';
import { completeWebhooks } from '../outbox/complete.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { Database } from '../store/database.ts';
import type { WebhookAttempt } from './send.ts';

const outcome: Outcome = {
  kind: 'delivered',
  status: 200,
  failureReason: null,
  ms: 1,
  responseExcerpt: '',
  retryAfterSeconds: null,
};

/** Attempts in progress, each with the function that ends it. */
class OnTheWay {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, ((outcome: Outcome) => void)[]>();
  #changed = () => {};

  readonly send = ({ url }: WebhookAttempt): Promise<Outcome> => {
    const host = new URL(url).hostname.replace('.example.org', '');
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.#ends.set(host, [...(this.#ends.get(host) ?? []), resolve]);
    this.begun.push(host);
    this.#changed();
    return promise;
  };

  /** Resolves when so many have begun in all. */
  async until(count: number): Promise<void> {
    while (this.begun.length < count) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  /** Ends the one to a receiver that has been on its way for longest, as soon as there is one. */
  async end(host: string, how: Partial<Outcome> = {}): Promise<void> {
    for (;;) {
      const oldest = this.#ends.get(host)?.shift();
      if (oldest !== undefined) return oldest({ ...outcome, ...how });
      await this.until(this.begun.length + 1);
    }
  }

  /** Ends all that are on their way. */
  endAll(): void {
    for (const end of [...this.#ends.values()].flat()) end(outcome);
  }
}

onBothEngines('several endpoints', (engine) => {
  async function delivering(
    t: TestContext,
    hosts: readonly string[],
    events: number,
    between: (database: Database) => Database = (database) => database,
  ) {
    const service: TestService = await startService(engine);
    for (const host of hosts) await newEndpoint(service, `https://${host}.example.org/`);
    const entryId = await newEntry(service, 'a');
    const append = async (count: number) => {
      for (let sequence = 1; sequence <= count; sequence++) await newEvent(service, entryId, { sequence });
    };
    await append(events);
    const way = new OnTheWay();
    const recorded = { count: 0, changed: () => {} };
    const loop = workOnWebhooks({
      database: between(service.database),
      send: way.send,
      decrypt: service.secrets.decrypt,
      clock: () => service.clock.now,
      random: () => 0,
      wait: () => () => undefined,
      pollIntervalMs: 60_000,
      onAttempt: () => {
        recorded.count++;
        recorded.changed();
      },
      onError: (error) => assert.fail(String(error)),
    });
    t.after(async () => {
      const stopped = loop.stop(60_000);
      way.endAll();
      await stopped;
      await service.close();
    });
    return {
      way,
      append,
      async untilRecorded(count: number) {
        while (recorded.count < count) {
          await new Promise<void>((resolve) => {
            recorded.changed = resolve;
          });
        }
      },
    };
  }

  it('take turns, however many wait for one of them', { timeout: 20_000 }, async (t) => {
    const hosts = Array.from({ length: 10 }, (_, i) => `h${i}`);
    const { way } = await delivering(t, hosts, 6);
    // Sixteen places for ten that would have two each: all have one before any has a second.
    await way.until(16);
    assert.deepEqual(new Set(way.begun.slice(0, 10)), new Set(hosts));
    const second = way.begun.slice(10);
    const without = hosts.filter((host) => !second.includes(host));
    assert.equal(without.length, 4);
    // One of them comes next, not the one whose place has become free.
    await way.end(second[0] ?? '');
    await way.until(17);
    assert.ok(without.includes(way.begun[16] ?? ''), way.begun.join(' '));
  });

  it('are served while one has its two places taken, and a long queue', { timeout: 20_000 }, async (t) => {
    const { way, append, untilRecorded } = await delivering(t, ['hangs', 'works'], 40);
    await way.until(4);
    for (let i = 0; i < 40; i++) {
      await way.end('works');
      await untilRecorded(i + 1);
    }
    await append(3);
    await way.until(2 + 42);
    assert.equal(way.begun.filter((host) => host === 'hangs').length, 2);
  });

  it('that fail keep one place each at most, and nothing that was claimed for them', {
    timeout: 20_000,
  }, async (t) => {
    const { way, untilRecorded } = await delivering(t, ['fails', 'works'], 6);
    await way.until(4);
    await way.end('fails', { kind: 'retryable', status: 500 });
    await untilRecorded(1);
    // Its second is still on its way: none of the four that were claimed with it may follow.
    for (let i = 0; i < 6; i++) {
      await way.end('works');
      await untilRecorded(2 + i);
    }
    assert.equal(way.begun.filter((host) => host === 'fails').length, 2);
    await way.end('fails', { kind: 'retryable', status: 500 });
    await untilRecorded(8);
    await way.until(2 + 6 + 1);
    // One of the four, and the others after it, one by one.
    for (let i = 0; i < 3; i++) {
      assert.equal(way.begun.length, 9 + i);
      await way.end('fails', { kind: 'retryable', status: 500 });
      await untilRecorded(9 + i);
      await way.until(10 + i);
    }
    assert.equal(way.begun.length, 12);
  });

  it('one that answers 410 gets nothing of what was claimed for it before', {
    timeout: 20_000,
  }, async (t) => {
    const { way, untilRecorded } = await delivering(t, ['ends'], 6);
    await way.until(2);
    await way.end('ends', { kind: 'gone', status: 410 });
    await untilRecorded(1);
    await way.end('ends');
    await untilRecorded(2);
    await setImmediate();
    assert.equal(way.begun.length, 2);
  });

  // On SQLite a claim is no transaction: nothing happens between its question and its answer.
  if (engine === 'postgres')
    it('one that answers 410 gets nothing more, be it claimed at that very moment', {
      timeout: 20_000,
    }, async (t) => {
      const claimed = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      let held = false;
      // The second claim is known to the loop only when the answer is, and before that is recorded.
      const holding = (database: Database): Database => ({
        ...database,
        async write(operation, input, now) {
          const isRecord = operation.name === completeWebhooks.name;
          if (isRecord) await goOn.promise;
          const outcome = await database.write(operation, input, now);
          if (held && !isRecord) {
            claimed.resolve();
            await goOn.promise;
          }
          return outcome;
        },
      });
      const { way, append, untilRecorded } = await delivering(t, ['ends', 'works'], 1, holding);
      await way.until(2);
      held = true;
      await append(3);
      await claimed.promise;
      await way.end('ends', { kind: 'gone', status: 410 });
      await setImmediate();
      goOn.resolve();
      for (let i = 0; i < 4; i++) await way.end('works');
      await untilRecorded(5);
      assert.equal(way.begun.filter((host) => host === 'ends').length, 1);
    });
});
