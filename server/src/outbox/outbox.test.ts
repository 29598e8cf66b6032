import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newEndpoint, newEntry, newEvent } from '../../test/fixtures/outbox.ts';
import { execute, number } from '../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../test/fixtures/service.ts';
import { dayMs } from '../clock.ts';
import type { Claims } from './claim.ts';
import { completeWebhooks } from './complete.ts';
import type { Completion } from './completion.ts';
import { findDeliveries, showDelivery } from './deliveries.ts';
import { listEndpoints, switchEndpointOff, switchEndpointOn } from './endpoints.ts';
import { openWebhookQueue } from './open-queue.ts';
import type { ClaimedWebhook } from './queues.ts';
import { countFailedSince, resendDelivery, resendFailedSince } from './resend.ts';

onBothEngines('outbox', (engine) => {
  let service: TestService;
  let entryId: number;
  let claims: Claims<ClaimedWebhook>;
  before(async () => {
    service = await startService(engine);
    claims = openWebhookQueue(service.database, () => service.clock.now).claims;
    entryId = await newEntry(service, 'a');
  });
  after(() => service.close());

  /** An endpoint of its own for a test, and no other on. */
  async function onlyEndpoint(events: Parameters<typeof newEndpoint>[2] = null): Promise<number> {
    await execute(service.database, `update endpoints set state = 'off'`);
    return (await newEndpoint(service, undefined, events)).id;
  }
  const now = () => service.clock.now.toISOString();
  const later = (ms: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + ms);
  };
  const claim = async (wanted: { failing?: 0 | 1; perDestination?: number; except?: number[] } = {}) => {
    return claims.take({ failing: 0, perDestination: 8, inAll: 64, except: [], ...wanted }, now());
  };
  const complete = async (delivery: ClaimedWebhook | undefined, how: Partial<Completion> = {}) => {
    assert.ok(delivery);
    const { id, destinationId, attempts } = delivery;
    const answer = { at: now(), status: 200, ms: 12.4, failureReason: null, responseExcerpt: 'ok' };
    const completion = {
      id,
      destinationId,
      attempts,
      ...answer,
      verdict: 'delivered',
      nextAt: null,
    } as const;
    const change = await service.database.write(
      completeWebhooks,
      { ...completion, ...how },
      service.clock.now,
    );
    claims.completed(delivery);
    return change;
  };
  const failed = { verdict: 'failed', status: 500, failureReason: 'It answered 500' } as const;
  /** Claims one, whether its endpoint is failing or not. */
  const one = async () => (await claim())[0] ?? (await claim({ failing: 1 }))[0];
  const retry = () => ({ ...failed, verdict: 'retry', nextAt: now() }) as const;

  it('the bytes of an event are fixed, for each endpoint that wants it', async () => {
    const all = await onlyEndpoint();
    const some = (await newEndpoint(service, 'https://two.example.org', ['result'])).id;
    const event = { customId: 'é"', sequence: 7, data: { id: 1, z: null, a: 'ü' } };
    await newEvent(service, entryId, { ...event, event: 'updated' });
    await newEvent(service, entryId, { ...event, event: 'result' });
    const claimed = await claim();
    assert.deepEqual(
      claimed.map(({ endpoint, event: name, attempts }) => [endpoint.id, name, attempts]),
      [
        [all, 'updated', 0],
        [all, 'result', 0],
        [some, 'result', 0],
      ],
    );
    assert.equal(
      await openWebhookQueue(service.database, () => service.clock.now).bodyOf(claimed[0]?.id ?? 0),
      '{"event":"updated","customId":"é\\"","sequence":7,"timestamp":"2026-03-04T09:00:00.000Z","test":false,"type":"survey","data":{"id":1,"z":null,"a":"ü"}}',
    );
    const ids = new Set(claimed.map(({ webhookId }) => webhookId));
    assert.equal(ids.size, 3);
    for (const id of ids) assert.match(id, /^msg_[\w-]{22}$/);
  });

  it('one process has a delivery for 60 seconds, then another', async () => {
    await onlyEndpoint();
    await newEvent(service, entryId);
    const [first] = await claim();
    assert.deepEqual(await claim(), []);
    later(59_999);
    assert.deepEqual(await claim(), []);
    later(1);
    assert.equal((await claim())[0]?.id, first?.id);
  });

  it(
    engine === 'sqlite'
      ? 'a new process on SQLite forgets what another had claimed'
      : 'a process on PostgreSQL knows what another has claimed',
    async () => {
      await onlyEndpoint();
      await newEvent(service, entryId);
      const [first] = await claim();
      const wanted = { failing: 0, perDestination: 8, inAll: 64, except: [] } as const;
      const found = await openWebhookQueue(service.database, () => service.clock.now).claims.take(
        wanted,
        now(),
      );
      assert.deepEqual(
        found.map(({ id }) => id),
        engine === 'sqlite' ? [first?.id] : [],
      );
    },
  );

  it('the first of two processes takes nothing from the second when it is done', async () => {
    await onlyEndpoint();
    await newEvent(service, entryId);
    const [late] = await claim();
    assert.ok(late);
    later(60_000);
    const [second] = await claim();
    assert.equal(second?.id, late.id);
    await claims.giveBack([late], now());
    assert.deepEqual(await claim(), []);
    claims.completed(late);
    assert.deepEqual(await claim(), []);
  });

  it('each delivery goes to one of many that ask at once', async () => {
    await onlyEndpoint();
    for (let i = 0; i < 20; i++) await newEvent(service, entryId);
    const found: number[] = [];
    for (let claimed: readonly ClaimedWebhook[] = [], round = 0; round === 0 || claimed.length > 0; round++) {
      claimed = (await Promise.all(Array.from({ length: 6 }, () => claim({ perDestination: 3 })))).flat();
      found.push(...claimed.map(({ id }) => id));
    }
    assert.equal(found.length, 20);
    assert.equal(new Set(found).size, 20);
  });

  it('what was not attempted is taken back, and is due at once', async () => {
    const id = await onlyEndpoint();
    const next = (failing: 0 | 1 = 0, except: number[] = []) => claims.earliest({ failing, except }, now());
    assert.equal(await next(), null);
    await newEvent(service, entryId);
    assert.equal(await next(), now());
    assert.equal(await next(0, [id]), null);
    assert.equal(await next(1), null);
    assert.deepEqual(await claim({ except: [id] }), []);
    const claimed = await claim();
    assert.notEqual(await next(), now());
    await claims.giveBack(claimed, now());
    assert.equal(await next(), now());
  });

  it('an attempt and its outcome are written together, whatever was answered', async () => {
    await onlyEndpoint();
    await newEvent(service, entryId);
    const [delivery] = await claim();
    const nextAt = '2026-03-05T00:00:00.000Z';
    await complete(delivery, {
      ...failed,
      verdict: 'retry',
      nextAt,
      responseExcerpt: `\0\uD800${'x'.repeat(2_000)}`,
    });
    const waiting = await showDelivery(service.database.read, delivery?.id ?? 0);
    assert.deepEqual([waiting?.state, waiting?.attempts, waiting?.nextAt], ['pending', 1, nextAt]);
    assert.equal(waiting?.log[0]?.answer, `\uFFFD\uFFFD${'x'.repeat(1_022)}`);
    await complete(delivery);
    const shown = await showDelivery(service.database.read, delivery?.id ?? 0);
    assert.deepEqual([shown?.state, shown?.nextAt, shown?.finishedAt], ['delivered', null, now()]);
    assert.deepEqual(
      shown?.log.map(({ status, ms, cause }) => [status, ms, cause]),
      [
        [500, 12, 'It answered 500'],
        [200, 12, null],
      ],
    );
    // One that comes late, from a process whose lease had ended, does not undo that.
    await complete(delivery, { ...failed, verdict: 'retry', nextAt });
    const after = await showDelivery(service.database.read, delivery?.id ?? 0);
    assert.deepEqual([after?.state, after?.log.length], ['delivered', 3]);
  });

  it('nothing is recorded for a delivery that is gone, everything for its neighbours', async () => {
    await onlyEndpoint();
    for (let i = 0; i < 2; i++) await newEvent(service, entryId);
    const [gone, there] = await claim();
    await execute(service.database, `delete from outbox where id = ${gone?.id}`);
    await Promise.all([complete(gone), complete(there)]);
    const left = `select count(*) from attempts where outbox_id = ${gone?.id}`;
    assert.equal(await number(service.database, left), 0);
    assert.equal((await showDelivery(service.database.read, there?.id ?? 0))?.state, 'delivered');
  });

  it('an endpoint that has failed for five days is held, with its events', async () => {
    const id = await onlyEndpoint();
    await newEvent(service, entryId);
    assert.equal(await complete(await one(), retry()), null);
    later(5 * dayMs - 1);
    assert.equal(await complete(await one(), retry()), null);
    later(1);
    assert.equal(await complete(await one(), retry()), 'held');
    await newEvent(service, entryId);
    assert.equal(await one(), undefined);
    const [held] = (await listEndpoints(service.database.read)).filter((endpoint) => endpoint.id === id);
    assert.deepEqual([held?.state, held?.waiting], ['held', 2]);
    assert.match(held?.reason ?? '', /failed for 5 days; the last time: It answered 500/);
    const [newest] = await findDeliveries(
      service.database.read,
      {},
      { from: undefined, backwards: false, limit: 1 },
    );
    assert.equal(newest?.state, 'held');
    assert.equal(await service.database.transaction((tx) => switchEndpointOn(tx, id, now())), true);
    assert.deepEqual(
      (await claim()).map(({ attempts }) => attempts),
      [0, 0],
    );
  });

  it('a step of the clock does not count as days of failure', async () => {
    await onlyEndpoint();
    await newEvent(service, entryId);
    const fail = async () => complete(await one(), retry());
    assert.equal(await fail(), null);
    later(183 * dayMs);
    assert.equal(await fail(), null);
    for (let day = 1; day < 5; day++) {
      later(dayMs);
      assert.equal(await fail(), null);
    }
    later(dayMs);
    assert.equal(await fail(), 'held');
  });

  it('each delivery begins the count of days of failure anew', async () => {
    await onlyEndpoint();
    for (let i = 0; i < 3; i++) await newEvent(service, entryId);
    const next = async (failing: 0 | 1) => (await claim({ failing, perDestination: 1 }))[0];
    await complete(await next(0), failed);
    later(4 * dayMs);
    await complete(await next(1));
    later(2 * dayMs);
    assert.equal(await complete(await next(0), failed), null);
  });

  it('an endpoint that answers 410 is switched off, and its event kept', async () => {
    const id = await onlyEndpoint();
    await newEvent(service, entryId);
    const gone = { verdict: 'gone', status: 410, failureReason: 'It answered 410' } as const;
    assert.equal(await complete((await claim())[0], gone), 'off');
    assert.deepEqual([...(await claim()), ...(await claim({ failing: 1 }))], []);
    await service.database.transaction((tx) => switchEndpointOn(tx, id, now()));
    assert.equal((await claim()).length, 1);
    assert.equal(await service.database.transaction((tx) => switchEndpointOff(tx, id, 'Test')), true);
    assert.equal(await service.database.transaction((tx) => switchEndpointOff(tx, 999_999, 'Test')), false);
    assert.equal(await service.database.transaction((tx) => switchEndpointOn(tx, 999_999, now())), false);
  });

  it('a delivery is sent again as often as asked, with the same webhook-id', async () => {
    await onlyEndpoint();
    await newEvent(service, entryId);
    const [first] = await claim();
    assert.ok(first);
    const { id } = first;
    await complete(first);
    for (let again = 0; again < 3; again++) {
      assert.equal(await service.database.transaction((tx) => resendDelivery(tx, id, now())), 'resent');
      const [claimed] = await claim();
      assert.deepEqual({ ...claimed, leaseUntil: '' }, { ...first, leaseUntil: '' });
      await complete(claimed);
    }
    assert.equal((await showDelivery(service.database.read, first.id))?.log.length, 4);
    assert.equal(await service.database.transaction((tx) => resendDelivery(tx, 999_999, now())), 'unknown');
  });

  it('what was on its way when it was asked for again is sent again', async () => {
    const nextAt = '2030-01-01T00:00:00.000Z';
    for (const how of [{ ...failed, verdict: 'retry', nextAt } as const, failed]) {
      for (const ask of [resendDelivery, switchEndpointOn]) {
        const endpointId = await onlyEndpoint();
        await newEvent(service, entryId);
        await complete(await one(), retry());
        const delivery = await one();
        assert.equal(delivery?.attempts, 1);
        const asked = ask === resendDelivery ? delivery.id : endpointId;
        const answer = await service.database.transaction<unknown>((tx) => ask(tx, asked, now()));
        assert.equal(answer, ask === resendDelivery ? 'resent' : true);
        await complete(delivery, how);
        const shown = await showDelivery(service.database.read, delivery.id);
        // The pauses begin again; the attempts before it are counted.
        assert.deepEqual([shown?.state, shown?.attempts, shown?.nextAt], ['pending', 2, now()], ask.name);
        assert.equal(shown?.log.length, 2);
        assert.equal((await one())?.attempts, 0);
      }
    }
  });

  it('what was given up since a moment is counted and sent again', async () => {
    await onlyEndpoint();
    later(1_000);
    for (let i = 0; i < 3; i++) await newEvent(service, entryId);
    const [early, late, other] = await claim();
    await complete(early, failed);
    later(60_000);
    const since = now();
    await complete(late, failed);
    await complete(other);
    assert.equal(await countFailedSince(service.database.read, since), 1);
    assert.equal(await service.database.transaction((tx) => resendFailedSince(tx, since, now())), 1);
    assert.deepEqual(
      (await claim({ failing: 1 })).concat(await claim()).map(({ id, attempts }) => [id, attempts]),
      [[late?.id, 0]],
    );
    assert.equal(await countFailedSince(service.database.read, since), 0);
  });
});
