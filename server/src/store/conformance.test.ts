// What every engine has to pass. Features are tested on one of them, because each of these gives the same on both.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { execute, number, rows } from '../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../test/fixtures/service.ts';
import { type Channel, ForeignKeyViolation, UniqueViolation } from './database.ts';
import type { Dialect, SearchTerm } from './dialect.ts';
import { selectPage } from './keyset.ts';
import { sqlFor } from './schema.ts';
import {
  bind,
  dynamicStatement,
  type NoValues,
  type Parameters,
  type ParameterValues,
  query,
  rawStatement,
  type Value,
} from './statement.ts';

/** A table with a column of each type. */
const things = `create table things (id $id, name text unique, detail $json, day $day, at $instant,
  flag $flag, big $bigint, bytes $bytes, residence integer references establishments (id)) $strict`;
const nothing = { name: null, detail: null, day: null, at: null, flag: null, big: null, bytes: null };
const empty: ParameterValues = { ...nothing, residence: null };
const columns = Object.keys(empty);
const listed = sql.join(columns.map((column) => sql.ref(column)));
const insert = rawStatement<ParameterValues, { id: number }>(
  (p) =>
    sql`insert into things (${listed}) values (${sql.join(columns.map((name) => p[name]))}) returning id`,
);
const clear = rawStatement<NoValues, unknown>(() => sql`delete from things`);

