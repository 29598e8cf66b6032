import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { type FoundPart, findPerson, searchToEnd } from '../../../test/fixtures/find-person.ts';
import { insertLetter } from '../../../test/fixtures/letters.ts';
import { newEndpoint, newEvent } from '../../../test/fixtures/outbox.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { allPlaces, columnsOf } from '../places.ts';

onSqlite('searching every text', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
  });
  after(() => service.close());

  const search = (criteria: object) => findPerson(desk, criteria);

  it('a word is found in every column that holds data of persons', async () => {
    const entry = await newEntryEverywhere(service);
    const canary = 'Cañari';
    const holdings = ['deleted', 'blanked', 'rewritten', 'later', 'request'] as const;
    const expected = allPlaces
      .flatMap((place) => columnsOf(place, ...holdings).map((column) => `${place}.${column}`))
      .filter((column) => !notTexts.has(column))
      .toSorted();
    for (const column of expected) await write(service, column, entry, `x ${canary}, y`);
    const traces = await search({ text: 'CANARI' });
    assert.deepEqual(traces.flatMap(({ where }) => where).toSorted(), expected);
    assert.deepEqual(
      traces.map(({ place }) => place),
      ['entry', 'request', 'refused'],
    );
    for (const { strength, reasons } of traces) assert.deepEqual([strength, reasons], ['weak', ['text']]);
    const byName = await search({ lastName: 'canari' });
    assert.deepEqual(byName.flatMap(({ where }) => where).toSorted(), expected);
  });

  it('a search goes on where it stopped, in any number of parts', async () => {
    const first = await send(service, 'first', { comment: 'Barnabé Premier' });
    // Far behind: there is much to go through.
    await execute(
      service.database,
      `insert into history (id, entry_id, at, author, change, detail) ${engine === 'postgres' ? 'overriding system value' : ''}
       values (200000, ${first}, '2026-03-04T09:00:00.000Z', 'x', 'updated', '{"changes":{"x":{"from":"Barnabé","to":null}}}')`,
    );
    const body = { lastName: 'barnabe' };
    assert.equal((await searchToEnd(desk, body)).length, 2, 'the indexes, and all texts');
    // Time passes with every look at the clock.
    let elapsed = 0;
    Object.defineProperty(service.clock, 'setForwardMs', {
      get() {
        elapsed += 20;
        return -elapsed;
      },
    });
    const parts = await searchToEnd(desk, body);
    assert.ok(parts.length > 10 && (parts[1]?.scanned ?? 0) < 10_000, `${parts.length}`);
    assert.deepEqual(
      (await search(body)).map(({ id, where }) => [id, where.toSorted()]),
      [[first, ['entries.comment', 'history.detail']]],
    );
    const lines = await rows<{ detail: string }>(
      service.database,
      `select detail from audit where subject = 'person' order by id desc limit 3`,
    );
    assert.deepEqual(
      lines.map(({ detail }) => JSON.parse(detail)),
      [
        // Found again in the last part.
        { criteria: ['lastName'], entries: [], complete: true },
        { criteria: ['lastName'], entries: [first] },
        { criteria: ['lastName'], entries: [] },
      ],
    );
  });

  it('a part ends at so many bytes, however few rows have them', async (t) => {
    const own = await startService(engine);
    t.after(() => own.close());
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push(await send(own, `large-${i}`, {}));
    const long = `'${'n t \u00e9. '.repeat(300_000)}'`;
    await execute(own.database, `update entries set comment = ${long}`);
    await execute(own.database, `update entries set comment = 'Zoé Dernière' where id = ${ids.at(-1)}`);
    const officer = await signIn(own, [{ role: 'privacy', establishmentId: null }]);
    const parts = await searchToEnd(officer, { lastName: 'derniere', text: 'N. T. Dupont' });
    // 12 MB: the clock stands still, so that no part ends by its time.
    assert.equal(parts.length, 3);
    const found = parts.flatMap(({ traces }) => traces.map(({ id }) => id));
    assert.deepEqual(found, ids.slice(-1));
  });

  it('a cursor goes on with the user’s latest search alone', async () => {
    const path = '/desk/privacy/find';
    const begin = async (officer: Desk) =>
      (await officer.post(path, { text: 'barnabe' })).json<FoundPart>().cursor;
    const other = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    const [first, others, second] = [await begin(desk), await begin(other), await begin(desk)];
    const goOn = (officer: Desk, cursor: string | null, text = 'barnabe') =>
      officer.post(path, { text, cursor });
    assertFailure(await goOn(desk, first), 409, 'CONFLICT', /^cursor:/);
    assert.equal((await goOn(desk, second)).statusCode, 200);
    assert.equal((await goOn(other, others)).statusCode, 200);
    // A refused search begins none.
    assertFailure(await desk.post(path, { text: 'x' }), 400, 'INVALID');
    assert.equal((await goOn(desk, second)).statusCode, 200);
    assertFailure(await goOn(desk, second, 'another'), 400, 'INVALID', /^cursor:/);
    for (const made of ['entries:0', 'v1.AAAA', 'x'.repeat(20_000)])
      assertFailure(await goOn(desk, made), 400, 'INVALID', /^cursor:/);
  });

  it('what is sought is in no log, metric, line of the audit trail or address', async (t) => {
    const own = await startService(engine, { LOG_LEVEL: 'trace', METRICS_TOKEN: 'mt_canary-0123456789' });
    t.after(() => own.close());
    const officer = await signIn(own, [{ role: 'privacy', establishmentId: null }]);
    const sought = {
      phone: '06 39 98 66 61',
      email: 'canary6661@example.org',
      lastName: 'Zzcanaryname',
      firstName: 'Zzcanaryfirst',
      birthDate: '1906-06-06',
      customId: 'zzcanary-id',
      partnerNumber: '6661 / 666_166_616',
      text: 'zzcanary text',
    };
    const canary = /39 98 66 61|639986661|canary6661|zzcanary|1906-06-06|666_166/i;
    const path = '/desk/privacy/find';
    assert.equal((await officer.post(path, sought)).statusCode, 200);
    await officer.post(path, { ...sought, phone: '66 6', text: 'zz' });
    await officer.post(path, { ...sought, birthDate: '1906-06-06zzcanary' });
    await officer.post(path, { ...sought, cursor: 'zzcanary' });
    await officer.post(`${path}/zzno`, sought);
    // As a user without the right.
    await (await signIn(own, [{ role: 'reader', establishmentId: 3 }])).post(path, sought);
    const audit = await rows(own.database, 'select * from audit');
    assert.ok(audit.length > 2 && own.log.length > 7, `${audit.length} ${own.log.length}`);
    // The database fails.
    await execute(own.database, 'alter table entries rename to entries_gone');
    assert.equal((await officer.post(path, sought)).statusCode, 500);
    const metrics = await own.get('/metrics', { authorization: 'Bearer mt_canary-0123456789' });
    assert.match(metrics.body, /desk\/privacy\/find/);
    for (const text of [...own.log, metrics.body, JSON.stringify(audit)]) assert.doesNotMatch(text, canary);
  });
});

