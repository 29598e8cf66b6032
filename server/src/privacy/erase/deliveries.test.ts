// What of an entry is on its way while it is erased.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { newEndpoint } from '../../../test/fixtures/outbox.ts';
import { erase, openOfficer } from '../../../test/fixtures/privacy.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startSecondInstance } from '../../../test/fixtures/second-instance.ts';
import { onBothEngines, startService } from '../../../test/fixtures/service.ts';
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
  it('attempts that begin later carry nothing, and what receivers have said is not kept', async (t) => {
    const service = await startService(engine);
    // The worker of another process than the erasure's, where the engine knows several.
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
        const { promise, resolve } = Promise.withResolvers<void>();
        changed = resolve;
        await promise;
      }
    };
    await newEndpoint(service);
    const staff = await signIn(service);
    const officer = await openOfficer(service);
    const id = await send(service, 'a', { lastNameClient: 'Quemener' });
    const changes = 6;
    for (let i = 0; i < changes; i++)
      await ok(staff.patch(`/desk/entries/${id}`, { comment: `Madame Quemener, ${i}` }));
    // Two attempts begin at once, the others wait their turn.
    await until(() => begun.length >= 2);
    for (const { body } of begun) assert.match(body, /Quemener/);
    await erase(officer, id);
    const quoting = { kind: 'retryable', status: 500, failureReason: 'It answered 500 to Quemener' } as const;
    for (let i = 0; i <= changes; i++) {
      await until(() => ends.length > 0);
      ends.shift()?.(i === 0 ? { ...delivered, ...quoting } : delivered);
      await until(() => recorded > i);
    }
    const events = begun.map(({ body }): { event: string; sequence: number } => JSON.parse(body));
    for (const { body } of begun.slice(2)) assert.doesNotMatch(body, /Quemener/);
    const told = events.filter(({ event }) => event === 'erased');
    assert.deepEqual(
      told.map(({ sequence }) => sequence),
      [Math.max(...events.map(({ sequence }) => sequence))],
    );
    const kept = await rows<{ status: number }>(
      service.database,
      'select distinct status, failure_reason, response_excerpt from attempts order by status',
    );
    assert.deepEqual(
      kept,
      [200, 500].map((status) => ({ status, failure_reason: null, response_excerpt: '' })),
    );
  });
});
