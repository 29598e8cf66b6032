// Ten million entries must answer as ten do: no statement of a running service reads a table that grows from end to end.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { expireConversions } from '../../src/conversions/purge.ts';
import { filterParameters } from '../../src/desk/entries/filter.ts';
import { expireEntries } from '../../src/entries/purge.ts';
import { appendTest } from '../../src/outbox/append.ts';
import { completeWebhooks } from '../../src/outbox/complete.ts';
import { showDelivery } from '../../src/outbox/deliveries.ts';
import { listEndpoints, switchEndpointOff, switchEndpointOn } from '../../src/outbox/endpoints.ts';
import { openWebhookQueue } from '../../src/outbox/open-queue.ts';
import { countFailedSince, resendDelivery, resendFailedSince } from '../../src/outbox/resend.ts';
import { convertSurvey, createManually, editEntry, unite } from '../fixtures/acts.ts';
import { ok } from '../fixtures/answers.ts';
import { linesOf, newLead, switchOn, work } from '../fixtures/conversions.ts';
import { signIn } from '../fixtures/desk.ts';
import { type Act, act, addEndpoint, send } from '../fixtures/entry-events.ts';
import { mailOn, useMail } from '../fixtures/mail.ts';
import { memoryDatabase } from '../fixtures/memory-database.ts';
import { newEndpoint, newEntry, newEvent } from '../fixtures/outbox.ts';
import { runNow } from '../fixtures/retention.ts';
import { execute, rows } from '../fixtures/rows.ts';
import { secretKey, startService, type TestService } from '../fixtures/service.ts';

const growing = [
  'entries',
  'entry_phones',
  'relations',
  'actions',
  'files',
  'orientations',
  'idempotency_keys',
  'history',
  'outbox',
  'attempts',
  'audit',
  'notifications',
  'notices',
  'letters',
  'conversions',
];
/** Pages and counts of the desk's lists may read much for a rare filter: nothing waits for them. */
const isList = /limit \?\) as (?:"page"|counted)|with matches as/;
const aboutGrowing = new RegExp(`\\b(?:${growing.join('|')})\\b`);

/** Uses everything that a service does with entries, once or more. */
async function useEverything(service: TestService): Promise<void> {
  const { query } = service;
  // The recipients of notifications.
  await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
  const body = {
    customId: 'x',
    phoneClient: '06 39 98 12 34',
    commercialrelations: [{ phone: '01 99 00 12 34' }],
    commercialactions: [{}],
  };
  const orientation = {
    NumeroDemandeOrientationCR: '1 / 1_1_1',
    etablissementId: 3,
    'Contact / Mobile': '06',
  };
  for (const test of ['', '&test=1']) {
    for (const key of [{}, { 'idempotency-key': 'a' }]) {
      await service.post(`/fr/etablissement/3/commercial/create?${query}${test}`, body, key);
      await service.post(`/fr/etablissement/3/survey/create?${query}${test}`, { customId: 'x' });
      await service.post(`/fr/announcement/postuler?${query}${test}`, {
        customId: 'x',
        cv: { content: Buffer.from('%PDF-1.4 small').toString('base64') },
      });
    }
    const exchange = (route: string, message: unknown, headers = {}) =>
      service.exchange(`/appli/partner/${route}?${test}`, message, headers);
    await exchange('orientation', orientation, { 'idempotency-key': `o${test}` });
    await exchange('orientation', {
      ...orientation,
      etablissementId: 4,
      DateContact: '2020-01-01',
      'Contact / Mobile': '06 39 98 12 35',
      'PersonneAgee2 / Nom': 'Petit',
    });
    await exchange('orientation', orientation, { 'idempotency-key': `o${test}` });
    await exchange('suivi', { NumeroDemandeOrientationCR: '1 / 1_1_1', State: 'Conclu' });
  }
  await addEndpoint(service);
  const [kept, twice] = [await send(service, 'kept', body), await send(service, 'twice', body)];
  const form = await send(service, 'form', { phone: '06 39 98 12 36' }, 'etablissement/3/survey/create');
  for (const doing of [
    (tx, staff) => convertSurvey(tx, form, staff, { type: 'commercial.type.website' }),
    (tx, staff) => unite(tx, form, staff, kept),
    (tx, staff) => unite(tx, twice, staff, kept),
    (tx, staff) =>
      editEntry(tx, kept, staff, {
        resultat: 'commercial.resultat.realisee',
        fields: { phoneClient: '06 39 98 12 37' },
        relations: new Map([[1, { lastName: 'Petit' }]]),
      }),
    (tx, staff) => createManually(tx, staff, { establishmentId: 3, type: 'commercial.type.phone' }),
  ] satisfies Act[]) {
    await act(service, doing);
  }
  await workAtTheDesk(service, kept);
  for (const path of ['customId/x?', 'commercial/checkPhone?phone=0639981234&', 'statscontact/2026?']) {
    assert.equal((await service.get(`/fr/${path}${query}`)).statusCode, 200);
  }
  assert.equal((await service.get('/health/ready')).statusCode, 200);
  await useOutbox(service);
  await useMail(service);
  await useConversions(service);
  await readEntries(service, kept);
  const later = new Date(service.clock.now.getTime() + 60 * 24 * 60 * 60_000);
  const expired = await expireEntries(service.database, later);
  assert.equal(expired.entries > 0 && expired.idempotencyKeys > 0, true);
  await execute(
    service.database,
    `update outbox set state = 'failed', finished_at = created_at where id > 0 and id < 1000`,
  );
  const muchLater = new Date(later.getTime() + 365 * 24 * 60 * 60_000);
  service.clock.now = muchLater;
  assert.equal(((await runNow(service))?.deliveries ?? 0) > 0, true);
}

