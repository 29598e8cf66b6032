import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { execute, number } from '../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../test/fixtures/service.ts';
import { entryCount } from '../../test/fixtures/stored-entry.ts';
import { takeAway } from '../../test/fixtures/take-away.ts';
import { emptyWriterPool } from '../../test/fixtures/writer-pool.ts';
import { recordActivity } from '../access/audit.ts';
import type { Grant } from '../access/roles.ts';
import { RequestError } from '../contract/request-error.ts';
import { changeConversions } from '../conversions/conversion-routes.ts';
import { addPartner } from '../desk/integrations/partners.ts';
import { inviteUser } from '../desk/users/users.ts';
import { type Submission, submitEntries } from '../entries/create/submit-entries.ts';
import { tryEntry } from '../entries/create/trial-entry.ts';
import { readSurvey } from '../intake/survey.ts';
import { DatabaseUnavailable, ForeignKeyViolation } from './database.ts';
import { openMigrated } from './open.ts';
import { query } from './statement.ts';

const now = new Date('2026-03-04T09:00:00.000Z');
const by = { userId: null, author: 'somebody', address: null };
const member = { userId: 1, author: 'somebody', address: '127.0.0.1', name: 'Somebody', grants: [] };

function arrival(n: number, establishmentId = 3): Submission {
  const read = readSurvey({ lastName: `Name ${n}` }, 'survey.type.contact', now);
  return {
    entry: { ...read, establishmentId, callerId: 1, test: false },
    sender: 'c1',
    idempotencyKey: undefined,
    upload: undefined,
    notifyStaff: false,
  };
}

const isUnavailable = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable;

