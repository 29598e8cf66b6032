import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import pg from 'pg';
import { startProcess } from '../../../torture/service-process.ts';
import { answerOf, direct } from '../../test/fixtures/command-line.ts';
import { openDesk } from '../../test/fixtures/desk.ts';
import { newDatabase, onBothEngines, secretKey, startService } from '../../test/fixtures/service.ts';
import { parseConfig } from '../config.ts';
import { listedEntries } from '../desk/entries/listed.ts';
import { countByState, countOpenLeads, differingProgress } from '../entries/follow-up/recheck.ts';
import { DatabaseUnusable } from './database.ts';
import { type Location, migrate } from './migrate.ts';

const now = new Date('2026-03-04T09:00:00.000Z');

onBothEngines('an installation from before the schema was one file', (engine) => {
  async function earlier(t: TestContext) {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    const dump = new URL(`../../test/fixtures/schema-15/${engine}.sql`, import.meta.url);
    await run(location, readFileSync(dump, 'utf8'));
    return { place, location };
  }

  it('keeps every row', async (t) => {
    const { place, location } = await earlier(t);
    const before = await contents(location);
    for (const [table, rows] of before) assert.notEqual(rows.length, 0, table);
    const folder = readdirSync(new URL(`./migrations/${engine}`, import.meta.url));
    const migrations = folder.map((file) => file.replace('.sql', '')).sort();
    assert.deepEqual(await migrate(location, now), migrations);
    const after = await contents(location);
    const named = new Map([...before].map(([table, rows]) => renamed(table, rows)));
    const added = [...after.keys()].filter((table) => !named.has(table));
    for (const table of added) assert.deepEqual(after.get(table), [], table);
    for (const [table, rows] of named) {
      if (table === 'migrations') assert.equal(after.get(table)?.length, migrations.length);
      else if (table !== 'revisions') {
        // Counted anew from the entries: what counted nothing any more is gone.
        const kept = table === 'lead_counts' ? rows.filter(({ count }) => Number(count) !== 0) : rows;
        assert.deepEqual(withoutNew(after.get(table), rows[0]), kept, table);
      }
    }
    if (engine === 'sqlite') assert.deepEqual(await run(location, 'pragma foreign_key_check'), []);
    assert.deepEqual(await migrate(location, now), []);
    const { ok } = await answerOf<{ ok: boolean }>(['doctor', '--json'], {
      ...place.env,
      SECRET_KEY: secretKey,
    });
    assert.equal(ok, true);
  });

  it('is brought over by what opens it first, which says so, and the log of the service too', async (t) => {
    const first = await earlier(t);
    const { stderr } = await direct(['caller', 'list'], first.place.env);
    assert.match(stderr, /^The schema is up to date now: 0016-schema, .*\.\n$/);
    assert.equal((await direct(['caller', 'list'], first.place.env)).stderr, '');

    const { place } = await earlier(t);
    const service = await startProcess({ env: { ...place.env, SECRET_KEY: secretKey } });
    service.kill('SIGTERM');
    await service.ended;
    const line = service.output().match(/^.*the schema is up to date now.*$/m)?.[0] ?? '{}';
    const { level, applied, version } = JSON.parse(line);
    assert.deepEqual([level, applied[0]], [30, '0016-schema']);
    assert.match(version, /^\d+\.\d+\.\d+/);
  });

  it('has each open lead in one state afterwards', async (t) => {
    const { place, location } = await earlier(t);
    const lead = (id: number, values: string) => `
      insert into entries (id, kind, type, resultat, status, establishment_id, flagged, test, contact_date, received_at, fields)
      values (${id}, ${values}, 5, 0, 0, '2026-03-01', '2026-03-01T09:00:00.000Z', '{}');`;
    const action = (id: number, position: number, values: string) =>
      `insert into actions (entry_id, position, date, time, stage, done, author) values (${id}, ${position}, ${values});`;
    const contact = `'survey', 'survey.type.contact', null`;
    const all = [
      lead(101, `'commercial', null, null, 'new'`),
      lead(102, `'commercial', null, null, 'processed'`),
      lead(103, `'commercial', null, null, 'processed'`),
      action(103, 0, `'2026-03-02', null, 'Visite', 1, 'Inès Moreau'`),
      action(103, 1, `'2026-03-09', '10:00', null, 0, 'Inès Moreau'`),
      action(103, 2, `'2026-03-09', null, 'Visite', 0, 'Inès Moreau'`),
      action(103, 3, `'2026-03-12', '09:00', 'Visite', 0, 'Inès Moreau'`),
      // What callers and visitors send is no contact of staff.
      lead(104, `'commercial', null, null, 'new'`),
      action(104, 0, `'2026-03-02', null, null, 1, null`),
      action(104, 1, `'2026-03-02', null, null, 1, 'visitor'`),
      lead(105, `'commercial', null, 'commercial.resultat.nosuite', 'processed'`),
      lead(106, `${contact}, 'processed'`),
      lead(107, `${contact}, 'new'`),
      action(107, 0, `null, null, null, 0, 'Inès Moreau'`),
    ];
    await run(location, all.join('\n'));
    await migrate(location, now);
    const service = await startService(engine, place.env);
    t.after(() => service.close());
    const { read } = service.database;
    assert.deepEqual(await differingProgress(read), []);
    const counts = await countByState(read, '2026-03-04');
    assert.equal(
      Object.values(counts).reduce((sum, n) => sum + n, 0),
      await countOpenLeads(read),
    );
    const listed = await listedEntries(read, [101, 102, 103, 104, 105, 106, 107], '2026-03-04');
    assert.deepEqual(
      listed.map(({ id, followUp, lastContact }) => [id, followUp, lastContact]),
      [
        [101, 'to-call', null],
        [102, 'unplanned', null],
        [103, 'planned', '2026-03-02'],
        [104, 'to-call', null],
        [105, null, null],
        [106, 'unplanned', null],
        [107, 'to-call', null],
      ],
    );
  });

  it('has each action that was planned under who did it', async (t) => {
    const { location } = await earlier(t);
    const line = (author: string, change: string, actions: object) =>
      `insert into history (entry_id, at, author, change, detail) values
         (1, '2026-03-02T09:00:00.000Z', '${author}', '${change}', '${JSON.stringify({ actions })}');`;
    const [planned, done, notDone] = [
      [null, false],
      [false, true],
      [true, false],
    ].map(([from, to]) => ({ done: { from, to } }));
    const all = [
      ...[90, 91, 92, 93].map(
        (position) =>
          `insert into actions (entry_id, position, date, stage, done, author)
             values (1, ${position}, '2026-03-02', 'Visite', ${position === 92 ? 0 : 1}, 'Émilie Roche');`,
      ),
      line('Émilie Roche', 'updated', { 90: planned, 91: planned, 92: planned }),
      line('Paul Girard', 'updated', { 90: done, 92: done }),
      line('Paul Girard', 'undone', { 90: notDone, 92: notDone }),
      line('Nadège Petit', 'updated', {
        90: done,
        91: { comment: { from: 'a', to: '"done":{"from":false,"to":true}' } },
      }),
    ];
    await run(location, all.join('\n'));
    await migrate(location, now);
    const found = await run(location, 'select author from actions where position >= 90 order by position');
    assert.deepEqual(
      found.map(({ author }) => author),
      ['Nadège Petit', 'Émilie Roche', 'Émilie Roche', 'Émilie Roche'],
    );
  });

  it('works on as it did', async (t) => {
    const { place } = await earlier(t);
    const service = await startService(engine, place.env);
    t.after(() => service.close());
    const found = await service.get(`/fr/customId/site-1?${service.query}`);
    assert.equal(found.json().data.id, 1);
    const desk = await openDesk(service, 'user1@example.org', 1);
    const entry = (await desk.get('/desk/entries/1')).json();
    assert.deepEqual([entry.name, entry.gclid, entry.stage], ['Élodie Lefèvre', 'Cj0', 'Visite']);
    assert.deepEqual(
      entry.deliveries.map(({ event, state }: Record<string, string>) => [event, state]),
      [
        ['action', 'pending'],
        ['processed', 'pending'],
      ],
    );
    for (const q of ['lefevre', 'le', '1234', '06 39 98 12 35', '981235']) {
      const sought = await desk.get(`/desk/entries?kind=commercial&q=${q}`);
      const ids = sought.json().data.map(({ id }: { id: number }) => id);
      assert.deepEqual(ids, [1], q);
    }
    // Entries 7 to 9 were deleted before: their numbers are not given again.
    await service.post(`/fr/etablissement/5/commercial/create?${service.query}`, { customId: 'next' });
    assert.equal((await service.get(`/fr/customId/next?${service.query}`)).json().data.id, 10);
  });

  it('is refused when it is older still, and left as it is', async (t) => {
    const { location } = await earlier(t);
    await run(location, 'delete from migrations where number = 15');
    const before = await contents(location);
    await assert.rejects(
      migrate(location, now),
      (error) =>
        error instanceof DatabaseUnusable && /schema 14.+migrate it first with commit/.test(error.message),
    );
    assert.deepEqual(await contents(location), before);
  });
});