/** Writes an entry down, changes it, comes second with another change, and finds that it is a duplicate. */
async function workAtTheDesk(service: TestService, kept: number): Promise<void> {
  const desk = await signIn(service);
  const written = await desk.post('/desk/entries', { establishmentId: 3, type: 'commercial.type.phone' });
  const { id, version } = written.json<{ id: number; version: number }>();
  assert.equal((await desk.get('/desk/entries/mine-today')).statusCode, 200);
  const agent = await signIn(service, [{ role: 'call-centre', establishmentId: null }]);
  const another = await agent.post('/desk/entries', { establishmentId: 4, type: 'commercial.type.phone' });
  assert.equal((await agent.post(`/desk/entries/${another.json().id}/undo`, {})).statusCode, 200);
  for (const status of [200, 409]) {
    const change = { version, relations: [{ lastName: 'Petit' }], dateFirstContact: null };
    assert.equal((await desk.patch(`/desk/entries/${id}`, change)).statusCode, status);
  }
  await execute(service.database, `update templates set active = 1 where use like 'visit%'`);
  await execute(
    service.database,
    `update relations set fields = '{"email":"a@example.org"}' where entry_id = ${id}`,
  );
  const visit = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false };
  await ok(desk.patch(`/desk/entries/${id}`, { actions: [visit], confirm: ['email'] }));
  assert.equal((await desk.post(`/desk/entries/${id}/duplicate`, { of: kept })).statusCode, 200);
}

/** Everything that is asked about conversions. */
async function useConversions(service: TestService): Promise<void> {
  const desk = await signIn(service);
  const password = await switchOn(desk);
  const id = await newLead(service);
  await work(desk, id, { resultat: 'commercial.resultat.realisee' });
  for (let times = 0; times < 2; times++) await linesOf(service, password);
  await expireConversions(service.database, service.clock.now);
}

