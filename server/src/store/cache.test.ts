import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { execute, number } from '../../test/fixtures/rows.ts';
import { newDatabase, onBothEngines, secretKey } from '../../test/fixtures/service.ts';
import { parseConfig } from '../config.ts';
import { type Cached, cached } from './cache.ts';
import type { Database, Topic } from './database.ts';
import type { Engine } from './dialect.ts';
import { openDatabase } from './open.ts';
import { rawStatement } from './statement.ts';

const groups = rawStatement<Record<never, never>, { slug: string }>(
  () => sql`select slug from "groups" order by id`,
);

/** Two processes on one database, of which the first keeps the groups in memory. */
interface TwoProcesses {
  readonly here: Database;
  readonly there: Database;
  readonly kept: Cached<string[]>;
  /** How often it has read them. */
  loads(): number;
  close(): Promise<void>;
}

async function twoProcesses(engine: Engine): Promise<TwoProcesses> {
  const place = await newDatabase(engine);
  const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
  const open = () => openDatabase({ location, poolSize: 4, now: new Date(), onProblem: () => undefined });
  const here = await open();
  const there = await open();
  let loads = 0;
  const kept = cached(here, 'residences', async (read) => {
    loads++;
    return (await read.all(groups)).map(({ slug }) => slug);
  });
  return {
    here,
    there,
    kept,
    loads: () => loads,
    async close() {
      await here.close();
      await there.close();
      await place.remove();
    },
  };
}

onBothEngines('a cached value', (engine) => {
  let both: TwoProcesses;
  let groupId = 0;
  before(async () => {
    both = await twoProcesses(engine);
    await untilListening(both.here);
  });
  after(() => both.close());
  beforeEach(() => {
    groupId++;
  });
  const add = (database: Database): Promise<void> =>
    untilTold(both.here, 'residences', () =>
      execute(database, `insert into "groups" values (${groupId}, 'group ${groupId}', '', '')`),
    );

  it('a cached value is read once as long as nothing changes', async () => {
    await add(both.there);
    for (let n = 0; n < 5; n++) assert.equal((await both.kept.get()).length, groupId);
    assert.equal(both.loads(), 1);
  });

  it('a change by another process makes it read again, once', async () => {
    await both.kept.get();
    const loads = both.loads();
    await add(both.there);
    for (let n = 0; n < 5; n++) assert.equal((await both.kept.get()).length, groupId);
    assert.equal(both.loads(), loads + 1);
  });

  it('a change while it is read makes it read again', async () => {
    const { here, there } = both;
    let meanwhile = (): Promise<void> => add(there);
    const slow = cached(here, 'residences', async (read) => {
      const found = await read.all(groups);
      await meanwhile();
      meanwhile = async () => undefined;
      return found.length;
    });
    assert.equal(await slow.get(), groupId - 1);
    assert.equal(await slow.get(), groupId);
  });

  it('a change of another topic does not make it read again', async () => {
    await both.kept.get();
    const loads = both.loads();
    await untilTold(both.here, 'access', () =>
      execute(both.there, `insert into partners (slug, created_at) values ('p', '2026-03-04')`),
    );
    await both.kept.get();
    assert.equal(both.loads(), loads);
  });
});

describe('a cached value on PostgreSQL', () => {
  it('without notifications no cached value is trusted, old or new', async (t) => {
    const both = await twoProcesses('postgres');
    t.after(() => both.close());
    const { here, there, kept } = both;
    await untilListening(here);
    await untilListening(there);
    await kept.get();
    const before = await here.revision('residences');

    const listeners = `from pg_stat_activity where datname = current_database()
      and application_name = 'accueil listener'`;
    assert.equal(await number(there, `select count(pg_terminate_backend(pid)) ${listeners}`), 2);
    while ((await here.revision('residences')) !== undefined) await setImmediate();
    const loads = both.loads();
    await kept.get();
    await kept.get();
    assert.equal(both.loads(), loads + 2);

    // No notification was sent for this one, and the cached value is not read before the connection is back.
    await execute(there, `insert into "groups" values (1, 'unheard of', '', '')`);
    await untilListening(here);
    assert.notEqual(await here.revision('residences'), before);
    assert.deepEqual(await kept.get(), ['unheard of']);
    const again = both.loads();
    await kept.get();
    assert.equal(both.loads(), again);
  });
});

/** On PostgreSQL the notification of a change arrives a moment after it. */
async function untilTold(database: Database, subject: Topic, change: () => Promise<unknown>): Promise<void> {
  const revision = await database.revision(subject);
  await change();
  while ((await database.revision(subject)) === revision) await setImmediate();
}

async function untilListening(database: Database): Promise<void> {
  while ((await database.revision('residences')) === undefined) await setImmediate();
}
