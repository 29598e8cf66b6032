import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { type FoundPart, findPerson, searchToEnd } from '../../../test/fixtures/find-person.ts';
import { newEndpoint, newEvent } from '../../../test/fixtures/outbox.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { eraseEntry } from '../erase/erase-entry.ts';
import { allPlaces, columnsOf } from '../places.ts';

onSqlite('the search of every text', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
  });
  after(() => service.close());

  const search = (criteria: object) => findPerson(desk, criteria);
  const foundWhere = async (criteria: object) =>
    (await search(criteria)).map(({ id, where }) => [id, where.toSorted()] as const);
  const noteOf = (comment: string, customId: string) => send(service, customId, { comment });

  it('finds a word in every column that holds data of persons', async () => {
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
      ['entry', 'request'],
    );
    for (const { strength, reasons } of traces) assert.deepEqual([strength, reasons], ['weak', ['text']]);
    const byName = await search({ lastName: 'canari' });
    assert.deepEqual(byName.flatMap(({ where }) => where).toSorted(), expected);
  });

  it('finds a phone number in any form in any text', async () => {
    const id = await noteOf('Rappeler le fils au 06.39.98.77.01 après 18h', 'phone-note');
    for (const phone of ['0639987701', '+33 6 39 98 77 01', '06 39 98 77 01']) {
      assert.deepEqual(await foundWhere({ phone }), [[id, ['entries.comment']]], phone);
      const [trace] = await search({ phone });
      assert.deepEqual([trace?.strength, trace?.reasons], ['strong', ['phone']]);
    }
    for (const phone of ['0639987702', '0639987', '063998770', '39987701']) {
      assert.deepEqual(await foundWhere({ phone }), [], phone);
    }
    for (const [i, text] of [
      '+33639987711',
      '+33 (0)6 39 98 77 11',
      '0033 6 39-98-77-11',
      'tél.06/39/98/77/11.',
      'n° 06 39\n98 77 11',
      '639987711',
    ].entries()) {
      const note = await noteOf(text, `form-${i}`);
      const found = await foundWhere({ phone: '06 39 98 77 11' });
      assert.deepEqual(found.find(([one]) => one === note)?.[1], ['entries.comment'], text);
    }
    for (const [i, text] of ['1639987721', '06399877210', '06 39 98 a 77 21', '63998772'].entries()) {
      await noteOf(text, `not-${i}`);
      assert.deepEqual(await foundWhere({ phone: '06 39 98 77 21' }), [], text);
    }
    const foreign = await noteOf('Son frère : 0032 470 12 34 56', 'foreign');
    assert.deepEqual(await foundWhere({ phone: '+32470123456' }), [[foreign, ['entries.comment']]]);
  });

  it('finds names without accents and case, as whole words', async () => {
    const id = await noteOf('La nièce, Éléonore LEFÈVRE-Dœ, a rappelé.', 'name-note');
    for (const criteria of [
      { lastName: 'lefevre' },
      { lastName: 'Lefèvre Doe' },
      { lastName: 'LEFÈVRE', firstName: 'eleonore' },
      { firstName: 'Éléonore' },
    ]) {
      const found = await search(criteria);
      assert.deepEqual(
        found.map((trace) => [trace.id, trace.strength, trace.reasons]),
        [[id, 'weak', ['name']]],
        JSON.stringify(criteria),
      );
    }
    assert.deepEqual(
      (await search({ lastName: 'Lefèvre', firstName: 'Marie' })).map(({ reasons }) => reasons),
      [['lastName']],
    );
    assert.deepEqual(await search({ lastName: 'Lefev' }), []);
    assert.deepEqual(await search({ firstName: 'Leonore' }), []);
    const escaped = await send(service, 'escaped', {});
    await execute(
      service.database,
      `update entries set comment = '{"nom":"D\\u00e9lib\\u00e8re"}' where id = ${escaped}`,
    );
    assert.deepEqual(await foundWhere({ lastName: 'Délibère' }), [[escaped, ['entries.comment']]]);
  });

  it('finds names however they are joined', async () => {
    const stored = ['Lefèbvre', 'Le Febvre', 'le-febvre', 'D’Haënens', "D'HAENENS", 'Dhaenens', 'Anne-Lodie'];
    const ids = new Map<string, number>();
    for (const [i, name] of stored.entries()) {
      const id = await send(service, `joined-${i}`, {
        lastNameClient: name,
        comment: `(${name}), et ses fils`,
      });
      ids.set(name, id);
    }
    const febvre = ['Lefèbvre', 'Le Febvre', 'le-febvre'];
    const haenens = ['D’Haënens', "D'HAENENS", 'Dhaenens'];
    for (const [typed, names] of [
      ['lefebvre', febvre],
      ['Le Febvre', febvre],
      ['LE FÈBVRE', febvre],
      ['dhaenens', haenens],
      ['d’haënens', haenens],
      ["D'Haenens", haenens],
      ['d haenens', haenens],
      ['Annelodie', ['Anne-Lodie']],
      ['anne lodie', ['Anne-Lodie']],
      ['febvr', []],
      ['lefebvreet', []],
    ] as const) {
      const found = await search({ lastName: typed });
      assert.deepEqual(
        found.map((trace) => [trace.id, trace.person, trace.reasons]),
        names.map((name) => [ids.get(name), 'entry', ['name']]).toReversed(),
        typed,
      );
      const where = found.map((trace) =>
        ['entries.fields', 'entries.comment'].every((one) => trace.where.includes(one)),
      );
      assert.ok(where.every(Boolean), typed);
    }
    const [note] = await search({ text: 'annelodie' });
    assert.equal(note?.id, ids.get('Anne-Lodie'));
  });

  it('finds a name with its birth date, however that is written', async () => {
    const id = await noteOf('Jean Natif, né le 3/05/1938 à Angers', 'born');
    const [trace] = await search({ lastName: 'natif', birthDate: '1938-05-03' });
    assert.deepEqual([trace?.id, trace?.strength, trace?.reasons], [id, 'strong', ['name', 'birthDate']]);
    const [other] = await search({ lastName: 'natif', birthDate: '1938-05-13' });
    assert.deepEqual([other?.strength, other?.reasons], ['weak', ['name']]);
  });

  it('finds e-mail addresses, numbers and texts', async () => {
    const mail = await noteOf('Écrire à <Jean.Courriel@Example.ORG>.', 'mail-note');
    assert.deepEqual(await foundWhere({ email: 'jean.courriel@example.org' }), [[mail, ['entries.comment']]]);
    assert.deepEqual(await foundWhere({ email: 'courriel@example.org' }), []);
    assert.deepEqual(await foundWhere({ email: 'jean.courriel@example.or' }), []);
    const numbers = await noteOf('voir dossier 2026 / 777_888_999, et (SITE-77)', 'number-note');
    assert.deepEqual(await foundWhere({ partnerNumber: '2026 / 777_888_999' }), [
      [numbers, ['entries.comment']],
    ]);
    assert.deepEqual(await foundWhere({ customId: 'SITE-77' }), [[numbers, ['entries.comment']]]);
    assert.deepEqual(await foundWhere({ customId: 'ITE-77' }), []);
    const text = await noteOf('Habite au\n12, rue des « Lilas »', 'text-note');
    for (const words of ['12 rue des lilas', 'RUE DES LIL', '« Lilas »'])
      assert.deepEqual(await foundWhere({ text: words }), [[text, ['entries.comment']]], words);
    for (const sign of ['.*.', '(((', '\\\\\\', '$$$', '[a-', '|||'])
      assert.deepEqual(await foundWhere({ text: sign }), [], sign);
  });

  it('reads what a visitor has made to look like initials and line breaks', async () => {
    // Each `\\n` of the JSON was an initial as well as a sign between two: the search never ended.
    const contact = `x${'\n\t'.repeat(9_990)}x`;
    await ok(
      service.post(`/fr/etablissement/5/commercial/create?${service.query}`, {
        contact,
        customId: 'visitor',
      }),
    );
    for (const name of ['N. T. Dupont', 'N. T.'])
      assert.deepEqual(await search({ text: name, lastName: name }), [], name);
  });

  it('finds nothing of what was erased', async () => {
    const id = await send(service, 'erased-1', {
      firstNameClient: 'Odette',
      lastNameClient: 'Effacée',
      birthdateClient: '1931-01-31',
      emailClient: 'odette@example.org',
      phoneClient: '06 39 98 55 55',
      partnerid: '2026 / 555_555_555',
      comment: 'Odette Effacée au 0639985555',
    });
    const criteria = {
      phone: '0639985555',
      email: 'odette@example.org',
      lastName: 'effacee',
      firstName: 'odette',
      birthDate: '1931-01-31',
      partnerNumber: '2026 / 555_555_555',
      text: 'odette eff',
    };
    assert.equal((await search(criteria))[0]?.id, id);
    await service.database.transaction((tx) =>
      eraseEntry(
        tx,
        { entryId: id, author: 'x', reason: 'request' },
        { now: service.clock.now, secrets: service.secrets },
      ),
    );
    assert.deepEqual(await search(criteria), []);
    // Its customId stays until the caller has been told.
    const [trace] = await search({ customId: 'erased-1' });
    assert.deepEqual([trace?.id, trace?.name, trace?.entry?.restriction], [id, null, 'erased']);
  });

  it('goes on where it stopped, in any number of parts', async () => {
    const first = await noteOf('Barnabé Premier', 'first');
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
    assert.deepEqual(await foundWhere(body), [[first, ['entries.comment', 'history.detail']]]);
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

  it('ends a part at so many bytes, however few rows have them, and however fast the machine is', async (t) => {
    const own = await startService(engine);
    t.after(() => own.close());
    const ids: number[] = [];
    for (let i = 0; i < 50; i++) ids.push(await send(own, `large-${i}`, {}));
    const long = `'${'n t \u00e9. '.repeat(30_000)}'`;
    await execute(own.database, `update entries set comment = ${long}`);
    await execute(own.database, `update entries set comment = 'Zoé Dernière' where id = ${ids.at(-1)}`);
    const officer = await signIn(own, [{ role: 'privacy', establishmentId: null }]);
    const parts = await searchToEnd(officer, { lastName: 'derniere', text: 'N. T. Dupont' });
    // 12 MB: the clock stands still, so that no part ends by its time.
    assert.equal(parts.length, 3);
    const found = parts.flatMap(({ traces }) => traces.map(({ id }) => id));
    assert.deepEqual(found, ids.slice(-1));
  });

  it('refuses a cursor that was made up, or is of another search', async () => {
    const first = (await desk.post('/desk/privacy/find', { text: 'barnabe' })).json<FoundPart>();
    const refused = async (body: object) =>
      assertFailure(await desk.post('/desk/privacy/find', body), 400, 'INVALID', /^cursor:/);
    await refused({ text: 'barnabe', cursor: 'entries:0' });
    await refused({ text: 'barnabe', cursor: 'v1.AAAA' });
    await refused({ text: 'barnabe', cursor: 'x'.repeat(20_000) });
    assert.ok(first.cursor !== null);
    await refused({ text: 'another', cursor: first.cursor });
  });

  it('ends the search that the same user has begun before', async () => {
    const begin = async (officer: Desk) =>
      (await officer.post('/desk/privacy/find', { text: 'barnabe' })).json<FoundPart>().cursor;
    const other = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    const [first, others, second] = [await begin(desk), await begin(other), await begin(desk)];
    const goOn = (officer: Desk, cursor: string | null) =>
      officer.post('/desk/privacy/find', { text: 'barnabe', cursor });
    assertFailure(await goOn(desk, first), 409, 'CONFLICT', /^cursor:/);
    assert.equal((await goOn(desk, second)).statusCode, 200);
    assert.equal((await goOn(other, others)).statusCode, 200);
    // A refused search begins none.
    assertFailure(await desk.post('/desk/privacy/find', { text: 'x' }), 400, 'INVALID');
    assert.equal((await goOn(desk, second)).statusCode, 200);
  });

  it('leaves nothing of what is sought in logs, metrics, the audit trail or an address', async () => {
    const own = await startService(engine, {
      LOG_LEVEL: 'trace',
      METRICS_TOKEN: 'mt_canary-0123456789',
    });
    try {
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
      const canaries = ['39 98 66 61', '639986661', 'canary6661', 'zzcanary', '1906-06-06', '666_166'];
      const path = '/desk/privacy/find';
      assert.equal((await officer.post(path, sought)).statusCode, 200);
      await officer.post(path, { ...sought, phone: '66 6', text: 'zz' });
      await officer.post(path, { ...sought, birthDate: '1906-06-06zzcanary' });
      await officer.post(path, { ...sought, cursor: 'zzcanary' });
      await officer.post(`${path}/zzno`, sought);
      // As a user without the right.
      await (await signIn(own, [{ role: 'reader', establishmentId: 3 }])).post(path, sought);
      // The database fails.
      const failing = await startService(engine, { LOG_LEVEL: 'trace' });
      const its = await signIn(failing, [{ role: 'privacy', establishmentId: null }]);
      await execute(failing.database, 'alter table entries rename to entries_gone');
      assert.equal((await its.post(path, sought)).statusCode, 500);
      assertClean(failing.log, canaries);
      await failing.close();
      const metrics = await own.get('/metrics', { authorization: 'Bearer mt_canary-0123456789' });
      assert.match(metrics.body, /desk\/privacy\/find/);
      const audit = await rows(own.database, 'select * from audit');
      assert.ok(audit.length > 2 && own.log.length > 8, `${audit.length} ${own.log.length}`);
      assertClean([...own.log, metrics.body, JSON.stringify(audit)], canaries);
    } finally {
      await own.close();
    }
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
]);

/** Makes an entry with a row in every table that holds data of persons. */
async function newEntryEverywhere(service: TestService): Promise<number> {
  const { database } = service;
  await newEndpoint(service);
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
    `withheld_messages (entry_id, author, received_at, kind, message) values (${entry}, 'partner:x', ${at}, 'update', '{}')`,
    `history (entry_id, at, author, change, detail) values (${entry}, ${at}, 'x', 'updated', '{}')`,
    `attempts (outbox_id, at, ms, failure_reason, response_excerpt) values (${delivery}, ${at}, 1, 'x', 'x')`,
    `mails (message_id, entry_id, use, subject, body, created_at, state, attempts, recipient) values ('x', ${entry}, 'free', 'x', 'x', ${at}, 'sent', 1, 'x')`,
    `holds (entry_id, kind, reason, until, author, created_at) values (${entry}, 'hold', 'x', '2026-12-31', 'x', ${at})`,
    `privacy_requests (kind, person, received_on, channel, due_on, created_at)
     values ('access', 'x', '2026-03-04', 'mail', '2026-04-04', ${at})`,
  ])
    await execute(database, `insert into ${insert}`);
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
        : table === 'privacy_requests'
          ? 'id > 0'
          : `entry_id = ${entry}`;
  const json = JSON.stringify({ x: text });
  const changed = await execute(database, `update ${table} set ${name} = '${json}' where ${where}`);
  assert.ok(changed > 0, column);
}

function assertClean(texts: readonly string[], canaries: readonly string[]): void {
  for (const text of texts)
    for (const canary of canaries)
      assert.ok(!text.toLowerCase().includes(canary), `${canary} is in ${text.slice(0, 500)}`);
}