/** New names, written down a second time. */
const newTables: Readonly<Record<string, string>> = {
  receipts: 'idempotency_keys',
  notices: 'notifications',
  held_notices: 'deferred_notifications',
};
const newColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  attempts: { cause: 'failure_reason', answer: 'response_excerpt' },
  notices: { told: 'notified' },
  held_notices: { held_at: 'deferred_at' },
  mails: { cause: 'failure_reason' },
};

function renamed(
  table: string,
  rows: readonly Record<string, unknown>[],
): [string, Record<string, unknown>[]] {
  const columns = newColumns[table] ?? {};
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name] ?? name, value])),
  );
  return [newTables[table] ?? table, named.sort(compare)];
}

/** The rows without columns that later migrations have added. */
function withoutNew(
  rows: readonly Record<string, unknown>[] = [],
  earlier: Record<string, unknown> = {},
): Record<string, unknown>[] {
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name in earlier)))
    .sort(compare);
}

const tables = {
  sqlite: `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not glob 'entry_words_?*'`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public'`,
};

/** Every row of every table, as a set: neither rows nor columns are in an order. */
async function contents(location: Location): Promise<Map<string, Record<string, unknown>[]>> {
  const found = new Map<string, Record<string, unknown>[]>();
  for (const { name } of await run(location, tables[location.engine])) {
    const table = String(name);
    // SQLite keeps no text of them; on both engines phone numbers were added.
    const id = location.engine === 'sqlite' ? 'rowid as id' : 'entry_id as id';
    const columns = table === 'entry_words' ? id : '*';
    const rows = await run(location, `select ${columns} from "${table}"`);
    found.set(
      table,
      rows.map((row) => Object.fromEntries(Object.entries(row))).sort((a, b) => compare(a, b)),
    );
  }
  return found;
}

function compare(a: Record<string, unknown>, b: Record<string, unknown>): number {
  const text = (row: Record<string, unknown>) => JSON.stringify(Object.entries(row).sort());
  return text(a) < text(b) ? -1 : 1;
}

async function run(location: Location, text: string): Promise<Record<string, unknown>[]> {
  if (location.engine === 'sqlite') {
    const connection = new DatabaseSync(location.file);
    try {
      if (text.includes(';')) connection.exec(text);
      return text.includes(';') ? [] : connection.prepare(text).all();
    } finally {
      connection.close();
    }
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
