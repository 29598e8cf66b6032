import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newEndpoint, newEntry, newEvent } from '../../../test/fixtures/outbox.ts';
import { hold, openOfficer } from '../../../test/fixtures/privacy.ts';
import { runNow } from '../../../test/fixtures/retention.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { dayMs } from '../../clock.ts';
import { resendDelivery } from '../../outbox/resend.ts';

/** Half a year, by default. */
const keptDays = 183;

onSqlite('old deliveries', (engine) => {
  async function withDeliveries(count: number): Promise<TestService> {
    const service = await startService(engine);
    await newEndpoint(service);
    const entryId = await newEntry(service, 'a');
    for (let sequence = 1; sequence <= count; sequence++) await newEvent(service, entryId, { sequence });
    await execute(
      service.database,
      `insert into attempts (outbox_id, at, ms, response_excerpt) select id, created_at, 1, '' from outbox`,
    );
    return service;
  }
  /** Ends deliveries now, by their sequence. */
  const finish = ({ database, clock }: TestService, state: 'delivered' | 'failed', ...which: number[]) =>
    execute(
      database,
      `update outbox set state = '${state}', next_at = null, finished_at = '${clock.now.toISOString()}'
       where sequence in (${which.join(', ')})`,
    );
  const after = ({ clock }: TestService, ms: number) => new Date(clock.now.getTime() + ms);
  const left = async ({ database }: TestService) => ({
    deliveries: (await rows<{ n: number }>(database, 'select sequence as n from outbox order by id')).map(
      ({ n }) => n,
    ),
    attempts: (
      await rows<{ n: number }>(
        database,
        'select o.sequence as n from attempts a join outbox o on o.id = a.outbox_id order by o.id',
      )
    ).map(({ n }) => n),
  });

  it('deliveries are deleted with their attempts half a year after their end', async () => {
    const service = await withDeliveries(3);
    const { database } = service;
    await finish(service, 'delivered', 1);
    await finish(service, 'failed', 3);
    service.clock.now = after(service, keptDays * dayMs);
    assert.deepEqual(await runNow(service), {});
    service.clock.now = after(service, dayMs);
    assert.deepEqual(await runNow(service), { deliveries: 2 });
    assert.deepEqual(await left(service), { deliveries: [2], attempts: [2] });
    assert.deepEqual(await rows(database, 'select id from attempts where outbox_id is null'), []);
    await service.close();
  });

  it('deliveries stay while they wait, while their entry is held, and from their last end on', async () => {
    const service = await withDeliveries(4);
    const { database } = service;
    const held = await newEntry(service, 'held');
    await execute(database, `update outbox set entry_id = ${held} where sequence = 4`);
    await hold(await openOfficer(service), held, 'hold');
    await execute(database, `update endpoints set state = 'held'`);
    await finish(service, 'failed', 1, 2);
    await finish(service, 'delivered', 3, 4);
    const [first] = await rows<{ id: number }>(database, 'select id from outbox where sequence = 1');
    await database.transaction((tx) => resendDelivery(tx, first?.id ?? 0, service.clock.now.toISOString()));
    service.clock.now = after(service, 100 * dayMs);
    await finish(service, 'delivered', 2);
    service.clock.now = after(service, (keptDays - 99) * dayMs);
    assert.deepEqual(await runNow(service), { deliveries: 1 });
    assert.deepEqual((await left(service)).deliveries, [1, 2, 4]);
    service.clock.now = new Date('2027-01-02T09:00:00.000Z');
    assert.deepEqual(await runNow(service), { deliveries: 2 });
    assert.deepEqual(await left(service), { deliveries: [1], attempts: [1] });
    service.clock.now = after(service, 3_650 * dayMs);
    assert.deepEqual(await runNow(service), {});
    await service.close();
  });

  it('deliveries are deleted in slices, behind others that wait, until stopped', async () => {
    const count = 1_200;
    const service = await withDeliveries(1);
    const { database } = service;
    await execute(
      database,
      `insert into outbox (endpoint_id, webhook_id, event, sequence, body, created_at, state, attempts, finished_at)
       with recursive n(i) as (select 2 union all select i + 1 from n where i < ${count})
       select o.endpoint_id, o.webhook_id || n.i, o.event, n.i, '{}', o.created_at,
         case when n.i <= 600 or n.i > 1150 then 'pending' else 'delivered' end, 1, o.created_at
       from outbox o cross join n`,
    );
    service.clock.now = after(service, (keptDays + 1) * dayMs);
    const stopping = new AbortController();
    let slices = 0;
    const counted: typeof database = {
      ...database,
      write(operation, ...input) {
        if (operation.name === 'applyRetention' && ++slices === 2) stopping.abort();
        return database.write(operation, ...input);
      },
    };
    assert.equal(await runNow(service, { database: counted, signal: stopping.signal }), undefined);
    assert.equal((await left(service)).deliveries.length, count - 400);
    assert.deepEqual(await runNow(service), { deliveries: 550 });
    assert.equal((await left(service)).deliveries.length, count - 550);
    await service.close();
  });
});
