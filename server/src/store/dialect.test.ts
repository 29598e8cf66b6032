// Features are tested on one engine, because each of these gives the same on both.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { onBothEngines, startService, type TestService } from '../../test/fixtures/service.ts';
import type { Dialect, SearchTerm } from './dialect.ts';
import { type NoValues, type Parameters, query, rawStatement, type Values } from './statement.ts';

onBothEngines('the dialect', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  /** The first column of the rows, in their order. */
  async function ask<P extends Values>(
    values: P,
    build: (p: Parameters<P>, dialect: Dialect) => RawBuilder<unknown>,
  ): Promise<unknown[]> {
    const statement = rawStatement<P, Record<string, unknown>>((p, dialect) => sql`${build(p, dialect)}`);
    return (await service.database.background.all(statement, values)).map((row) => Object.values(row)[0]);
  }
  const text = (value: string) => sql`cast(${sql.lit(value)} as text)`;
  const day = (value: string) => (engine === 'postgres' ? sql`${sql.lit(value)}::date` : sql.lit(value));

  it('lists the ids of an array, and finds rows by them', async () => {
    const listed = (json: string) => ask({ json }, (p, { ids }) => sql`select id from ${ids(p.json)} as one`);
    assert.deepEqual(await listed('[3,9007199254740991]'), [3, Number.MAX_SAFE_INTEGER]);
    assert.deepEqual(await listed('[]'), []);
    const found = (json: string) =>
      ask(
        { json },
        (p, { idIn }) => sql`select id from establishments where ${idIn('id', p.json)} order by id`,
      );
    assert.deepEqual(await found('[5,3,3,999]'), [3, 5]);
    assert.deepEqual(await found('[]'), []);
  });

  it('finds rows among the results of a query, of which one may be null', async () => {
    const select = sql`select null as id union all select 3 union all select 3`;
    const found = await ask(
      {},
      (_, { isIn }) => sql`select id from establishments where ${isIn('id', select)}`,
    );
    assert.deepEqual(found, [3]);
  });

  it('reads the objects of an array, with null for what one does not have', async () => {
    const json = JSON.stringify([{ id: 1, name: 'l’été « "1" » 😀' }, { id: 2 }, { id: 3, name: null }]);
    const columns = { id: 'bigint', name: 'text' };
    const names = await ask(
      { json },
      (p, { records }) => sql`select name from ${records(p.json, columns)} as one order by id`,
    );
    assert.deepEqual(names, ['l’été « "1" » 😀', null, null]);
  });

  it('joins some ids for each row, and rows for each id', async () => {
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

  it('lists the names of a JSON text at every depth, each as often as it stands there', async () => {
    const names = (json: string) =>
      ask(
        {},
        (_, { joinNames }) =>
          sql`select key from (select ${text(json)} as extra) as x ${joinNames('member', 'x.extra')} order by key`,
      );
    assert.deepEqual(await names('{"d":{"e":null},"b":[{"c":1},[{"c":2}],3],"a":"f"}'), [
      ...['a', 'b', 'c', 'c', 'd', 'e'],
    ]);
    for (const none of ['{}', '[]', '[1,"a"]', '"a"']) assert.deepEqual(await names(none), [], none);
  });

  it('reads days, instants and numbers', async () => {
    for (const [at, year, month] of [
      ['2026-01-31', 2026, 1],
      ['1938-12-01', 1938, 12],
    ] as const) {
      const from = sql`from (select ${day(at)} as day) as x`;
      assert.deepEqual(await ask({}, (_, { yearOf }) => sql`select ${yearOf('x.day')} as one ${from}`), [
        year,
      ]);
      assert.deepEqual(await ask({}, (_, { monthOf }) => sql`select ${monthOf('x.day')} as one ${from}`), [
        month,
      ]);
    }
    const instants = { one: '2026-03-04T09:00:00.000Z', other: '2026-03-04T09:00:00.001Z' };
    const isBefore = await ask(
      instants,
      (p, { instant }) =>
        sql`select case when ${instant(p.one)} < ${instant(p.other)} then 1 else 0 end as one`,
    );
    assert.deepEqual(isBefore, [1]);
    assert.deepEqual(await ask({ n: 41 }, (p, { integer }) => sql`select ${integer(p.n)} + 1 as one`), [42]);
  });

  it('looks into texts, and measures them in bytes', async () => {
    const contains = (json: string, part: string) =>
      ask(
        {},
        (_, { jsonContains }) =>
          sql`select case when ${jsonContains('x.detail', part)} then 1 else 0 end as one
            from (select ${text(json)} as detail) as x`,
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

  it('searches words: whole or by their beginning, one of several, all of them', async () => {
    for (const lastNameClient of ['Martin', 'Martinez', 'Petit']) {
      const path = `/fr/etablissement/3/commercial/create?${service.query}`;
      assert.equal(
        (await service.post(path, { customId: lastNameClient, lastNameClient, firstNameClient: 'Odette' }))
          .statusCode,
        200,
      );
    }
    const found = async (...terms: SearchTerm[]) => {
      const query = service.database.read.dialect.toMatchQuery(terms);
      const names = await ask(
        { query },
        (p, { wordsKey, hasWords }) =>
          sql`select custom_id from entries where id in
            (select ${sql.ref(wordsKey)} from entry_words where ${hasWords(p.query)}) order by id`,
      );
      const same = await ask(
        { query },
        (p, { entryHasWords }) =>
          sql`select e.custom_id from entries e where ${entryHasWords(sql.ref('e.id'), p.query)} order by e.id`,
      );
      assert.deepEqual(same, names);
      return names;
    };
    assert.deepEqual(await found({ word: 'martin', whole: false }), ['Martin', 'Martinez']);
    assert.deepEqual(await found({ word: 'martin', whole: true }), ['Martin']);
    assert.deepEqual(await found({ word: 'artin', whole: false }), []);
    assert.deepEqual(await found({ word: 'ode', whole: false }, { word: 'pet', whole: false }), ['Petit']);
    const either = { word: 'martinez', whole: true, alternatives: ['petit', 'pet'] };
    assert.deepEqual(await found(either), ['Martinez', 'Petit']);
    assert.deepEqual(await found({ word: 'o', whole: true }), []);

    const forget = rawStatement(
      (_, { wordsKey }) =>
        sql`delete from entry_words where ${sql.ref(wordsKey)} in (select id from entries where custom_id = 'Petit')`,
    );
    const store = rawStatement<{ words: string }, unknown>(
      (p, { wordsKey, storedWords }) =>
        sql`insert into entry_words (${sql.ref(wordsKey)}, words)
          select id, ${storedWords(p.words)} from entries where custom_id = 'Petit'`,
    );
    await service.database.transaction(async (tx) => {
      await tx.run(forget, {});
      await tx.run(store, { words: 'durand zoe' });
    });
    assert.deepEqual(await found({ word: 'petit', whole: false }), []);
    assert.deepEqual(await found({ word: 'durand', whole: true }, { word: 'zo', whole: false }), ['Petit']);
  });

  it('passes over rows that another has locked', async () => {
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
  const waiting = rawStatement<NoValues, unknown>(
    () => sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  for (const [what, { first, waits, passes }] of Object.entries(locks)) {
    it(`locks a ${what} until the commit, and nothing else`, async () => {
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
        while (ended.length === 0 && (await database.read.all(waiting)).length === 0);
        ended.push('first');
      });
      await second;
      assert.deepEqual(ended, second === undefined ? [] : ['first', 'second']);
    });
  }
});
