import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { execute, number } from '../../../test/fixtures/rows.ts';
import { newDatabase } from '../../../test/fixtures/service.ts';
import { type Database, DatabaseUnavailable } from '../database.ts';
import { openDatabase } from '../open.ts';
import { connect } from './connection.ts';

const countGroups = 'select count(*) from "groups"';

describe('reading on SQLite', () => {
  let place: Awaited<ReturnType<typeof newDatabase>>;
  let file: string;
  let database: Database;
  beforeEach(async () => {
    place = await newDatabase('sqlite');
    file = `${place.env.DATA_DIR}/accueil.db`;
    const location = { engine: 'sqlite', file } as const;
    database = await openDatabase({ location, poolSize: 1, now: new Date(), onProblem: () => undefined });
  });
  afterEach(async () => {
    await database.close();
    await place.remove();
  });

  it('reads asked in one turn of the event loop see one state, the newest', async () => {
    const before = await number(database, countGroups);
    const other = connect(file);

    const first = number(database, countGroups);
    other.exec(`insert into "groups" values (99, 'new', '', '')`);
    const second = number(database, countGroups);
    other.close();

    assert.deepEqual(await Promise.all([first, second]), [before + 1, before + 1]);
  });

  it('own writes are seen at once, others’ on the next event-loop turn', async () => {
    const before = database.revision('residences');
    await execute(database, `insert into "groups" values (98, 'here', '', '')`);
    const written = database.revision('residences');
    assert.notEqual(written, before);

    const other = connect(file);
    other.exec(`insert into "groups" values (99, 'there', '', '')`);
    other.close();
    await setImmediate();
    assert.notEqual(database.revision('residences'), written);
  });

  it('a query that fails, fails alone', async () => {
    const [bad, good] = await Promise.allSettled([
      number(database, `select json('{')`),
      number(database, 'select 1'),
    ]);
    assert.equal(bad.status, 'rejected');
    assert.deepEqual(good, { status: 'fulfilled', value: 1 });
  });

  it('a query is refused while the database is closed', async () => {
    const closed = database.close();
    const asked = Promise.all([closed, number(database, 'select 1')]);
    await assert.rejects(asked, DatabaseUnavailable);
    await assert.rejects(number(database, 'select 1'), DatabaseUnavailable);
    assert.throws(() => database.revision('access'), DatabaseUnavailable);
  });
});
