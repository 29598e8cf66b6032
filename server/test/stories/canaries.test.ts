// Made-up values go into every field of every route, and come back from receivers. After an erasure and a
// night none may be left: in no table, response, log line or metric, and in no byte of the files.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { expiryWork } from '../../src/commands/expiry.ts';
import { ApplicationBody } from '../../src/contract/application.ts';
import { CommercialBody } from '../../src/contract/commercial.ts';
import { surveyTypes } from '../../src/contract/enumerations.ts';
import { OrientationBody, SuiviBody } from '../../src/contract/orientation.ts';
import { SurveyBody } from '../../src/contract/survey.ts';
import { allPlaces, columnsOf } from '../../src/privacy/places.ts';
import { openSender } from '../../src/webhooks/send.ts';
import { startWebhookWorker } from '../../src/webhooks/worker.ts';
import { ok } from '../fixtures/answers.ts';
import { canary, canaryCustomId, canaryId, canaryMessage, canaryWord, forms } from '../fixtures/canaries.ts';
import { answerOf } from '../fixtures/command-line.ts';
import { newPassword } from '../fixtures/credentials.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { databaseFiles, type FileBytes, serverFilesWith } from '../fixtures/file-bytes.ts';
import { findPerson } from '../fixtures/find-person.ts';
import { openMailService } from '../fixtures/mail.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { newEndpoint } from '../fixtures/outbox.ts';
import { erase, hold } from '../fixtures/privacy.ts';
import { openReceiver } from '../fixtures/receiver.ts';
import { routesOf } from '../fixtures/routes.ts';
import { execute, number, rows } from '../fixtures/rows.ts';
import { onOneEngine, type TestService } from '../fixtures/service.ts';
import type { ReceivedMail, SmtpReceiver } from '../fixtures/smtp.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';

const metricsToken = 'metrics-token-of-the-tests';
const hourMs = 60 * 60_000;

/** Columns that an erasure empties and that can't show a canary, each with the reason. */
const unseen: Readonly<Record<string, string>> = {
  'entry_words.words': 'SQLite keeps no text in it; its bytes are in entry_words_data',
  'idempotency_keys.sender': 'the kind of sender and an id',
  'idempotency_keys.content_hash': 'a keyed hash',
  'idempotency_keys.expires_at': 'a moment',
  'files.type': 'from the content',
  'attempts.failure_reason': 'written by us',
  'entries.comment_by': 'the name of a user',
  'entries.told': 'type, status and result of an entry that is out of sight',
  'actions.author': 'the name of a user',
};

