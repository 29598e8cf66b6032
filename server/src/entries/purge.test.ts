import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { memoryDatabase } from '../../test/fixtures/memory-database.ts';
import { hold, openOfficer } from '../../test/fixtures/privacy.ts';
import { execute, number, rows } from '../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { entryCount } from '../../test/fixtures/stored-entry.ts';
import { dayMs } from '../clock.ts';
import { sliceMs } from '../store/chunks.ts';
import { changeEntry } from './change/change-entry.ts';
import { lockEntry } from './change/row.ts';
import { recountContacts } from './funnel/recount-contacts.ts';
import { deleteOldTestEntries, expireEntries } from './purge.ts';

const parts = ['entry_phones', 'relations', 'actions', 'files', 'history', 'orientations'];

onSqlite('expiry', (engine) => {
  let service: TestService;
  let start: Date;
  before(async () => {
    service = await startService(engine);
    start = service.clock.now;
  });
  after(() => service.close());

  const count = (table: string, where = '1 = 1') =>
    number(service.database, `select count(*) from ${table} where ${where}`);
  const daysLater = (days: number, ms = 0) => new Date(start.getTime() + days * dayMs + ms);
  const expire = (days: number, ms = 0) => expireEntries(service.database, daysLater(days, ms));
  async function assertOk(sending: ReturnType<TestService['post']>) {
    const answer = await sending;
    assert.equal(answer.statusCode, 200, answer.body);
    return answer;
  }
  const lead = (customId: string, parameters = '') =>
    assertOk(
      service.post(`/fr/etablissement/3/commercial/create?${service.query}${parameters}`, {
        customId,
        phoneClient: '06 39 98 50 01',
        commercialrelations: [{ phone: '06 39 98 50 02' }, {}],
        commercialactions: [{}, {}],
        resultat: 'commercial.resultat.realisee',
      }),
    );
  const survey = (customId: string, parameters = '') =>
    assertOk(service.post(`/fr/etablissement/3/survey/create?${service.query}${parameters}`, { customId }));
  const application = (customId: string, parameters = '') =>
    assertOk(
      service.post(`/fr/announcement/postuler?${service.query}${parameters}`, {
        customId,
        phone: '06 39 98 50 03',
        cv: { content: Buffer.from('%PDF-1.4 a very small one').toString('base64') },
      }),
    );
  const orientation = (gir: string, parameters = '') =>
    assertOk(
      service.exchange(
        `/appli/partner/orientation${parameters}`,
        {
          NumeroDemandeOrientationCR: '2026 / 5_5_5',
          etablissementId: 3,
          GirEstime: gir,
          'Contact / Mobile': '+33639985004',
        },
        { 'idempotency-key': `orientation-${gir}${parameters}` },
      ),
    );

  it('a held test entry does not expire', async () => {
    const held = await startService(engine);
    await held.post(`/fr/etablissement/3/survey/create?${held.query}&test=1`, {});
    await hold(await openOfficer(held), 1, 'hold');
    const left = async (now: string) => {
      await expireEntries(held.database, new Date(now));
      return entryCount(held.database);
    };
    assert.equal(await left('2026-12-31T09:00:00.000Z'), 1);
    assert.equal(await left('2027-01-01T09:00:00.000Z'), 0);
    await held.close();
  });

  it('test entries go after 7 days with all that is theirs, and nothing else', async () => {
    const kept = async () => ({
      entries: await rows(service.database, 'select * from entries where test = 0 order by id'),
      parts: await Promise.all(
        parts.map((table) => count(table, 'entry_id in (select id from entries where test = 0)')),
      ),
      counts: await rows(service.database, 'select * from contact_counts order by year, establishment_id'),
    });
    await lead('real');
    await survey('real');
    await application('real');
    await orientation('GIR 1');
    await orientation('GIR 2');
    const real = await kept();
    await lead('test', '&test=1');
    await survey('test', '&test=1');
    await application('test', '&test=1');
    await orientation('GIR 1', '?test=1');
    await orientation('GIR 2', '?test=1');
    assert.deepEqual(await kept(), real);
    const ofTests = 'entry_id in (select id from entries where test = 1)';
    for (const table of parts) assert.equal((await count(table, ofTests)) > 0, true, table);
    assert.deepEqual(await expire(7, -1), { entries: 0, idempotencyKeys: 0 });
    assert.equal(await count('entries', 'test = 1'), 4);

    assert.deepEqual(await expire(7), { entries: 4, idempotencyKeys: 0 });
    assert.equal(await count('entries', 'test = 1'), 0);
    for (const table of [...parts, 'idempotency_keys']) {
      assert.equal(await count(table, 'entry_id not in (select id from entries)'), 0, table);
    }
    assert.deepEqual(await kept(), real);
    assert.deepEqual(await recountContacts(service.database.read), []);
    assert.deepEqual(await expire(7), { entries: 0, idempotencyKeys: 0 });
  });

  it('a deleted test entry is unknown, and new when it is sent again', async () => {
    assert.equal((await service.get(`/fr/customId/test?${service.query}`)).statusCode, 404);
    service.clock.now = daysLater(8);
    await lead('test', '&test=1');
    assert.equal((await service.get(`/fr/customId/test?${service.query}`)).statusCode, 200);
    const again = await orientation('GIR 2', '?test=1');
    assert.match(again.json().Messagetraitements, /^Demande enregistrée/);
    assert.equal((await expire(14)).entries, 0);
    assert.equal((await expire(15)).entries, 2);
    service.clock.now = start;
  });

  it('idempotency keys go when they expire, and no sooner', async () => {
    const all = await count('idempotency_keys');
    assert.equal(all > 0, true);
    assert.deepEqual(await expire(30, -1), { entries: 0, idempotencyKeys: 0 });
    await survey('kept');
    service.clock.now = daysLater(1);
    await survey('a day younger');
    assert.deepEqual(await expire(30), { entries: 0, idempotencyKeys: all + 1 });
    assert.equal(await count('idempotency_keys'), 1);
    await survey('a day younger');
    assert.equal(await count('entries', `custom_id = 'a day younger'`), 1);
    assert.deepEqual(await expire(31), { entries: 0, idempotencyKeys: 1 });
    assert.equal((await service.get(`/fr/customId/kept?${service.query}`)).statusCode, 200);
    service.clock.now = start;
  });

  it('expired idempotency keys go however many of older entries remain', async () => {
    // More than a chunk.
    const many = 520;
    service.clock.now = daysLater(32);
    await expire(32);
    assert.equal(await count('idempotency_keys'), 0);
    const all = Array.from({ length: many }, (_, i) => `retried-${i}`);
    await Promise.all(all.map((customId) => survey(customId)));
    // The same comes again after 20 days, with an idempotency key this time: its entry has one key more.
    service.clock.now = daysLater(52);
    const path = `/fr/etablissement/3/survey/create?${service.query}`;
    await Promise.all(
      all.map((customId) => assertOk(service.post(path, { customId }, { 'idempotency-key': customId }))),
    );
    assert.equal(await count('idempotency_keys'), 2 * many);
    assert.deepEqual(await expire(62), { entries: 0, idempotencyKeys: many });
    assert.equal(await count('idempotency_keys', "key like 'customId:%'"), 0);
    assert.deepEqual(await expire(82), { entries: 0, idempotencyKeys: many });
    service.clock.now = start;
  });

  it('any number is deleted in chunks, while entries come in', async () => {
    const many = 120;
    await Promise.all(Array.from({ length: many }, (_, i) => survey(`many-${i}`, '&test=1')));
    await survey('real-2');
    const stored = await count('idempotency_keys');
    service.clock.now = daysLater(40);
    let done = false;
    const expiring = expire(40).finally(() => {
      done = true;
    });
    let meanwhile = 0;
    for (; !done; meanwhile++) await survey(`meanwhile-${meanwhile}`);
    assert.deepEqual(await expiring, { entries: many, idempotencyKeys: stored - many });
    assert.equal(await count('idempotency_keys'), await count('entries', `custom_id like 'meanwhile-%'`));
    assert.equal(await count('entries', `custom_id = 'real-2'`), 1);
    service.clock.now = start;
  });

  it('the expiry stops after a slice when it is told to', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, i) => survey(`stop-${i}`, '&test=1')));
    const controller = new AbortController();
    const expiring = expireEntries(service.database, daysLater(7), controller.signal);
    controller.abort();
    const { entries } = await expiring;
    assert.equal(entries > 0 && entries < 200, true);
    assert.equal(await count('entries', `custom_id like 'stop-%'`), 200 - entries);
    assert.equal((await expire(7)).entries, 200 - entries);
  });

  it('two expiries at once, or beside a change of a partner or staff, fail nobody', async () => {
    for (let round = 0; round < 3; round++) {
      await orientation(`GIR a${round}`, '?test=1');
      const entryId = await number(
        service.database,
        'select max(id) from entries where partner_id is not null',
      );
      const staff = () =>
        service.database
          .transaction(async (tx) =>
            changeEntry(tx, await lockEntry(tx, entryId), {
              author: 'Anne Roux',
              at: start.toISOString(),
              change: 'updated',
              patch: { comment: `x${round}` },
            }),
          )
          // Too late: that is all it may be.
          .catch((error: Error) => assert.match(error.message, /no entry/));
      await Promise.all(Array.from({ length: 20 }, (_, i) => survey(`twice-${round}-${i}`, '&test=1')));
      const [first, second] = await Promise.all([
        expire(7),
        expire(7),
        staff(),
        staff(),
        orientation(`GIR b${round}`, '?test=1'),
        orientation(`GIR c${round}`, '?test=1'),
      ]);
      assert.equal(first.entries + second.entries >= 21, true);
    }
    await expire(7);
    assert.equal(await count('entries', 'test = 1'), 0);
    for (const table of parts) {
      assert.equal(await count(table, 'entry_id not in (select id from entries)'), 0, table);
    }
  });

  it('a follow-up of a deleted test request is unknown', async () => {
    const answer = await service.exchange('/appli/partner/suivi?test=1', {
      NumeroDemandeOrientationCR: '2026 / 5_5_5',
    });
    assert.equal(answer.statusCode, 404);
    assertFailure(await service.get(`/fr/customId/test?${service.query}`), 404, 'NORESULT');
  });
});

it('one transaction deletes entries only for a slice of time', async (t) => {
  const database = memoryDatabase();
  t.after(() => database.close());
  const entry = "('survey', 'new', 0, 1, '2026-03-04', '2026-03-04T09:00:00.000Z', '{}')";
  await execute(
    database,
    `insert into entries (kind, status, flagged, test, contact_date, received_at, fields)
     values ${entry}, ${entry}, ${entry}`,
  );
  let ms = 0;
  t.mock.method(performance, 'now', () => (ms += sliceMs + 1));
  const until = '2026-03-05T09:00:00.000Z';
  assert.equal(await database.write(deleteOldTestEntries, until, new Date(until)), 1);
  assert.equal(await entryCount(database), 2);
});
