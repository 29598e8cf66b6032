import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, it } from 'node:test';
import pg from 'pg';
import { databaseFiles, filesWith } from '../../../test/fixtures/file-bytes.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { onBothEngines, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { newestEntry } from '../../../test/fixtures/stored-entry.ts';
import { dayMs } from '../../clock.ts';
import { eraseEntry } from '../erase/erasure.ts';
import { noteDeletion } from '../records/deletions.ts';
import { removeDeletedBytes } from './deleted-bytes.ts';

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
      eraseEntry(
        tx,
        { entryId, author: 'test', reason: 'request', requestId: null },
        { now: clock.now, secrets },
      ),
    );
  }
}

onSqlite('the removal of deleted bytes', (engine) => {
  it('deleted bytes are removed once in a night, and only after something was deleted', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
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
    service.clock.now = new Date('2026-03-06T00:30:00.000Z');
    assert.equal(await run(), false, 'half past one in Paris');
    service.clock.now = new Date('2026-03-06T02:30:00.000Z');
    assert.equal(await run(), true, 'other data was deleted the day before');
  });
});

onBothEngines('the bytes of deleted data', (engine) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService(engine);
  });
  afterEach(() => service.close());
  const run = () => removeDeletedBytes(service.database, service.clock.now);

  it('deleted bytes are gone from the files after the night, also from pages that were split', async () => {
    // Enough that pages of every table and index of SQLite are split, and that rows are moved between them.
    const entries = engine === 'sqlite' ? 150 : 60;
    const [kept, ...ids] = await createMany(service, entries);
    const request = `insert into privacy_requests (kind, person, received_on, channel, due_on, created_at)
      values ('access', '${secondWord}', '2026-03-01', 'mail', '2026-04-01', '2026-03-01T09:00:00.000Z')`;
    await execute(service.database, request);
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
    await execute(service.database, 'delete from privacy_requests');
    assert.equal(await run(), true);
    const left = { names: names.slice(0, 1), phones: phones.slice(0, 1), second: [] };
    assert.deepEqual(await found(), left, `all but ${kept}`);
    const others = await service.get(
      `/fr/commercial/checkPhone?phone=${encodeURIComponent(phone(0))}&${service.query}`,
    );
    assert.equal(others.json<object[]>().length, 1, 'others are still found');
  });

  it('deleted bytes are removed another time while a transaction can read them', async () => {
    const [first = 0] = await createMany(service, 1);
    if (engine === 'postgres') await execute(service.database, 'analyze');
    const ends = [await readInTransaction(service)];
    if (engine === 'postgres') ends.push(await writeElsewhere());
    await erase(service, [first]);
    const found = async () => filesWith(await databaseFiles(service), name(0));
    assert.notDeepEqual(await found(), []);
    for (const end of ends) {
      assert.equal(await run(), false);
      await end();
    }
    assert.equal(await run(), true);
    assert.deepEqual(await found(), []);
  });
});

/** An earlier transaction writes in another database of the server. Returns a function that ends it. */
async function writeElsewhere(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await client.connect();
  await client.query('begin; select pg_current_xact_id()');
  return () => client.end();
}

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
