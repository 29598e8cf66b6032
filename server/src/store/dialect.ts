import { type RawBuilder, sql } from 'kysely';

/** The two engines. SQLite is inside Node; PostgreSQL is chosen by `DATABASE_URL`. */
export type Engine = 'sqlite' | 'postgres';

/** A word to look for in the index of words: whole, or as the beginning of one. */
export interface SearchTerm {
  readonly word: string;
  readonly whole: boolean;
}

type Sql = RawBuilder<unknown>;

/** What the two engines write differently, as parts of a statement. Nothing else asks which engine it is. */
export interface Dialect {
  /**
   * Whether it is a server, which other processes use at the same time and to which each statement is a round trip;
   * otherwise it is a file that belongs to this process.
   */
  readonly isServer: boolean;

  /** Locks the rows that a transaction reads in order to change them. SQLite has one writer, and no such clause. */
  forUpdate<Q extends { forUpdate(): Q }>(query: Q): Q;
  /** Ends a query that takes work: locks its rows, of the table `of` where it joins several, without those locked by others. */
  skipLocked(of?: string): Sql;
  /** A query that waits until no other transaction holds the lock of this name, and holds it until the commit. */
  lockName(name: RawBuilder<string>): Sql;
  /** A query that keeps other transactions from writing to a table until the commit. */
  lockTable(table: string): Sql;

  /** The ids of a JSON array, as a subquery with the column `id`. */
  ids(json: RawBuilder<string>): RawBuilder<number>;
  /** The objects of a JSON array, as a subquery: columns have the names of the members and PostgreSQL's types. */
  records(json: RawBuilder<string>, columns: Readonly<Record<string, string>>): Sql;
  /** A condition: a column holds one of the ids in a JSON array. */
  idIn(column: string, json: RawBuilder<string>): RawBuilder<boolean>;
  /** A condition: a column holds one of what a query without outer references selects, which is run once. */
  isIn(column: string, select: Sql): RawBuilder<boolean>;
  /** Joins to each row what `select`, which may refer to that row and have a limit, finds: ids, as `alias.value`. */
  joinIds(alias: string, select: Sql): Sql;
  /** Joins a table row by row, by its index: no planner is to read the whole table instead. */
  joinEach(table: string, alias: string, on: Sql): Sql;

  /** A parameter that is an instant, where its type does not follow from where it stands. */
  instant(value: RawBuilder<string>): Sql;
  /** A parameter that is an integer, where its type does not follow from where it stands. */
  integer(value: RawBuilder<number>): Sql;
  /** The year of a day. */
  yearOf(day: string): Sql;
  /** The month of a day, from 1. */
  monthOf(day: string): Sql;
  /** How many bytes a column with JSON has. */
  jsonBytes(column: string): RawBuilder<number>;

  /** The column of `entry_words` that holds the entry's id. */
  readonly wordsKey: string;
  /** What `entry_words.words` stores of words with a space between them. */
  storedWords(words: RawBuilder<string>): Sql;
  /** A condition on `entry_words`: a row has the words of a {@link toMatchQuery}. */
  hasWords(query: RawBuilder<string>): Sql;
  /** All of these words, in the language of the index. */
  toMatchQuery(terms: readonly SearchTerm[]): string;
}

const nothing = sql``;

const sqlite: Dialect = {
  isServer: false,

  forUpdate: (query) => query,
  skipLocked: () => nothing,
  // A transaction that writes is the only one.
  lockName: () => sql`select 1`,
  lockTable: () => sql`select 1`,

  ids: (json) => sql`(select value as id from json_each(${json}))`,
  records(json, columns) {
    const members = Object.keys(columns).map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
    return sql`(select ${sql.join(members)} from json_each(${json}))`;
  },
  idIn: (column, json) => sql`${sql.ref(column)} in ${sqlite.ids(json)}`,
  isIn: (column, select) => sql`${sql.ref(column)} in (${select})`,
  // SQLite has no lateral joins, but its functions may refer to the row before.
  joinIds: (alias, select) =>
    sql`cross join json_each((select json_group_array(id) from (${select}))) as ${sql.ref(alias)}`,
  // `cross join` is never reordered.
  joinEach: (table, alias, on) => sql`cross join ${sql.table(table)} as ${sql.ref(alias)} on ${on}`,

  instant: (value) => value,
  integer: (value) => value,
  yearOf: (day) => sql`cast(substr(${sql.ref(day)}, 1, 4) as integer)`,
  monthOf: (day) => sql`cast(substr(${sql.ref(day)}, 6, 2) as integer)`,
  // Known without reading the text.
  jsonBytes: (column) => sql`octet_length(${sql.ref(column)})`,

  wordsKey: 'rowid',
  storedWords: (words) => words,
  hasWords: (query) => sql`entry_words match ${query}`,
  toMatchQuery: (terms) => terms.map(({ word, whole }) => `"${word}"${whole ? '' : ' *'}`).join(' AND '),
};

const postgres: Dialect = {
  isServer: true,

  forUpdate: (query) => query.forUpdate(),
  skipLocked: (of) =>
    of === undefined ? sql`for update skip locked` : sql`for update of ${sql.ref(of)} skip locked`,
  lockName: (name) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
  lockTable: (table) => sql`lock table ${sql.table(table)} in share row exclusive mode`,

  ids: (json) =>
    sql`(select value::bigint as id from json_array_elements_text(${json}::json) as listed(value))`,
  records(json, columns) {
    const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
    return sql`(select * from json_to_recordset(${json}::json) as listed(${sql.join(typed)}))`;
  },
  idIn: (column, json) => postgres.isIn(column, postgres.ids(json)),
  // An array is looked up by an index, however many ids the planner expects.
  isIn: (column, select) => sql`${sql.ref(column)} = any(array(${select}))`,
  joinIds: (alias, select) => sql`cross join lateral (${select}) as ${sql.ref(alias)}(value)`,
  // « offset 0 » keeps the planner, which expects 100 rows of every JSON array, from reading a small table as a whole.
  joinEach(table, alias, on) {
    const name = sql.ref(alias);
    return sql`cross join lateral (select * from ${sql.table(table)} as ${name} where ${on} offset 0) as ${name}`;
  },

  instant: (value) => sql`${value}::timestamptz`,
  integer: (value) => sql`${value}::integer`,
  yearOf: (day) => sql`extract(year from ${sql.ref(day)})::integer`,
  monthOf: (day) => sql`extract(month from ${sql.ref(day)})::integer`,
  jsonBytes: (column) => sql`octet_length(${sql.ref(column)}::text)`,

  wordsKey: 'entry_id',
  storedWords: (words) => sql`array_to_tsvector(string_to_array(${words}, ' '))`,
  hasWords: (query) => sql`words @@ ${query}::tsquery`,
  toMatchQuery: (terms) =>
    terms.map(({ word, whole }) => `'${word.replaceAll("'", "''")}'${whole ? '' : ':*'}`).join(' & '),
};

export const dialects: Readonly<Record<Engine, Dialect>> = { sqlite, postgres };
