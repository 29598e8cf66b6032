// What of an entry is on its way while it is erased.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { newEndpoint } from '../../../test/fixtures/outbox.ts';
import { erase, openOfficer } from '../../../test/fixtures/privacy.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { startSecondInstance } from '../../../test/fixtures/second-instance.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import { workOnWebhooks } from '../../../test/fixtures/webhook-worker.ts';
import type { Outcome } from '../../outbox/outcome.ts';
import type { WebhookAttempt } from '../../webhooks/send.ts';

const delivered: Outcome = {
  kind: 'delivered',
  status: 200,
  failureReason: null,
  ms: 1,
  responseExcerpt: 'Merci Madame Quemener',
  retryAfterSeconds: null,
};

onBothEngines('an erasure while webhooks are sent', (engine) => {
  /** A worker, on PostgreSQL in another process than the erasure; a test ends each of its attempts. */
  async function working(t: TestContext) {
    const service: TestService = await startService(engine);
    const second = engine === 'postgres' ? await startSecondInstance(service) : undefined;
    const begun: WebhookAttempt[] = [];
    const ends: ((outcome: Outcome) => void)[] = [];
    let recorded = 0;
    let changed = () => {};
    const worker = workOnWebhooks({
      database: second?.database ?? service.database,
      send(attempt) {
        begun.push(attempt);
        changed();
        const { promise, resolve } = Promise.withResolvers<Outcome>();
        ends.push(resolve);
        return promise;
      },
      decrypt: service.secrets.decrypt,
      clock: () => service.clock.now,
      pollIntervalMs: 24 * 60 * 60_000,
      onAttempt() {
        recorded++;
        changed();
      },
      onError: (error) => assert.fail(String(error)),
    });
    t.after(async () => {
      const stopped = worker.stop(60_000);
      for (const end of ends) end(delivered);
      await stopped;
      await second?.close();
      await service.close();
    });
    const until = async (isDone: () => boolean) => {
      while (!isDone()) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    };
    return {
      service,
      begun,
      untilBegun: (count: number) => until(() => begun.length >= count),
      untilRecorded: (count: number) => until(() => recorded >= count),
      /** Ends the attempt that has been on its way for longest, as soon as there is one. */
      async end(outcome: Outcome) {
        await until(() => ends.length > 0);
        ends.shift()?.(outcome);
      },
    };
  }

  /** An entry of which the caller is told many times. Two attempts begin at once, the others wait their turn. */
  async function withEvents(service: TestService, staff: Desk, count: number): Promise<number> {
    const id = await send(service, 'a', { lastNameClient: 'Quemener' });
    for (let i = 0; i < count; i++) {
      await ok(staff.patch(`/desk/entries/${id}`, { comment: `Madame Quemener, ${i}` }));
    }
    return id;
  }

  it('lets no attempt that begins later carry more, and ends with « erased »', async (t) => {
    const { service, begun, untilBegun, untilRecorded, end } = await working(t);
    await newEndpoint(service);
    const staff = await signIn(service);
    const officer = await openOfficer(service);
    const id = await withEvents(service, staff, 6);
    await untilBegun(2);
    for (const { body } of begun) assert.match(body, /Quemener/);
    await erase(officer, id);
    const later = 7;
    for (let i = 0; i < later; i++) {
      await end(delivered);
      await untilRecorded(i + 1);
    }
    await untilBegun(later);
    for (const { body } of begun.slice(2)) assert.doesNotMatch(body, /Quemener/);
    assert.equal(begun.filter(({ body }) => JSON.parse(body).event === 'erased').length, 1);
    const sequences = begun.map(({ body }): number => JSON.parse(body).sequence);
    const told = begun.find(({ body }) => JSON.parse(body).event === 'erased');
    assert.equal(JSON.parse(told?.body ?? '{}').sequence, Math.max(...sequences));
  });

  it('keeps nothing that a receiver has said of it, during the attempt or later', async (t) => {
    const { service, untilBegun, untilRecorded, end } = await working(t);
    await newEndpoint(service);
    const staff = await signIn(service);
    const officer = await openOfficer(service);
    const id = await withEvents(service, staff, 1);
    await untilBegun(1);
    await erase(officer, id);
    await end({ ...delivered, kind: 'retryable', status: 500, failureReason: 'It answered 500 to Quemener' });
    await untilRecorded(1);
    const kept = await rows<{ status: number; failure_reason: string | null; response_excerpt: string }>(
      service.database,
      'select status, failure_reason, response_excerpt from attempts',
    );
    assert.deepEqual(kept, [{ status: 500, failure_reason: null, response_excerpt: '' }]);
  });

  it('attempts nothing of a row that is gone by then', async (t) => {
    const { service, begun, untilBegun, untilRecorded, end } = await working(t);
    await newEndpoint(service);
    const staff = await signIn(service);
    await withEvents(service, staff, 4);
    await untilBegun(2);
    await execute(service.database, 'delete from outbox where attempts = 0 and sequence > 2');
    for (let i = 0; i < 2; i++) await end(delivered);
    await untilRecorded(2);
    await withEvents(service, staff, 0);
    await staff.patch(`/desk/entries/${1}`, { comment: 'Plus tard' });
    await untilBegun(3);
    // The first two are on their way together, and may begin in either order.
    const comments = begun.map(({ body }) => JSON.parse(body).data.comment);
    assert.deepEqual(comments.slice(0, 2).toSorted(), ['Madame Quemener, 0', 'Madame Quemener, 1']);
    assert.deepEqual(comments.slice(2), ['Plus tard']);
  });
});