onOneEngine('after an erasure and a night', (engine) => {
  it('no table, response, log line, metric, file or backup holds anything of the persons', async (t) => {
    const house = await openMailService(engine, {
      env: { LOG_LEVEL: 'trace', METRICS_TOKEN: metricsToken, WEBHOOK_ALLOW: '127.0.0.0/8' },
    });
    t.after(() => house.close());
    const { service, smtp } = house;
    const direction = await signIn(service, [{ role: 'direction', establishmentId: null }]);
    await execute(service.database, `update users set mail = 'at-once' where id = ${direction.userId}`);
    const deliver = await receiveWithCanaries(t, service);
    const stranger = await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {
      lastNameClient: 'Durand',
      phoneClient: '01 99 00 12 34',
      commercialrelations: [{ lastName: 'Durand' }],
    });
    assert.equal(stranger.body, '"ok"');
    const kept = await newestEntry(service.database);

    const orientation = await sendEverything(service);
    const [{ key } = { key: '' }] = await rows<{ key: string }>(
      service.database,
      "select key from entry_phones where key like '639987%' order by entry_id limit 1",
    );
    const refused = { phoneClient: `0${key}`, [canaryWord()]: 'trop long '.repeat(3_000) };
    const path = `/fr/etablissement/3/commercial/create?${service.query}`;
    assert.equal((await service.post(path, refused)).statusCode, 400);
    await workAtDesk(service, await signIn(service));
    await deliver();
    await house.round();
    // Messages to persons leave ten seconds later; the server refuses one, and repeats its address.
    await writeToPersons(service, await signIn(service), smtp);
    service.clock.now = new Date(service.clock.now.getTime() + 10_000);
    await house.round();
    const toStaff = ({ to }: ReceivedMail) => !canary.test(to.join());
    const all = smtp.take();
    assert.ok(all.some((mail) => !toStaff(mail)));
    const mails = all.filter(toStaff);
    assert.notDeepEqual(mails, []);
    if (engine === 'postgres') await execute(service.database, 'analyze');

    const endLimitation = await limit(service, orientation);
    const tables = await columnsWith(service, canary);
    await endLimitation();
    const expected = allPlaces
      .flatMap((place) =>
        columnsOf(place, 'deleted', 'blanked', 'rewritten').map((column) => `${place}.${column}`),
      )
      .filter((column) => !(column in unseen));
    assert.deepEqual(
      expected.filter((column) => !tables.includes(column)),
      [],
      'a canary has to reach every place first',
    );
    for (const [form, pattern] of Object.entries(forms))
      assert.notDeepEqual(await columnsWith(service, pattern), [], `${form} canaries are stored`);
    const responses = namesWith(await everyResponse(service), canary);
    for (const route of [
      ...[
        'GET /desk/entries',
        'GET /desk/entries.csv',
        'GET /desk/entries/:id',
        'GET /desk/entries/:id/history',
      ],
      ...['GET /desk/entries/:id/file', 'GET /desk/privacy/entries/:id/file', 'GET /desk/families'],
      ...['GET /desk/search', 'GET /desk/deliveries/:id', 'GET /fr/customId/:customId'],
    ])
      assert.ok(responses.includes(route), `${route} shows a canary before the erasure`);
    assert.notDeepEqual(namesWith(await databaseFiles(service), canary), []);
    assert.ok((await tracesOfPersons(service)) > 10);

    const found = await rows<{ id: number }>(
      service.database,
      `select id from entries where id <> ${kept} order by id`,
    );
    await erase(await signIn(service), ...found.map(({ id }) => id));
    // The word index forgets at once which entry has which words, and the words themselves at night.
    const left = await columnsWith(service, canary);
    assert.deepEqual(
      left.filter((column) => column !== 'entry_words_data.block'),
      [],
      'right after the response',
    );
    await deliver();
    const resent = await service.exchange('/appli/partner/orientation', orientation);
    assert.match(resent.json<{ Messagetraitements: string }>().Messagetraitements, /ont été effacées/);

    const live = nights(service);
    await live(1);
    // PostgreSQL vacuums a table that was in use, by its own vacuum for one, the next time.
    const liveUntilGone = async (traces: RegExp): Promise<void> => {
      for (let more = 0; more < 5 && namesWith(await databaseFiles(service), traces).length > 0; more++)
        await live(1);
    };
    await liveUntilGone(canary);
    assert.deepEqual(await columnsWith(service, canary), []);
    assert.deepEqual(namesWith(await everyResponse(service), canary), []);
    assert.equal(await tracesOfPersons(service), 0);
    assert.deepEqual(service.log.filter((line) => canary.test(line)).slice(0, 3), []);
    const metrics = await service.get('/metrics', { authorization: `Bearer ${metricsToken}` });
    assert.equal(metrics.statusCode, 200);
    await house.round();
    for (const { raw, body } of [...mails, ...smtp.take()]) assert.doesNotMatch(`${raw} ${body}`, canary);
    assert.doesNotMatch(metrics.body, canary);
    assert.deepEqual(namesWith(await databaseFiles(service), canary), []);
    if (engine === 'sqlite') {
      const backup = join(folderFor(t), 'backup.db');
      await answerOf(['backup', backup], { DATA_DIR: service.config.dataDir });
      assert.doesNotMatch(readFileSync(backup, 'latin1'), canary);
    }
    if (engine === 'postgres') await checkServer(service);
    const durand = `select count(*) from entries where id = ${kept} and cast(fields as text) like '%Durand%'`;
    assert.equal(await number(service.database, durand), 1);

    // Callers can look the erased entries up by their customId for thirty days.
    assert.ok((await columnsWith(service, canaryId)).includes('entries.custom_id'));
    await live(31);
    await liveUntilGone(canaryId);
    assert.deepEqual(await columnsWith(service, canaryId), []);
    assert.deepEqual(namesWith(await databaseFiles(service), canaryId), []);
    assert.deepEqual(
      service.log.filter((line) => canaryId.test(line)),
      [],
    );
  });
});