onBothEngines('writes', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const receive = (one: Submission) => service.database.write(submitEntries, one, now);
  /** How many entries are stored by this work. */
  async function storedBy(work: () => Promise<void>): Promise<number> {
    const earlier = await entryCount(service.database);
    await work();
    return (await entryCount(service.database)) - earlier;
  }

  it('300 writes at once share a commit, and each has its own outcome', async () => {
    const commits: number[] = [];
    service.database.observeCommits((writes) => void commits.push(writes));
    const outcomes = await Promise.all(Array.from({ length: 300 }, (_, n) => receive(arrival(n))));
    assert.ok(outcomes.every(({ state }) => state === 'created'));
    assert.equal(new Set(outcomes.map((outcome) => outcome.state === 'created' && outcome.id)).size, 300);
    assert.ok(commits.length <= 4, `${commits}`);
    const committed = commits.reduce((sum, writes) => sum + writes);
    assert.equal(committed, 300);
  });

  it('a write that breaks a constraint fails alone, the others are stored', async () => {
    const isBad = (n: number) => n === 3 || n === 30;
    const stored = await storedBy(async () => {
      const received = Array.from({ length: 60 }, (_, n) => receive(arrival(n, isBad(n) ? 999 : 3)));
      const beside = service.database.write(addPartner.operation, { by, slug: 'beside' }, now);
      const outcomes = await Promise.allSettled(received);
      const violations = outcomes.map(
        (outcome) => outcome.status === 'rejected' && outcome.reason instanceof ForeignKeyViolation,
      );
      assert.deepEqual(violations, Array.from(outcomes.keys(), isBad));
      await beside;
    });
    assert.equal(stored, 58);
    assert.equal((await receive(arrival(100))).state, 'created');
  });

  it('a write that refuses is undone, and nothing beside it', async () => {
    const grants = [3, 999].map((establishmentId): Grant => ({ role: 'reader', establishmentId }));
    const user = { email: 'new@example.org', name: 'New', grants, publicUrl: '', mailed: false };
    const [before, refused, unread, after] = await Promise.allSettled([
      service.database.write(addPartner.operation, { by, slug: 'before' }, now),
      service.database.write(inviteUser.operation, { by, ...user }, now),
      service.database.write(addPartner.operation, { by, slug: 'unread' }, now),
      service.database.write(addPartner.operation, { by, slug: 'after' }, now),
    ]);
    for (const { status } of [before, unread, after]) assert.equal(status, 'fulfilled');
    assertRefused(refused, 'There is no residence 999');
    const label = { name: 'Lead', value: null };
    const alike = { by: member, qualified: label, admitted: label };
    const [named] = await Promise.allSettled([
      service.database.write(changeConversions.operation, alike, now),
    ]);
    assertRefused(named, 'admitted.name: expected another name than that of qualified leads');
    assert.equal(await number(service.database, 'select count(*) from users'), 0);
    assert.equal(await number(service.database, 'select count(*) from grants'), 0);
  });

  it('writes fail while the database is away, and are stored once it is back', async () => {
    const audited = () => number(service.database, 'select count(*) from audit');
    const earlier = await audited();
    const stored = await storedBy(async () => {
      const bringBack = await takeAway(service.config.database);
      const outcomes = await Promise.allSettled([
        ...[1, 2, 3].map((n) => receive(arrival(n))),
        service.database.write(recordActivity, { by, act: { action: 'exported' } }, now),
      ]);
      assert.ok(outcomes.every(isUnavailable));
      const ready = () => service.database.ready(tryEntry, { notifyStaff: true });
      await assert.rejects(ready(), DatabaseUnavailable);
      await bringBack();
      await ready();
      assert.equal((await receive(arrival(4))).state, 'created');
    });
    assert.equal(stored, 1);
    assert.equal(await audited(), earlier);
  });

  it('beyond 4,000 that wait, writes are refused', async () => {
    const stored = await storedBy(async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 4_010 }, (_, n) => receive(arrival(n))));
      assert.equal(outcomes.filter(isUnavailable).length, 10);
      assert.ok(outcomes.slice(0, 4_000).every(({ status }) => status === 'fulfilled'));
    });
    assert.equal(stored, 4_000);
  });

  it('a closed database refuses writes, and those under way have an outcome', async () => {
    const location = service.config.database;
    const database = await openMigrated({ location, poolSize: 2, onProblem: () => undefined });
    const partner = (slug: string) => database.write(addPartner.operation, { by, slug }, now);
    const before = Promise.allSettled(['fourth', 'fifth', 'sixth'].map(partner));
    await database.close();
    for (const outcome of await before) assert.ok(outcome.status === 'fulfilled' || isUnavailable(outcome));
    await assert.rejects(partner('late'), DatabaseUnavailable);
    await assert.rejects(number(database, 'select 1'), DatabaseUnavailable);
    await assert.rejects(database.background.all(query((db) => db.selectFrom('users').select('id'))), Error);
    await assert.rejects(execute(database, 'delete from audit'), DatabaseUnavailable);
    await database.close();
  });
});

describe('the thread that writes on SQLite', () => {
  it('a dead writer thread fails its writes, and the next one stores again', async (t) => {
    const threads: Worker[] = [];
    const started = (message: unknown) => void threads.push((message as { worker: Worker }).worker);
    subscribe('worker_threads', started);
    t.after(() => unsubscribe('worker_threads', started));
    emptyWriterPool();
    const service = await startService('sqlite');
    t.after(() => service.close());
    const receive = (n: number) => service.database.write(submitEntries, arrival(n), now);
    await receive(1);
    const [writer] = threads;
    assert.ok(writer !== undefined);

    // A write that waits for another process can't be stored before the thread dies.
    const other = new DatabaseSync(`${service.config.dataDir}/accueil.db`);
    other.exec('begin immediate');
    const waiting = [2, 3].map(receive);
    await setImmediate();
    await writer.terminate();
    assert.ok((await Promise.allSettled(waiting)).every(isUnavailable));
    other.close();

    assert.equal((await receive(4)).state, 'created');
    assert.equal(await entryCount(service.database), 2);
  });
});

function assertRefused(outcome: PromiseSettledResult<unknown>, message: string): void {
  assert.ok(outcome.status === 'rejected' && outcome.reason instanceof RequestError);
  assert.equal(outcome.reason.code, 'INVALID');
  assert.equal(outcome.reason.message, message);
}