/** Columns that the deep search does not read: bytes, types, hashes, days, and words that are stored elsewhere too. */
const notTexts = new Set([
  'files.content',
  'files.type',
  'idempotency_keys.sender',
  'idempotency_keys.content_hash',
  'idempotency_keys.expires_at',
  'entry_words.words',
  'refused_creations.keys',
]);

/** Makes an entry with a row in every table that holds data of persons. */
async function newEntryEverywhere(service: TestService): Promise<number> {
  const { database } = service;
  await newEndpoint(service);
  await service.post(`/fr/announcement/postuler?${service.query}`, { email: 'x' });
  const entry = await send(service, 'everywhere', {
    phoneClient: '06 39 98 88 88',
    commercialrelations: [{ lastName: 'X' }],
    commercialactions: [{ comment: 'X' }],
  });
  await newEvent(service, entry);
  const at = `'2026-03-04T09:00:00.000Z'`;
  const delivery = await number(database, 'select max(id) from outbox');
  for (const insert of [
    `files (entry_id, name, type, content) values (${entry}, 'x', 'application/pdf', ${service.config.database.engine === 'sqlite' ? "x'00'" : "'x'"})`,
    `orientations (partner_id, numero, entry_id, message, test) values (1, 'x', ${entry}, '{}', 0)`,
    `history (entry_id, at, author, change, detail) values (${entry}, ${at}, 'x', 'updated', '{}')`,
    `attempts (outbox_id, at, ms, failure_reason, response_excerpt) values (${delivery}, ${at}, 1, 'x', 'x')`,
    `holds (entry_id, kind, reason, until, author, created_at) values (${entry}, 'hold', 'x', '2026-12-31', 'x', ${at})`,
    `privacy_requests (kind, person, received_on, channel, due_on, created_at)
     values ('access', 'x', '2026-03-04', 'mail', '2026-04-04', ${at})`,
  ])
    await execute(database, `insert into ${insert}`);
  await insertLetter(database, entry, { recipient: 'x' });
  const request = await number(database, 'select max(id) from privacy_requests');
  await execute(
    database,
    `insert into privacy_request_entries (request_id, entry_id, state) values (${request}, ${entry}, 'found')`,
  );
  return entry;
}

/** Writes a text to a column of the entry's rows, as JSON where that is needed. */
async function write({ database }: TestService, column: string, entry: number, text: string): Promise<void> {
  const [table = '', name = ''] = column.split('.');
  const where =
    table === 'entries'
      ? `id = ${entry}`
      : table === 'attempts'
        ? `outbox_id in (select id from outbox where entry_id = ${entry})`
        : table === 'privacy_requests' || table === 'refused_creations'
          ? 'id > 0'
          : `entry_id = ${entry}`;
  const json = JSON.stringify({ x: text });
  const changed = await execute(database, `update ${table} set ${name} = '${json}' where ${where}`);
  assert.ok(changed > 0, column);
}