/** How receivers repeat what they were sent. */
const echoes: readonly ((body: string) => string | Buffer)[] = [
  (body) => body,
  (body) => Buffer.from(body).toString('base64'),
  (body) => JSON.stringify({ received: JSON.stringify(body) }),
  (body) => Buffer.from(body, 'utf16le'),
];

/** A receiver that says canaries and what it was sent, and fails at first. Returns a function that waits until nothing is to be delivered. */
async function receiveWithCanaries(t: TestContext, service: TestService): Promise<() => Promise<void>> {
  const { database, secrets, clock, app } = service;
  let answers = 0;
  const receiver = await openReceiver((response, { body }) => {
    const echo = echoes[answers % echoes.length]?.(`merci ${canaryWord()} ${body}`);
    response.writeHead(answers++ === 0 ? 500 : 200).end(echo);
  });
  await newEndpoint(service, receiver.url);
  const sender = openSender({ allow: ['127.0.0.0/8'], clock: () => clock.now });
  const options = { database, send: sender.send, decrypt: secrets.decrypt, log: app.log };
  const worker = startWebhookWorker({ ...options, clock: () => clock.now });
  t.after(async () => {
    await worker.stop(1_000);
    await sender.close();
    await receiver.close();
  });
  return async () => {
    clock.now = new Date(clock.now.getTime() + hourMs);
    while ((await number(database, `select count(*) from outbox where state = 'pending'`)) > 0)
      await setImmediate();
    // Recorded after the receiver has answered.
    assert.ok((await number(database, 'select count(*) from attempts')) > 0);
  };
}

/** Every route that stores something, with a canary in each of its fields. Returns the orientation sent last. */
async function sendEverything(service: TestService): Promise<object> {
  const { password: browser } = await newPassword(service, 'browser');
  const create = async (path: string, body: object, query = service.query) => {
    const response = await service.post(`/fr/${path}?${query}`, body, { 'idempotency-key': canaryWord() });
    assert.equal(response.body, '"ok"', path);
  };
  await create('etablissement/3/commercial/create', {
    ...canaryMessage(CommercialBody),
    [canaryWord()]: Buffer.from(canaryWord()).toString('base64'),
  });
  await create('etablissement/3/commercial/create', canaryMessage(CommercialBody), `password=${browser}`);
  await create('etablissement/3/commercial/create', canaryMessage(CommercialBody), `${service.query}&test=1`);
  for (const type of surveyTypes)
    await create('etablissement/3/survey/create', { ...canaryMessage(SurveyBody), type });
  for (let i = 0; i < 2; i++)
    await create('announcement/postuler', { ...canaryMessage(ApplicationBody), etablissementId: 3 });

  const numbered = { NumeroDemandeOrientationCR: canaryWord(), etablissementId: 3 };
  const exchange = async (path: string, body: object) => {
    await ok(service.exchange(`/appli/partner/${path}`, body));
  };
  const first = { ...canaryMessage(OrientationBody), ...numbered };
  await exchange('orientation', first);
  const changes = Object.entries(canaryMessage(OrientationBody)).filter(([name]) => name in first);
  const last = { ...first, ...Object.fromEntries(changes), ...numbered };
  await exchange('orientation', last);
  await exchange('suivi', { ...canaryMessage(SuiviBody), ...numbered });
  return last;
}

/** Staff correct, comment and note: what they replace is in the history. */
async function workAtDesk({ database, query, ...service }: TestService, desk: Desk): Promise<void> {
  const entries = await rows<{ id: number; kind: string }>(
    database,
    'select id, kind from entries order by id',
  );
  for (const { id, kind } of entries.slice(1)) {
    const isCommercial = kind === 'commercial';
    const name = isCommercial ? 'lastNameClient' : 'lastName';
    const edit = (change: object) => ok(desk.patch(`/desk/entries/${id}`, change));
    for (let i = 0; i < 2; i++)
      await edit({
        comment: canaryWord(),
        fields: { [name]: canaryWord() },
        ...(isCommercial && {
          relations: [{ lastName: canaryWord(), email: `${canaryWord()}@example.org` }],
          actions: [{ date: '2026-03-03', stage: 'Visite', done: true, comment: canaryWord() }],
        }),
      });
    if (!isCommercial) continue;
    const relations = [{ position: 0, lastName: canaryWord() }];
    await edit({ relations, actions: [{ position: 0, comment: canaryWord() }] });
  }
  const lead = await number(database, 'select max(id) from entries where open = 1');
  const sleep = { until: '2026-04-01', reason: canaryWord() };
  await ok(desk.post(`/desk/entries/${lead}/sleep`, { sleep }));
  const reason = { kind: 'hold', reason: canaryWord(), until: '2026-12-31' };
  const held = await ok<{ id: number }>(desk.post(`/desk/privacy/entries/${lead}/holds`, reason));
  await ok(desk.post(`/desk/privacy/holds/${held.id}/end`));
  const fields = { lastNameClient: canaryWord(), phoneClient: '06 39 98 79 99' };
  const call = { establishmentId: 3, type: 'commercial.type.phone', comment: canaryWord(), fields };
  await ok(desk.post('/desk/entries', call));
  const contact = { ...canaryMessage(SurveyBody), type: 'survey.type.contact', customId: canaryCustomId() };
  await ok(service.post(`/fr/etablissement/3/survey/create?${query}`, contact));
  const id = await newestEntry(database);
  await ok(desk.post(`/desk/entries/${id}/convert`, { type: 'commercial.type.website' }));
}

