import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, it } from 'node:test';
import pg from 'pg';
import { databaseFiles, filesWith } from '../../../test/fixtures/file-bytes.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import { newestEntry } from '../../../test/fixtures/stored-entry.ts';
import { dayMs } from '../../clock.ts';
import { eraseEntry } from '../erase/erase-entry.ts';
import { noteDeletion } from '../records/deletions.ts';
import { removeDeletedBytes } from './deleted-bytes.ts';

/** Enough that pages of every table and index are split, and that rows are moved between them. */
const entries = 150;
const name = (i: number) => `Canariprive${String(i).padStart(4, '0')}`;
/** Of all but the first, after other beginnings: an index of words writes what a word shares with the one before only once. */
const secondWord = 'zwxcanari';
const phone = (i: number) => `06 39 98 ${String(i).padStart(4, '0').replace(/(..)/, '$1 ')}`;

async function createMany(service: TestService, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const answer = await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {
      lastNameClient: name(i),
      ...(i > 0 && { firstNameClient: `${i}${secondWord}` }),
      phoneClient: phone(i),
      emailClient: `${name(i)}@example.org`,
      gclid: `${name(i)}-click`,
      partnerid: `${name(i)}-number`,
      comment: `${name(i)} `.repeat(1 + (i % 7) * 30),
      unnamed: name(i),
      commercialrelations: [{ lastName: name(i), cellphone: phone(i) }],
      commercialactions: [{ date: '2026-03-01', comment: name(i) }],
    });
    assert.equal(answer.body, '"ok"');
    ids.push(await newestEntry(service.database));
  }
  return ids;
}

async function erase({ database, secrets, clock }: TestService, ids: readonly number[]): Promise<void> {
  for (const entryId of ids) {
    await database.transaction((tx) =>
      eraseEntry(tx, { entryId, author: 'test', reason: 'request' }, { now: clock.now, secrets }),
    );
  }
}

onBothEngines('the bytes of deleted data', (engine) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService(engine);
  });
  afterEach(() => service.close());

  it('are gone from the database files after the night, also from pages that were split', async () => {
    const [kept, ...ids] = await createMany(service, entries);
    // The planner's sample of the values is in the files too.
    if (engine === 'postgres') await execute(service.database, 'analyze');
    /** The names and phones that are in the files, each once. */
    const found = async () => {
      const texts = (await databaseFiles(service)).map(({ bytes }) => bytes.toString('latin1'));
      const words = (pattern: RegExp) =>
        [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))].sort();
      return {
        names: words(/anariprive\d{4}/g),
        phones: words(/63998\d{4}/g),
        second: words(new RegExp(secondWord, 'g')),
      };
    };
    const names = Array.from({ length: entries }, (_, i) => name(i).slice(1));
    const phones = Array.from({ length: entries }, (_, i) => phone(i).replaceAll(' ', '').slice(1));
    assert.deepEqual(await found(), { names, phones, second: [secondWord] });

    await erase(service, ids);
    assert.equal(await removeDeletedBytes(service.database, service.clock.now), true);
    const left = { names: names.slice(0, 1), phones: phones.slice(0, 1), second: [] };
    assert.deepEqual(await found(), left, `all but ${kept}`);
  });

  it('are removed once in a night, and only after an erasure', async () => {
    const [first = 0, second = 0] = await createMany(service, 3);
    const run = () => removeDeletedBytes(service.database, service.clock.now);
    assert.equal(await run(), false, 'nothing was erased');
    await erase(service, [first]);
    assert.equal(await run(), true);
    assert.equal(await run(), false, 'nothing more was erased');
    await erase(service, [second]);
    assert.equal(await run(), false, 'that was this night');
    service.clock.now = new Date(service.clock.now.getTime() + dayMs);
    assert.equal(await run(), true);
    await service.database.transaction(noteDeletion);
    assert.equal(await run(), false, 'that was this night');
    service.clock.now = new Date('2026-03-06T00:30:00.000Z');
    assert.equal(await run(), false, 'half past one in Paris');
    service.clock.now = new Date('2026-03-06T02:30:00.000Z');
    assert.equal(await run(), true, 'other data was deleted the day before');
    const files = await databaseFiles(service);
    assert.deepEqual(filesWith(files, name(0)), []);
    assert.deepEqual(filesWith(files, name(1)), []);
    assert.notDeepEqual(filesWith(files, name(2)), []);
    const kept = await service.get(
      `/fr/commercial/checkPhone?phone=${encodeURIComponent(phone(2))}&${service.query}`,
    );
    assert.equal(kept.json<object[]>().length, 1, 'others are still found');
  });

  it('are removed from every table of persons, whatever was deleted', async () => {
    const request = `insert into privacy_requests (kind, person, received_on, channel, due_on, created_at)
      values ('access', '${name(0)}', '2026-03-01', 'mail', '2026-04-01', '2026-03-01T09:00:00.000Z')`;
    await execute(service.database, request);
    const found = async () => filesWith(await databaseFiles(service), name(0).slice(1));
    assert.notDeepEqual(await found(), []);
    await execute(service.database, 'delete from privacy_requests');
    await service.database.transaction(noteDeletion);
    assert.equal(await removeDeletedBytes(service.database, service.clock.now), true);
    assert.deepEqual(await found(), []);
  });

  it('are removed another time when a transaction can still read them', async () => {
    const [first = 0] = await createMany(service, 1);
    if (engine === 'postgres') await execute(service.database, 'analyze');
    const run = () => removeDeletedBytes(service.database, service.clock.now);
    const endTransaction = await readInTransaction(service);
    await erase(service, [first]);
    assert.equal(await run(), false);
    assert.notDeepEqual(filesWith(await databaseFiles(service), name(0)), []);
    await endTransaction();
    assert.equal(await run(), true);
    assert.deepEqual(filesWith(await databaseFiles(service), name(0)), []);
  });

  if (engine === 'postgres')
    it('are removed another time when an earlier transaction of another database still writes', async () => {
      const [first = 0] = await createMany(service, 1);
      const run = () => removeDeletedBytes(service.database, service.clock.now);
      const other = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
      await other.connect();
      await other.query('begin; select pg_current_xact_id()');
      await erase(service, [first]);
      assert.equal(await run(), false);
      await other.end();
      assert.equal(await run(), true);
      assert.deepEqual(filesWith(await databaseFiles(service), name(0)), []);
    });
});

/** Another process reads in a transaction. Returns a function that ends it. */
async function readInTransaction({ config }: TestService): Promise<() => Promise<void>> {
  const { database } = config;
  if (database.engine === 'sqlite') {
    const file = new DatabaseSync(database.file);
    file.exec('begin; select count(*) from entries');
    return async () => file.close();
  }
  const client = new pg.Client({ connectionString: database.url });
  // A failed test closes the service, and with it this connection.
  client.on('error', () => undefined);
  await client.connect();
  // It reads none of the tables, whose lock would stop the vacuum.
  await client.query('begin isolation level repeatable read; select 1');
  return () => client.end();
}
