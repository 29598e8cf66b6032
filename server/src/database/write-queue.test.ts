import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { afterEach, beforeEach, it } from 'node:test';
import { sql } from 'kysely';
import { dropDatabase } from '../../test/postgres.ts';
import { number } from '../../test/rows.ts';
import { newDatabase, onBothEngines, secretKey } from '../../test/service.ts';
import { parseConfig } from '../config.ts';
import type { Location } from './migrate.ts';
import { openDatabase } from './open.ts';
import { type Database, DatabaseUnavailable, type Transaction } from './port.ts';
import { rawStatement } from './statement.ts';
import { writeQueue } from './write-queue.ts';

const insert = rawStatement<{ name: string; value: string | null }, { name: string }>(
  (p) => sql`insert into installation (name, value) values (${p.name}, ${p.value}) returning name`,
);

/** A piece without a value breaks a constraint. */
interface Piece {
  readonly name: string;
  readonly value: string | null;
}

async function store(tx: Transaction, pieces: readonly Piece[]): Promise<string[]> {
  const names: string[] = [];
  for (const piece of pieces) names.push((await tx.first(insert, { ...piece }))?.name ?? '');
  return names;
}

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
    counted = {
      ...opened,
      write(work) {
        transactions++;
        return opened.write(work);
      },
    };
  });
  afterEach(async () => {
    await database.close();
    await place.remove();
  });

  const stored = (name = '%') =>
    number(database, `select count(*) from installation where name like 'piece %' and name like '${name}'`);

  /** What a disk or a server that vanishes does to the database. */
  async function takeAway(): Promise<void> {
    if (location.engine === 'sqlite') renameSync(location.file, `${location.file}.away`);
    else await dropDatabase(location.url);
  }

  it('stores what comes together in few transactions, and answers each with its own outcome', async () => {
    const sizes: number[] = [];
    const queue = writeQueue({ database: counted, store, onBatch: (size) => void sizes.push(size) });
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
    const queue = writeQueue({ database, store });
    await Promise.all(
      [1, 2, 3].map(async (n) => {
        const name = await queue.add(good(n));
        assert.equal(await stored(name), 1);
      }),
    );
  });

  it('lets a bad piece fail alone, and stores the others once', async () => {
    const queue = writeQueue({ database, store });
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

  it('fails all at once when the database is away', async () => {
    const queue = writeQueue({ database: counted, store });
    await takeAway();
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => queue.add(good(n))));
    for (const outcome of outcomes) assertUnavailable(outcome);
    assert.equal(transactions, 1);
  });

  it('does not try the rest when the database goes away between two pieces', async () => {
    const pieces = [{ name: 'piece 1', value: null }, good(2), good(3), good(4)];
    const queue = writeQueue({
      database: counted,
      async store(tx, batch: readonly Piece[]) {
        if (batch.length === 1 && batch[0]?.name === 'piece 2') await takeAway();
        return store(tx, batch);
      },
    });
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
    const queue = writeQueue({
      database,
      store: async (tx, pieces: readonly Piece[]) => (await store(tx, pieces)).slice(1),
    });
    const outcomes = await Promise.allSettled([1, 2].map((n) => queue.add(good(n))));
    for (const { status } of outcomes) assert.equal(status, 'rejected');
    assert.equal(await stored(), 0);
  });
});

function assertUnavailable(outcome: PromiseSettledResult<unknown>): void {
  assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable);
}