onBothEngines('a store', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
    await execute(service.database, sqlFor(engine, things));
  });
  after(() => service.close());

  /** The first column of the rows, in their order. */
  async function ask<P extends ParameterValues>(
    values: P,
    build: (p: Parameters<P>, dialect: Dialect) => RawBuilder<unknown>,
  ): Promise<unknown[]> {
    const statement = rawStatement<P, Record<string, unknown>>((p, dialect) => sql`${build(p, dialect)}`);
    return (await service.database.background.all(statement, values)).map((row) => Object.values(row)[0]);
  }
  const text = (value: string) => sql`cast(${sql.lit(value)} as text)`;
  const ifTrue = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 1 else 0 end`;
  /** Puts these rows into the empty table. */
  const store = (...some: ParameterValues[]) =>
    service.database.transaction(async (tx) => {
      await tx.run(clear);
      const all = some.map((one) => ({ ...empty, ...one }));
      assert.equal((await tx.each(insert, all)).length, all.length);
    });
  const namesOf = (condition: string) =>
    ask({}, () => sql`select name from things where ${sql.raw(condition)} order by id`);

  it('values of each type come back as they were written', async () => {
    const instants = ['1970-01-01T00:00:00.000Z', '2026-03-29T01:30:00.001Z', '9999-12-31T23:59:59.999Z'];
    const written = [
      empty,
      { ...empty, name: '', detail: '{}', flag: 0, big: 0, bytes: new Uint8Array() },
      ...instants.map((at, i) => ({
        ...{ name: `l’été « "${i}" » 😀 \\ %`, at, day: at.slice(0, 10), flag: 1, residence: 3 },
        ...{ detail: '{"b": [1, null], "a":"é\\u00e9", "b":2}', bytes: new Uint8Array([0, 255, 39]) },
        big: (i - 1) * Number.MAX_SAFE_INTEGER,
      })),
    ];
    await store(...written);
    const found = await rows<Record<string, Value>>(service.database, 'select * from things order by id');
    assert.deepEqual(
      found.map(({ id, bytes, ...row }) => ({
        ...row,
        bytes: bytes instanceof Uint8Array ? new Uint8Array(bytes) : bytes,
      })),
      written.map(({ bytes, ...row }) => ({ ...row, bytes })),
    );
    assert.deepEqual(
      await rows(service.database, `select count(*) as n, max(big) as most, 7 / 2 as half from things`),
      [{ n: 5, most: Number.MAX_SAFE_INTEGER, half: 3 }],
    );
  });

  it('texts of another case, accent or composition are other texts', async () => {
    const texts =
      'case|Case|CASE|caf\u00e9|cafe\u0301|cafe| cafe|cafe |ﬁn|fin|straße|strasse|İ|i̇|I|ı|👩‍👧|👩👧|\u200b|1|01|%';
    const all = texts.split('|');
    await store(...all.map((name) => ({ name })));
    for (const name of all) {
      const found = await ask({ name }, (p) => sql`select name from things where name = ${p.name}`);
      assert.deepEqual(found, [name]);
    }
  });

  it('a JSON null and an absent member read as null, an absent text as none', async () => {
    const details = ['{"a":"x"}', '{"a":null}', '{}', null];
    await store(...details.map((detail, i) => ({ name: String(i), detail })));
    assert.deepEqual(await namesOf("detail ->> 'a' = 'x'"), ['0']);
    assert.deepEqual(await namesOf("detail ->> 'a' is null"), ['1', '2', '3']);
    assert.deepEqual(await namesOf('detail is null'), ['3']);
  });

  it('days, instants and numbers are compared and taken apart', async () => {
    await store({ name: 'first', day: '1938-12-01' }, { name: 'last', day: '2026-01-31' });
    const years = await ask({}, (_, { yearOf }) => sql`select ${yearOf('day')} from things order by day`);
    assert.deepEqual(years, [1938, 2026]);
    assert.deepEqual(await namesOf("day >= '2026-01-31'"), ['last']);
    const instants = { one: '2026-03-04T09:00:00.000Z', other: '2026-03-04T09:00:00.001Z' };
    const isBefore = await ask(
      instants,
      (p, { instant }) => sql`select ${ifTrue(sql`${instant(p.one)} < ${instant(p.other)}`)} as one`,
    );
    assert.deepEqual(isBefore, [1]);
    assert.deepEqual(await ask({ n: 41 }, (p, { integer }) => sql`select ${integer(p.n)} + 1 as one`), [42]);
  });

  it('a broken constraint has its name, and leaves nothing of its transaction', async () => {
    await store({ name: 'there' });
    const isRefused = (row: ParameterValues, kind: typeof UniqueViolation | typeof ForeignKeyViolation) => {
      const writing = service.database.transaction(async (tx) => {
        await tx.run(insert, { ...empty, name: 'beside' });
        await tx.run(insert, { ...empty, ...row });
      });
      return assert.rejects(writing, kind);
    };
    await isRefused({ name: 'there' }, UniqueViolation);
    await isRefused({ residence: 999 }, ForeignKeyViolation);
    assert.deepEqual(await namesOf('true'), ['there']);
  });

  it('on a conflict nothing or an update is done, and counted', async () => {
    await store({ name: 'there', big: 1 });
    const row = (name: string) => `insert into things (name, big) values ('${name}', 1) on conflict (name)`;
    const upsert = (name: string, otherwise: string) =>
      execute(service.database, `${row(name)} ${otherwise}`);
    const increment = 'do update set big = things.big + excluded.big';
    assert.equal(await upsert('there', 'do nothing'), 0);
    assert.equal(await upsert('there', `${increment} where things.big > 5`), 0);
    assert.equal(await upsert('there', increment), 1);
    assert.equal(await upsert('new', increment), 1);
    assert.deepEqual(await ask({}, () => sql`select big from things order by big`), [1, 2]);
  });

  it('pages of a list have each row once, forwards and backwards', async () => {
    const names = ['é', 'E', 'e', 'z', 'Z', 'œ', '😀', '', 'à la', 'a-la', null, null];
    await store(...names.map((name, i) => ({ name, day: i % 3 === 0 ? null : `2026-03-0${(i % 2) + 1}` })));
    for (const first of [sql`coalesce(name, '')`, sql`coalesce(day, '9999-12-31')`])
      for (const descending of [true, false]) {
        const list = { from: sql`things`, conditions: [], key: [first, sql`id`], descending };
        const read = (from: readonly Value[] | undefined, backwards: boolean, limit: number) => {
          const page = selectPage(sql`${first} as first, id`, list, { from, backwards, limit });
          return service.database.read.all(
            dynamicStatement(() => sql<{ first: string; id: number }>`${page}`),
          );
        };
        const whole = await read(undefined, false, 99);
        assert.equal(whole.length, names.length);
        for (const backwards of [false, true]) {
          const paged: typeof whole = [];
          for (let last: Value[] | undefined; ; ) {
            const page = await read(last, backwards, 5);
            paged.push(...page.slice(0, 5));
            const end = paged.at(-1);
            if (page.length <= 5 || end === undefined) break;
            last = [end.first, end.id];
          }
          assert.deepEqual(backwards ? paged.toReversed() : paged, whole);
        }
      }
  });

  it('ids of an array are listed, and rows found by them', async () => {
    const idsOf = (listed: number[]) =>
      ask({ listed }, (p, { ids }) => sql`select id from ${ids(p.listed)} as one`);
    assert.deepEqual(await idsOf([3, Number.MAX_SAFE_INTEGER]), [3, Number.MAX_SAFE_INTEGER]);
    assert.deepEqual(await idsOf([]), []);
    const found = (listed: number[]) =>
      ask(
        { listed },
        (p, { idIn }) => sql`select id from establishments where ${idIn('id', p.listed)} order by id`,
      );
    assert.deepEqual(await found([5, 3, 3, 999]), [3, 5]);
    assert.deepEqual(await found([]), []);
    assert.deepEqual(await found(Array.from({ length: 50_000 }, (_, i) => i + 9)), [9, 10]);
    const select = sql`select null as id union all select 3 union all select 3`;
    assert.deepEqual(
      await ask({}, (_, { isIn }) => sql`select id from establishments where ${isIn('id', select)}`),
      [3],
    );
  });

  it('a statement takes 30,000 values, and a value of a megabyte', async () => {
    const values = Array.from({ length: 30_000 }, (_, i) => i + 9);
    const known = dynamicStatement(
      () =>
        sql<{
          id: number;
        }>`select id from establishments where id in (${sql.join(values.map(bind))}) order by id`,
    );
    assert.deepEqual(await service.database.read.all(known), [{ id: 9 }, { id: 10 }]);
    await store({ name: 'long', detail: JSON.stringify('é'.repeat(500_000)) });
    assert.deepEqual(
      await ask({}, (_, { textBytes }) => sql`select ${textBytes('detail')} as one from things`),
      [1_000_002],
    );
  });

  it('the objects of an array are rows, with null for what one does not have', async () => {
    const json = JSON.stringify([{ id: 1, name: 'l’été « "1" » 😀' }, { id: 2 }, { id: 3, name: null }]);
    const names = await ask(
      { json },
      (p, { records }) =>
        sql`select name from ${records(p.json, { id: 'bigint', name: 'text' })} as one order by id`,
    );
    assert.deepEqual(names, ['l’été « "1" » 😀', null, null]);
  });

  it('some ids are joined for each row, and rows for each id', async () => {
    const next = sql`select o.id as id from establishments o where o.id > e.id order by o.id limit 2`;
    const pairs = await ask(
      { json: '[3,4]' },
      (p, { idIn, joinIds }) =>
        sql`select e.id * 100 + following.value as pair from establishments e ${joinIds('following', next)}
          where ${idIn('e.id', p.json)} order by 1`,
    );
    assert.deepEqual(pairs, [304, 305, 405, 406]);
    const each = await ask(
      { json: '[5,999,3]' },
      (p, { ids, joinEach }) =>
        sql`select e.id from ${ids(p.json)} as listed
          ${joinEach('establishments', 'e', sql`e.id = listed.id`)} order by e.id`,
    );
    assert.deepEqual(each, [3, 5]);
  });

  it('the names of a JSON text are listed from every depth, repeated ones too', async () => {
    const names = (json: string) =>
      ask(
        {},
        (_, { joinNames }) =>
          sql`select key from (select ${text(json)} as extra) as x ${joinNames('member', 'x.extra')} order by key`,
      );
    assert.deepEqual(await names('{"d":{"e":null},"b":[{"c":1},[{"c":2}],3],"a":"f"}'), [...'abccde']);
    for (const none of ['{}', '[]', '[1,"a"]', '"a"']) assert.deepEqual(await names(none), [], none);
  });

  it('texts are looked into, and measured in bytes', async () => {
    const contains = (json: string, part: string) =>
      ask(
        {},
        (_, { jsonContains }) =>
          sql`select ${ifTrue(jsonContains('x.detail', part))} as one from (select ${text(json)} as detail) as x`,
      );
    assert.deepEqual(await contains('{"l\'été":1}', '"l\'été":'), [1]);
    assert.deepEqual(await contains('{"a":1}', '"A":'), [0]);
    assert.deepEqual(await contains('{"a":"100%"}', '_00%'), [0]);
    for (const [value, bytes] of [
      ['', 0],
      ['été', 5],
      ['😀', 4],
    ] as const) {
      const from = sql`from (select ${text(value)} as value) as x`;
      const size = await ask({}, (_, { textBytes }) => sql`select ${textBytes('x.value')} as one ${from}`);
      assert.deepEqual(size, [bytes], value);
    }
  });

  it('words are found whole or by their beginning, one of several, all of them', async () => {
    const { database } = service;
    const words = { 1: 'martin odette', 2: 'martinez odette', 3: 'petit odette', 4: 'petit' };
    await execute(
      database,
      `insert into entries (kind, status, flagged, test, contact_date, received_at, fields) values
       ${Object.keys(words).map(() => "('survey', 'new', 0, 0, '2026-03-04', '2026-03-04T09:00:00.000Z', '{}')")}`,
    );
    const add = rawStatement<{ id: number; words: string }, unknown>(
      (p, { wordsKey, storedWords, integer }) =>
        sql`insert into entry_words (${sql.ref(wordsKey)}, words) values (${integer(p.id)}, ${storedWords(p.words)})`,
    );
    const remove = rawStatement<{ id: number }, unknown>(
      (p, { wordsKey }) => sql`delete from entry_words where ${sql.ref(wordsKey)} = ${p.id}`,
    );
    const set = (id: number, words: string) =>
      database.transaction(async (tx) => {
        await tx.run(remove, { id });
        await tx.run(add, { id, words });
      });
    for (const [id, of] of Object.entries(words)) await set(Number(id), of);
    const found = async (...terms: SearchTerm[]) => {
      const sought = { query: database.read.dialect.toMatchQuery(terms) };
      const ids = await ask(
        sought,
        (p, { wordsKey, hasWords }) =>
          sql`select ${sql.ref(wordsKey)} as id from entry_words where ${hasWords(p.query)} order by 1`,
      );
      const same = await ask(
        sought,
        (p, { entryHasWords }) =>
          sql`select e.id from entries e where ${entryHasWords(sql.ref('e.id'), p.query)} order by e.id`,
      );
      assert.deepEqual(same, ids);
      return ids;
    };
    assert.deepEqual(await found({ word: 'martin', whole: false }), [1, 2]);
    assert.deepEqual(await found({ word: 'martin', whole: true }), [1]);
    assert.deepEqual(await found({ word: 'artin', whole: false }), []);
    assert.deepEqual(await found({ word: 'ode', whole: false }, { word: 'pet', whole: false }), [3]);
    const either = { word: 'martinez', whole: true, alternatives: ['petit', 'pet'] };
    assert.deepEqual(await found(either), [2, 3, 4]);
    assert.deepEqual(await found({ word: 'o', whole: true }), []);
    await set(3, 'durand zoe');
    assert.deepEqual(await found({ word: 'petit', whole: false }), [4]);
    assert.deepEqual(await found({ word: 'durand', whole: true }, { word: 'zo', whole: false }), [3]);
  });

  it('a notification arrives after the commit, and none of what is rolled back', async () => {
    const { database } = service;
    // On PostgreSQL all channels are told when the listening begins.
    while (database.revision('access') === undefined) await setImmediate();
    const told: Channel[] = [];
    for (const channel of ['outbox', 'notices'] as const)
      database.subscribe(channel, () => told.push(channel));
    const failing = database.transaction(async (tx) => {
      await tx.notify('notices');
      throw new Error('rolled back');
    });
    await assert.rejects(failing, /rolled back/);
    await database.transaction((tx) => tx.notify('outbox'));
    while (told.length === 0) await setImmediate();
    assert.deepEqual(told, ['outbox']);
  });

  it('rows that another has locked are passed over', async () => {
    const { database } = service;
    const first = rawStatement<NoValues, { id: number }>(
      (_, { skipLocked }) => sql`select id from establishments order by id limit 1 ${skipLocked()}`,
    );
    await database.transaction(async (tx) => {
      assert.deepEqual(await tx.all(first), [{ id: 1 }]);
      // SQLite has one writer, and nothing to pass over.
      if (!tx.dialect.isServer) return;
      const [other] = await database.transaction((second) => second.all(first));
      assert.equal(other?.id, 3);
    });
  });

  const lockName = (name: string) =>
    rawStatement<NoValues, unknown>((_, dialect) => dialect.lockName(sql.lit(name)));
  const lockRow = (id: number) =>
    query((db, { forUpdate }) =>
      forUpdate(db.selectFrom('establishments').select('id').where('id', '=', id)),
    );
  const locks = {
    name: { first: lockName('a'), waits: lockName('a'), passes: lockName('b') },
    table: {
      first: rawStatement<NoValues, unknown>((_, { lockTable }) => lockTable('passwords')),
      waits: query((db) => db.deleteFrom('passwords').where('hash', '=', 'none')),
      passes: query((db) => db.selectFrom('passwords').select('hash')),
    },
    row: { first: lockRow(1), waits: lockRow(1), passes: lockRow(3) },
  };
  const waiting = `select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  for (const [what, { first, waits, passes }] of Object.entries(locks)) {
    it(`a ${what} is locked until the commit, and nothing else`, async () => {
      const { database } = service;
      const ended: string[] = [];
      let second: Promise<unknown> | undefined;
      await database.transaction(async (tx) => {
        // Twice: what a transaction holds it may take again.
        for (let i = 0; i < 2; i++) await tx.run(first);
        // SQLite has one writer, and nobody waits in the middle of a transaction.
        if (!tx.dialect.isServer) return;
        await database.transaction((other) => other.run(passes));
        second = database.transaction((other) => other.run(waits)).finally(() => ended.push('second'));
        while (ended.length === 0 && (await number(database, waiting)) === 0);
        ended.push('first');
      });
      await second;
      assert.deepEqual(ended, second === undefined ? [] : ['first', 'second']);
    });
  }
});
