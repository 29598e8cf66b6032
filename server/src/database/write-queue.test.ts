import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { type Piece, pieceInsertion, takeAway } from '../../test/fixtures/batch-items.ts';
import { number } from '../../test/fixtures/rows.ts';
import { newDatabase, onBothEngines, secretKey } from '../../test/fixtures/service.ts';
import { parseConfig } from '../config.ts';
import type { Location } from './migrate.ts';
import { openDatabase } from './open.ts';
import { type Database, DatabaseUnavailable } from './port.ts';
import { writeQueue } from './write-queue.ts';

const good = (n: number): Piece => ({ name: `piece ${n}`, value: 'any' });

onBothEngines('the write queue', (engine) => {
  let place: Awaited<ReturnType<typeof newDatabase>>;
  let location: Location;
  let database: Database;
  /** How many transactions have been asked for. */
  let transactions: number;
  let counted: Database;

  beforeEach(async () => {
    place = await newDatabase(engine);
    location = parseConfig({ SECRET_KEY: secretKey, ...place.env }).database;
    const opened = await openDatabase({
      location,
      poolSize: 4,
      now: new Date(),
      onProblem: () => undefined,
    });
    database = opened;
    transactions = 0;
    const { gather } = opened;
    counted = {
      ...opened,
      ...(gather !== undefined && {
        gather(operation, now) {
          transactions++;
          return gather(operation, now);
        },
      }),
      batch(operation, pieces, now) {
        transactions++;
        return opened.batch(operation, pieces, now);
      },
    };
  });
  afterEach(async () => {
    await database.close();
    await place.remove();
  });

  const stored = (name = '%') =>
    number(database, `select count(*) from installation where name like 'piece %' and name like '${name}'`);

  const newQueue = (on = database, onBatch?: (size: number) => void) =>
    writeQueue({
      database: on,
      operation: pieceInsertion,
      now: () => new Date().toISOString(),
      ...(onBatch && { onBatch }),
    });

  it('stores what comes together in few transactions, and answers each with its own outcome', async () => {
    const sizes: number[] = [];
    const queue = newQueue(counted, (size) => void sizes.push(size));
    const pieces = Array.from({ length: 300 }, (_, n) => good(n));
    assert.deepEqual(
      await Promise.all(pieces.map((piece) => queue.add(piece))),
      pieces.map(({ name }) => name),
    );
    assert.equal(await stored(), 300);
    assert.ok(transactions <= 4, `${transactions}`);
    assert.equal(sizes.length, transactions);
    assert.equal(
      sizes.reduce((sum, size) => sum + size),
      300,
    );
  });

  it('answers only what others can see', async () => {
    const queue = newQueue();
    await Promise.all(
      [1, 2, 3].map(async (n) => {
        const name = await queue.add(good(n));
        assert.equal(await stored(name), 1);
      }),
    );
  });

  it('lets a bad piece fail alone, and stores the others once', async () => {
    const queue = newQueue();
    const pieces = [good(1), { name: 'piece 2', value: null }, good(3), good(3), good(4)];
    const outcomes = await Promise.allSettled(pieces.map((piece) => queue.add(piece)));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.name),
      [false, engine === 'sqlite' ? 'Error' : 'error', false, 'AlreadyThere', false],
    );
    assert.equal(await stored(), 3);
    assert.equal(await queue.add(good(5)), 'piece 5');
  });

  it('lets a bad piece fail alone among many, some of which are stored before the others have come', {
    timeout: 20_000,
  }, async () => {
    const queue = newQueue();
    const pieces = Array.from({ length: 60 }, (_, n) => good(n)).map((piece, n) =>
      n === 3 || n === 30 ? { ...piece, value: null } : piece,
    );
    const outcomes = await Promise.allSettled(pieces.map((piece) => queue.add(piece)));
    assert.deepEqual(
      outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : [])),
      [3, 30],
    );
    assert.equal(await stored(), 58);
    assert.deepEqual(
      await Promise.all([queue.add(good(100)), queue.add(good(101))]),
      [100, 101].map((n) => good(n).name),
    );
  });

  it('takes what comes while those beside a bad piece are tried one by one', {
    timeout: 20_000,
  }, async () => {
    const queue = newQueue();
    // From now on what is added together shares a batch.
    await queue.add(good(0));
    const bad = queue.add({ ...good(1), value: null });
    bad.catch(() => undefined);
    const beside = [2, 3, 4, 5, 6].map((n) => queue.add(good(n)));
    await beside[0];
    const later = Array.from({ length: 20 }, (_, n) => queue.add(good(100 + n)));
    await assert.rejects(bad);
    await Promise.all([...beside, ...later]);
    assert.equal(await stored(), 26);
  });

  it('answers each of many with its own outcome, whenever they come', async () => {
    const queue = newQueue();
    const added: Promise<string>[] = [];
    for (let n = 0; n < 200; n++) {
      added.push(queue.add(good(n)));
      if (n % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(
      await Promise.all(added),
      added.map((_, n) => good(n).name),
    );
    assert.equal(await stored(), 200);
  });

  it('keeps what comes through two queues apart, bad pieces and transactions beside them too', {
    timeout: 20_000,
  }, async () => {
    const queues = [newQueue(), newQueue()];
    const isBad = (n: number) => n === 3 || n === 104;
    const added: Promise<string>[] = [];
    const beside: Promise<void>[] = [];
    for (let n = 0; n < 300; n++) {
      const piece = isBad(n) ? { ...good(n), value: null } : good(n);
      const outcome = queues[n % 2]?.add(piece);
      assert.ok(outcome !== undefined);
      outcome.catch(() => undefined);
      added.push(outcome);
      if (n % 60 === 0) beside.push(database.write(async () => undefined));
      if (n % 13 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const outcomes = await Promise.allSettled(added);
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'bad')),
      added.map((_, n) => (isBad(n) ? 'bad' : good(n).name)),
    );
    await Promise.all(beside);
    assert.equal(await stored(), 298);
  });

  it('fails all at once when the database is away', async () => {
    const queue = newQueue(counted);
    await takeAway(location);
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => queue.add(good(n))));
    for (const outcome of outcomes) assertUnavailable(outcome);
    assert.equal(transactions, 1);
  });

  it('does not try the rest when the database goes away between two pieces', async () => {
    const pieces = [{ name: 'piece 1', value: null }, { ...good(2), vanishing: location }, good(3), good(4)];
    const queue = newQueue(counted);
    const outcomes = await Promise.allSettled(pieces.map((piece) => queue.add(piece)));
    assert.deepEqual(
      outcomes.map(
        (outcome) => outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable,
      ),
      // SQLite finds its file gone when the next transaction begins, PostgreSQL breaks the one that runs.
      engine === 'sqlite' ? [false, false, true, true] : [false, true, true, true],
    );
    // One for all, one for each piece until the database was found away.
    assert.equal(transactions, engine === 'sqlite' ? 4 : 3);
  });

  it('stores nothing when a batch has not one outcome for each piece', async () => {
    const queue = newQueue();
    const outcomes = await Promise.allSettled(
      [{ name: 'nameless', value: 'any' }, good(1)].map((piece) => queue.add(piece)),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
    assert.equal(await stored(), 1);
    assert.equal(await number(database, `select count(*) from installation where name = 'nameless'`), 0);
  });
});

function assertUnavailable(outcome: PromiseSettledResult<unknown>): void {
  assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable);
}