/** Writes to the first related person of each of two leads. */
async function writeToPersons({ database }: TestService, desk: Desk, smtp: SmtpReceiver): Promise<void> {
  const found = await rows<{ id: number; position: number; email: string }>(
    database,
    `select entry_id as id, position, relations.fields ->> 'email' as email from relations join entries on entries.id = entry_id
     where relations.fields ->> 'email' is not null and establishment_id = 3 order by entry_id`,
  );
  const [refused, taken] = found;
  assert.ok(refused !== undefined && taken !== undefined);
  for (const { id, position } of [refused, taken])
    await ok(
      desk.post(`/desk/entries/${id}/letters`, {
        ...{ person: position, channel: 'email' },
        ...{ subject: canaryWord(), text: canaryWord() },
      }),
    );
  smtp.refused.add(refused.email);
  await execute(database, `update letters set calendar = '${canaryWord()}'`);
}

/** What the partner of a limited entry sends waits for the officer. Returns a function that ends the limitation. */
async function limit(service: TestService, orientation: object): Promise<() => Promise<void>> {
  const officer = await signIn(service);
  const id = await number(
    service.database,
    'select min(entry_id) from orientations where numero is not null',
  );
  const limitation = await hold(officer, id, 'limitation');
  await ok(
    service.exchange('/appli/partner/orientation', { ...orientation, 'PersonneAgee / Nom': canaryWord() }),
  );
  return async () => {
    await ok(officer.post(`/desk/privacy/holds/${limitation}/end`));
  };
}

/** Returns a function that does what the service does every hour, in as many nights. */
function nights({ database, clock }: TestService): (count: number) => Promise<void> {
  let elapsedMs = 0;
  const work = expiryWork({
    database,
    clock: () => clock.now,
    monotonicClock: () => elapsedMs,
    log: { info: () => undefined, warn: (detail) => assert.fail(JSON.stringify(detail)) },
  });
  return async (count) => {
    for (let half = 0; half < 2 * count; half++) {
      await work(new AbortController().signal);
      clock.now = new Date(clock.now.getTime() + 12 * hourMs);
      elapsedMs += 12 * hourMs;
    }
    await work(new AbortController().signal);
  };
}

/** The columns of all tables, as the schema has them, in which something matches. */
async function columnsWith(service: TestService, pattern: RegExp): Promise<string[]> {
  const found = new Set<string>();
  for (const [table, contents] of await everyTable(service))
    for (const row of contents)
      for (const [column, value] of Object.entries(row))
        if (pattern.test(textOf(value))) found.add(`${table}.${column}`);
  return [...found].sort();
}

type Row = Readonly<Record<string, unknown>>;

async function everyTable({ database, config }: TestService): Promise<[table: string, rows: Row[]][]> {
  if (config.database.engine === 'postgres') {
    const tables = await rows<{ name: string }>(
      database,
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const contents = ({ name }: { name: string }) => rows<Row>(database, `select * from "${name}"`);
    return Promise.all(
      tables.map(async (table): Promise<[string, Row[]]> => [table.name, await contents(table)]),
    );
  }
  const connection = new DatabaseSync(config.database.file, { readOnly: true });
  try {
    const tables = connection.prepare(`select name from sqlite_schema where type = 'table'`).all();
    return tables.map(({ name }) => {
      const statement = connection.prepare(`select * from "${String(name)}"`);
      // Those of the word index exceed what a number holds.
      statement.setReadBigInts(true);
      return [String(name), statement.all()];
    });
  } finally {
    connection.close();
  }
}

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);

