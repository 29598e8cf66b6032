// A week of deliveries in milliseconds: faults, outages, kills and switches by a seeded dice, in time that a test moves
// on. Every event must be delivered, given up in sight of everybody, or wait for an endpoint that is not on; and each
// attempt must be made at the very moment it was due, or when there was room for it. SEED=123 runs one seed alone.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { memoryDatabase } from '../../test/fixtures/memory-database.ts';
import { execute } from '../../test/fixtures/rows.ts';
import { SimulatedWeek } from '../../test/fixtures/simulated-week.ts';
import type { Database } from '../store/database.ts';

const seeds = process.env.SEED === undefined ? undefined : [Number(process.env.SEED)];

let database: Database;
before(async () => {
  database = memoryDatabase();
  await execute(database, `insert into callers (id, name, created_at) values (1, 'site', '')`);
  await execute(
    database,
    `insert into entries (id, kind, caller_id, status, flagged, test, contact_date, received_at, fields)
     values (1, 'survey', 1, 'new', 0, 0, '2026-03-04', '', '{}')`,
  );
});
after(() => database.close());

it('300 simulated weeks lose no event, and attempt each exactly when it is due', async () => {
  const seen = { attempts: 0, delivered: 0, failed: 0, waiting: 0, kills: 0, held: 0, gone: 0, repeated: 0 };
  for (const seed of seeds ?? Array.from({ length: 300 }, (_, i) => i + 1)) {
    const week = new SimulatedWeek(database, seed);
    assert.deepEqual(await week.run(), [], `SEED=${seed} replays this week`);
    for (const [name, count] of Object.entries(week.seen)) seen[name as keyof typeof seen] += count;
    for (const table of ['attempts', 'outbox', 'endpoints']) await execute(database, `delete from ${table}`);
  }
  // A case that never occurred was not tested.
  if (seeds === undefined) {
    for (const [name, count] of Object.entries(seen)) assert.ok(count > 0, name);
  }
});