/** A delivery of each kind: claimed, given back, failed for good, sent again, delivered; its endpoint off and on. */
async function useOutbox(service: TestService): Promise<void> {
  const { database, clock } = service;
  const endpoint = await newEndpoint(service);
  const entryId = await newEntry(service, 'outbox');
  for (const event of ['updated', 'result'] as const) await newEvent(service, entryId, { event });
  const now = clock.now.toISOString();
  const queue = openWebhookQueue(database, () => clock.now);
  for (const failing of [0, 1] as const) {
    const wanted = { failing, perDestination: 8, inAll: 64, except: [0] };
    const { claims } = queue;
    assert.equal(await claims.earliest(wanted, now), now);
    const claimed = await claims.take(wanted, now);
    await claims.giveBack(claimed, now);
    for (const verdict of ['retry', 'failed', 'delivered', 'gone'] as const) {
      await Promise.all(
        claimed.map(({ id, attempts, destinationId }) => {
          const seen = { at: now, status: 200, ms: 1, failureReason: null, responseExcerpt: '' };
          const nextAt = verdict === 'retry' ? now : null;
          const completion = { id, destinationId, attempts, ...seen, verdict, nextAt };
          return database.write(completeWebhooks, completion, clock.now);
        }),
      );
      assert.equal(await countFailedSince(database.read, now), verdict === 'failed' ? claimed.length : 0);
      await database.transaction((tx) => resendFailedSince(tx, now, now));
      for (const { id } of claimed) await database.transaction((tx) => resendDelivery(tx, id, now));
    }
    await database.transaction((tx) => switchEndpointOff(tx, endpoint.id, 'Test'));
    await database.transaction((tx) => switchEndpointOn(tx, endpoint.id, now));
    if (failing === 0) await execute(database, 'update endpoints set last_failed = 1');
  }
  await database.transaction((tx) => appendTest(tx, endpoint.id, now));
  await listEndpoints(database.read);
  await readLists(service);
  await showDelivery(database.read, 1);
}

/** The lists of entries, short and long, searches, one entry, families and counts. */
async function readEntries(service: TestService, id: number): Promise<void> {
  const everywhere = await signIn(service);
  const there = [3, 4].map((establishmentId) => ({ role: 'direction', establishmentId }) as const);
  const filters = [
    '',
    'status=new',
    'flagged=true',
    'unassigned=true',
    'aside=spam',
    'aside=presumed',
    'stage=Visite&from=2026-01-01',
  ];
  const searches = ['q=martin', 'q=0639981234', 'q=RES-000001'];
  // Who may not read complaints has other lists of surveys.
  const sales = await signIn(service, [{ role: 'commercial', establishmentId: null }]);
  for (const desk of [
    everywhere,
    await signIn(service, there),
    await signIn(service, there.slice(1)),
    sales,
  ]) {
    for (const path of [
      '/desk/entries?kind=survey',
      '/desk/today',
      '/desk/agenda?from=2026-01-01&to=2026-01-31',
      ...[...filters, ...searches].map((query) => `/desk/entries?kind=commercial&${query}`),
      `/desk/entries/${id}`,
      '/desk/families?phone=063998&email=claire@example.org',
      ...['martin', 'matrin', '0639981234', '1234', '981234', '063998', 'n°1', 'RES-000001'].map(
        (q) => `/desk/search?q=${q}`,
      ),
      '/desk/counts',
      '/desk/today?whose=me',
      '/desk/today?whose=nobody',
      '/desk/counts/views',
      '/desk/agenda?from=2026-01-01&to=2026-01-07',
      '/desk/retention/coming',
      '/desk/statistics?year=2026',
      '/desk/statistics/activity?day=2026-03-04',
    ]) {
      assert.equal([200, 403, 404].includes((await desk.get(path)).statusCode), true, path);
    }
    const { url } = (await desk.post('/desk/calendars', {})).json();
    assert.equal((await service.get(new URL(url).pathname)).statusCode, 200);
  }
}

/** Every way to look for deliveries, and in the audit trail, in both directions. */
async function readLists(service: TestService): Promise<void> {
  const desk = await signIn(service);
  const cursorOf = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
  const combined = (filters: readonly (readonly string[])[]): readonly string[] =>
    filters.reduce<readonly string[]>(
      (all, values) => all.flatMap((one) => values.map((value) => `${one}&${value}`)),
      [''],
    );
  const deliveries = combined([
    ['', 'state=pending', 'state=held', 'state=delivered', 'state=failed'],
    ['', 'endpointId=1'],
    ['', 'entryId=1'],
    ['', 'customId=c1'],
    ['', `before=${cursorOf(1)}`],
  ]);
  const lines = combined([
    ['', 'userId=1'],
    ['', 'action=read'],
    ['', 'subject=entry', 'subject=entry&subjectId=1'],
    ['', `before=${cursorOf(['2026-03-04T09:00:00.000Z', 1])}`],
  ]);
  for (const path of [
    ...deliveries.map((query) => `/desk/deliveries?${query}`),
    ...lines.map((query) => `/desk/audit?${query}`),
    '/desk/privacy/register',
  ]) {
    assert.equal((await desk.get(path)).statusCode, 200);
  }
}