/** What every route that reads responds, for each thing there is. */
async function everyResponse(service: TestService): Promise<FileBytes[]> {
  // A session of its own: an earlier one has ended by the clock.
  const desk = await signIn(service);
  const { database } = service;
  const idsIn = async (table: string) =>
    (await rows<{ id: number }>(database, `select id from ${table}`)).map(({ id }) => id);
  const entryIds = await idsIn('entries');
  const customIds = await rows<{ id: string | null }>(database, 'select custom_id as id from entries');
  const phones = ['0639987', '06 39 98 79 99'];
  const kinds = ['commercial', 'survey', 'postuler'].flatMap((kind) =>
    ['', '&q=zcanari', '&q=06399879', '&test=true', '&spam=true', '&duplicates=true'].map(
      (filter) => `?kind=${kind}${filter}`,
    ),
  );
  const ids: Readonly<Record<string, readonly number[]>> = {
    entries: entryIds,
    deliveries: await idsIn('outbox'),
  };
  const queries: Readonly<Record<string, readonly string[]>> = {
    '/desk/entries': kinds,
    '/desk/entries.csv': kinds,
    '/desk/families': phones.map((phone) => `?phone=${encodeURIComponent(phone)}`),
    '/desk/search': ['?q=zcanari', '?q=06399879', '?q=7901', ...entryIds.map((id) => `?q=n°${id}`)],
    '/desk/statistics': ['?year=2026'],
    '/fr/commercial/checkPhone': phones.map(
      (phone) => `?phone=${encodeURIComponent(phone)}&${service.query}`,
    ),
    '/fr/customId/:customId': [`?${service.query}`],
  };
  const found: FileBytes[] = [];
  const isEndless = (path: string) => path === '/desk/changes';
  for (const route of await routesOf(service)) {
    const [method, path = ''] = route.split(' ');
    if (method !== 'GET' || isEndless(path)) continue;
    const [, table = ''] = /^\/desk\/(?:privacy\/)?(\w+)\/:id/.exec(path) ?? [];
    const urls = path.includes(':customId')
      ? customIds.flatMap(({ id }) => (id === null ? [] : [path.replace(':customId', id)]))
      : (ids[table] ?? [1]).map((id) => path.replace(/:\w+/, String(id)));
    for (const url of urls)
      for (const query of queries[path] ?? (path.startsWith('/fr/') ? [`?${service.query}`] : [''])) {
        const response = await service.get(`${url}${query}`, desk.headers);
        found.push({ name: route, bytes: response.rawPayload });
      }
  }
  return found;
}

/**
 * Checks what is left in the folder of a PostgreSQL server: its own log, until each of its files is written anew, as the guide
 * for operators says how to do.
 */
async function checkServer({ config }: TestService): Promise<void> {
  const client = new pg.Client({
    connectionString: config.database.engine === 'postgres' ? config.database.url : undefined,
  });
  await client.connect();
  try {
    const left = await serverFilesWith(client, canary);
    assert.deepEqual(
      left.filter((name) => !name.startsWith('pg_wal/')),
      [],
    );
    const { rowCount } = await client.query('select name from pg_ls_waldir()');
    for (let i = 0; i < 2 * ((rowCount ?? 0) + 1); i++) {
      await client.query('select pg_switch_wal()');
      await client.query('checkpoint');
    }
    assert.deepEqual(await serverFilesWith(client, canary), []);
  } finally {
    await client.end();
  }
}

/** How many traces the search for a person finds, by the indexes and in all texts. */
async function tracesOfPersons(service: TestService): Promise<number> {
  const desk = await signIn(service);
  let traces = 0;
  for (const criteria of [{ text: 'zcanari' }, { phone: '06 39 98 79 99' }, { text: '1931-07-19' }])
    traces += (await findPerson(desk, criteria)).length;
  return traces;
}

/** The names, each once, of what matches. */
function namesWith(files: readonly FileBytes[], pattern: RegExp): string[] {
  return [
    ...new Set(files.filter(({ bytes }) => pattern.test(bytes.toString('latin1'))).map(({ name }) => name)),
  ];
}