describe('statements of a running service (sqlite)', () => {
  const { prepare } = DatabaseSync.prototype;
  after(() => {
    DatabaseSync.prototype.prepare = prepare;
  });

  it('every statement finds its rows by an index', async () => {
    const seen = new Set<string>();
    DatabaseSync.prototype.prepare = function (this: DatabaseSync, text, ...others) {
      seen.add(text);
      return prepare.call(this, text, ...others);
    };
    const service = await startService('sqlite', mailOn, memoryDatabase(secretKey));
    try {
      await useEverything(service);
      const texts = [...seen].filter((text) => aboutGrowing.test(text) && !isList.test(text));
      assert.equal(texts.length > 25, true, `only ${texts.length} statements were seen`);
      for (const text of texts) assert.deepEqual(await scans(service, text), [], text);
      assert.deepEqual(await scans(service, 'select id from entries where comment = ?'), ['SCAN entries']);
      // The lookup reads one row, however many entries of visitors carry the customId.
      const [lookup = '', ...others] = texts.filter((text) => text.includes('"entries"."custom_id" = ?'));
      assert.deepEqual(others, []);
      assert.deepEqual(await stepsOf(service, lookup), [
        'SEARCH entries USING INDEX entries_custom_id (caller_id=? AND custom_id=?)',
        'SEARCH kept USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
        'CORRELATED SCALAR SUBQUERY 1',
        'SEARCH users USING INTEGER PRIMARY KEY (rowid=?)',
      ]);
      // Each poll looks at every user once, however many entries the next mail lists.
      const [mailDue = ''] = texts.filter((text) =>
        /select .* deferred_notifications d .* notices m/s.test(text),
      );
      const scanned = (await stepsOf(service, mailDue)).flatMap((step) => /^SCAN \w+/.exec(step) ?? []);
      assert.deepEqual(scanned, ['SCAN u']);
      // A database looks for whatever points to an entry at each deletion of one.
      const pointing = await rows<{ indexed: number }>(
        service.database,
        `select t.name as "table", t.sql like '%integer primary key references "entries"%' or exists (
           select 1 from pragma_index_list(t.name) l, pragma_index_info(l.name) i where i.seqno = 0 and i.name = f."from"
         ) as indexed
         from sqlite_schema t, pragma_foreign_key_list(t.name) f where t.type = 'table' and f."table" = 'entries'`,
      );
      assert.ok(pointing.length > 5);
      assert.deepEqual(
        pointing.filter(({ indexed }) => indexed === 0),
        [],
      );
    } finally {
      await service.close();
    }
  });

  it('no filter makes a list read every row', async () => {
    const service = await startService('sqlite', {}, memoryDatabase(secretKey));
    try {
      // Two residences: the reach is a list.
      const there = [3, 4].map((establishmentId) => ({ role: 'direction', establishmentId }) as const);
      const desks = [await signIn(service), await signIn(service, there)];
      const found: string[] = [];
      for (const query of [
        '',
        'sort=contactDate',
        'sort=nextAction',
        'establishmentId=3',
        ...filterQueries(),
      ]) {
        const seen = new Set<string>();
        DatabaseSync.prototype.prepare = function (this: DatabaseSync, text, ...others) {
          seen.add(text);
          return prepare.call(this, text, ...others);
        };
        for (const desk of desks) {
          await ok(desk.get(`/desk/entries?kind=commercial&${query}`));
        }
        DatabaseSync.prototype.prepare = prepare;
        // In the order of an index it may read many, but no rows: the index has the columns of the filters.
        for (const text of [...seen].filter((text) => isList.test(text)))
          for (const step of await stepsOf(service, text))
            if (/^SCAN (?:e|a|actions)\b(?!.* INDEX)/.test(step)) found.push(`${query}: ${step}`);
      }
      assert.deepEqual(found, []);
    } finally {
      await service.close();
    }
  });

  /** Each filter of a list with its values; of many, the first and the last, which is mostly « none ». */
  function filterQueries(): string[] {
    const filters: Record<string, { type?: string; format?: string; enum?: string[] }> = JSON.parse(
      JSON.stringify(filterParameters),
    );
    const some: Readonly<Record<string, readonly string[]>> = {
      unassigned: ['true'],
      late: ['true'],
      sender: ['caller:1', 'partner:1', 'staff'],
    };
    return Object.entries(filters).flatMap(([name, { type = '', format = '', enum: all = [] }]) => {
      const ofEnum = all.length > 6 ? [all[0], all.at(-1)] : all;
      const ofType = { boolean: ['true', 'false'], integer: ['1'] }[type] ?? [];
      const values = some[name] ?? [...ofEnum, ...ofType, ...(format === 'date' ? ['2026-03-04'] : [])];
      assert.notDeepEqual(values, [], name);
      return values.map((value) => `${name}=${value}`);
    });
  }

  async function stepsOf({ database }: TestService, text: string): Promise<string[]> {
    const plan = await rows<{ detail: string }>(database, `explain query plan ${text.replace(/\?/g, '1')}`);
    return plan.map(({ detail }) => detail);
  }

  /** Steps that read a table from end to end; up to a limit, in the order of an index, is not that. */
  async function scans(service: TestService, text: string): Promise<string[]> {
    const steps = await stepsOf(service, text);
    const isLimited = /\blimit\b/.test(text) && !steps.includes('USE TEMP B-TREE FOR ORDER BY');
    return steps
      .filter((detail) => growing.some((table) => isScanOf(table, detail, text)))
      .filter((detail) => !(/ USING (?:COVERING )?INDEX /.test(detail) && isLimited));
  }
});

/** Whether a step of a plan reads a table from end to end. Plans name a table by its alias. */
function isScanOf(table: string, detail: string, text: string): boolean {
  const [, name = ''] = /^SCAN (\w+)/.exec(detail) ?? [];
  return name === table || (name !== '' && new RegExp(`\\b${table}"?(?: as)? "?${name}\\b`).test(text));
}

describe('statements of a running service (postgres)', () => {
  const { query } = pg.Client.prototype;
  after(() => {
    pg.Client.prototype.query = query;
  });

  it('every statement finds its rows by an index', async () => {
    const seen = new Set<string>();
    pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
      const [first] = asked;
      // Those without a name are lists, which PostgreSQL plans for their filters (a rare one may read everything), or no hot
      // path.
      if (typeof first === 'object' && first !== null && 'text' in first && 'name' in first)
        seen.add(String(first.text));
      return Reflect.apply(query, this, asked);
    };
    const service = await startService('postgres', mailOn);
    let client: pg.Client | undefined;
    try {
      await useEverything(service);
      const texts = [...seen].filter((text) => aboutGrowing.test(text));
      assert.equal(texts.length > 25, true, `only ${texts.length} statements were seen`);
      await growTables(service);
      const leading = await leadingColumns(service);
      const { database: location } = service.config;
      assert.ok(location.engine === 'postgres');
      const asking = new pg.Client({ connectionString: location.url });
      client = asking;
      await asking.connect();
      const scans = async (text: string) => scansIn(await planOf(asking, text), leading);
      for (const text of texts) assert.deepEqual(await scans(text), [], text);
      assert.deepEqual(await scans('select id from entries where comment = $1'), ['Seq Scan on entries']);
      // A database looks for whatever points to an entry at each deletion of one.
      const pointing = await rows<{ indexed: boolean }>(
        service.database,
        `select c.conrelid::regclass::text as table, exists (
           select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
         ) as indexed
         from pg_constraint c where c.contype = 'f' and c.confrelid = 'entries'::regclass`,
      );
      assert.ok(pointing.length > 5);
      assert.deepEqual(
        pointing.filter(({ indexed }) => !indexed),
        [],
      );
    } finally {
      await client?.end();
      await service.close();
    }
  });

  /** The rows of a service of some age: in small tables the planner rightly prefers a full scan. */
  async function growTables({ database }: TestService): Promise<void> {
    for (const statement of [
      `insert into entries (kind, establishment_id, caller_id, custom_id, status, flagged, test, contact_date, received_at, fields)
       select 'commercial', 3, 1, 'c' || n, 'new', 0, (n % 50 = 0)::integer, '2026-01-01', now(), '{}' from generate_series(1, 12000) n`,
      `insert into entry_phones select 'p' || id, id from entries where comment is null`,
      `insert into idempotency_keys select 'c1', 'k' || id, 'h', id, now() from entries`,
      `insert into relations select id, 0, '{}', null from entries where custom_id like 'c%'`,
      `insert into actions select id, 0, null, null, null, null, 1, null, null from entries where custom_id like 'c%'`,
      `insert into history (entry_id, at, author, change, detail) select id, now(), 'a', 'updated', '{}' from entries`,
      `insert into orientations (partner_id, numero, entry_id, message, test) select 1, 'n' || id, id, '{}', 0 from entries`,
      `insert into files select id, 'cv', 'application/pdf', '' from entries where custom_id like 'c%'`,
      `insert into endpoints (caller_id, url, secret, created_at) select 1, 'https://' || n, '', now() from generate_series(1, 50) n`,
      // Many delivered events beside a few pending ones.
      `insert into outbox (endpoint_id, webhook_id, event, sequence, body, created_at, state, attempts, next_at, finished_at)
       select 1 + n % 50, 'w' || n, 'updated', 1, '{}', now(), case n % 400 when 0 then 'pending' when 1 then 'failed' else 'delivered' end,
         1, case n % 400 when 0 then now() end, case n % 400 when 0 then null else now() - make_interval(secs => n) end
       from generate_series(1, 24000) n`,
      `insert into attempts (outbox_id, at, status, ms, response_excerpt) select id, now(), 200, 1, '' from outbox`,
      `insert into audit (at, user_id, author, action, subject, subject_id, detail)
       select now() - make_interval(secs => n), 1, '', case n % 100 when 0 then 'changed' else 'read' end, 'entry', n % 5000, '{}'
       from generate_series(1, 24000) n`,
      `insert into notifications (entry_id, created_at, notified, digested) select id, now(), (id % 400 > 0)::integer, 1 from entries`,
      // They stay for a quarter of an hour.
      `insert into deferred_notifications select 1, id, now() from entries where id % 400 = 0`,
      `insert into notices (message_id, user_id, subject, body, created_at, state, attempts, next_at)
       select 'm' || n, 1, '', '', now(), case n % 400 when 0 then 'pending' when 1 then 'failed' else 'sent' end, 1,
         case n % 400 when 0 then now() end
       from generate_series(1, 24000) n`,
      `insert into letters (message_id, entry_id, use, channel, person, subject, body, created_at, state, attempts, recipient_hash,
         author, key, unsubscribe, visit)
       select 'p' || id, id, 'free', 'email', 'entry', '', '', now(), 'sent', 1, 'h' || id, 'user:' || id % 500, 'k' || id, 0,
         case id % 400 when 0 then id || ':0' end from entries`,
      `insert into conversions (entry_id, milestone, converted_at, name, first_served_at)
       select 100000 + n, 'qualified', now(), '', now() from generate_series(1, 24000) n`,
      'analyze',
    ]) {
      await execute(database, statement);
    }
  }

  /** The first column of each index. */
  async function leadingColumns({ database }: TestService): Promise<ReadonlyMap<string, string>> {
    const found = await rows<{ name: string; first: string }>(
      database,
      `select c.relname as name, pg_get_indexdef(i.indexrelid, 1, false) as first
       from pg_index i join pg_class c on c.oid = i.indexrelid`,
    );
    return new Map(found.map(({ name, first }) => [name, first]));
  }

  interface Plan {
    readonly 'Node Type': string;
    readonly 'Relation Name'?: string;
    readonly 'Index Name'?: string;
    readonly 'Index Cond'?: string;
    readonly Plans?: readonly Plan[];
  }

  /** The plan for whatever values come. */
  async function planOf(client: pg.Client, text: string): Promise<Plan> {
    const { rows: plans } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (generic_plan, format json) ${text}`,
    );
    assert.ok(plans[0]);
    return plans[0]['QUERY PLAN'][0].Plan;
  }

  function scansIn(plan: Plan, leading: ReadonlyMap<string, string>, limited = false): string[] {
    const type = plan['Node Type'];
    const table = plan['Relation Name'] ?? '';
    const found = (plan.Plans ?? []).flatMap((below) => scansIn(below, leading, limited || type === 'Limit'));
    if (type === 'Seq Scan' && growing.includes(table)) found.push(`Seq Scan on ${table}`);
    const index = plan['Index Name'];
    if (index !== undefined && !limited && !plan['Index Cond']?.includes(`${leading.get(index)}`)) {
      found.push(`whole ${index}`);
    }
    return found;
  }
});
