import { type RawBuilder, sql } from 'kysely';

/** Ids, bound as a JSON array. */
export type Ids = readonly number[];

/** The two engines. SQLite is inside Node; PostgreSQL is chosen by `DATABASE_URL`. */
export type Engine = 'sqlite' | 'postgres';

/** A term to look up in the full-text index. */
export interface SearchTerm {
  readonly word: string;
  /** Whether to match the whole word, or words that start with it. */
  readonly whole: boolean;
  /** Whole words that match as well. */
  readonly alternatives?: readonly string[];
}

type Sql = RawBuilder<unknown>;

/** The parts of statements that differ between the engines. Nothing else checks which engine is in use. */
export interface Dialect {
  /**
   * Whether the database is a server, shared with other processes, where each statement is a round trip. Otherwise it is a
   * file that belongs to this process.
   */
  readonly isServer: boolean;

  /** Locks the selected rows until the commit. A no-op on SQLite, which has one writer. */
  forUpdate<Q extends { forUpdate(): Q }>(query: Q): Q;
  /** `for update skip locked`, limited to the rows of table `of` when the query joins several. */
  skipLocked(of?: string): Sql;
  /** A query that takes the lock of this name, waiting for its holder, and keeps it until the commit. */
  lockName(name: RawBuilder<string>): Sql;
  /** A query that blocks other transactions from writing to a table until the commit. */
  lockTable(table: string): Sql;

  /** Ids, also as the text of a JSON array, as a subquery with the column `id`. */
  ids(ids: RawBuilder<Ids | string>): RawBuilder<number>;
  /** The objects of a JSON array, as a subquery. `columns` maps member names to PostgreSQL types. */
  records(json: RawBuilder<string>, columns: Readonly<Record<string, string>>): Sql;
  /** A condition: the column's value is one of these ids. */
  idIn(column: string, ids: RawBuilder<Ids | string>): RawBuilder<boolean>;
  /** A condition: the column's value is among the results of an uncorrelated subquery, which runs once. */
  isIn(column: string, select: Sql): RawBuilder<boolean>;
  /** A lateral join of the ids that `select` returns, as `alias.value`. `select` may refer to the row and have a limit. */
  joinIds(alias: string, select: Sql): Sql;
  /** A nested-loop join by index, which keeps the planner from scanning the whole table. */
  joinEach(table: string, alias: string, on: Sql): Sql;

  /** A lateral join of the member names of a JSON column at every depth, as `alias.key`. */
  joinNames(alias: string, column: string): Sql;

  /** An instant parameter, for places where PostgreSQL can't infer its type. */
  instant(value: RawBuilder<string>): Sql;
  /** An integer parameter, for places where PostgreSQL can't infer its type. */
  integer(value: RawBuilder<number>): Sql;
  yearOf(day: string): Sql;
  /** A condition: the text of a JSON column contains this. */
  jsonContains(column: string, text: string): RawBuilder<boolean>;
  /** The size of a text or JSON column in bytes. */
  textBytes(column: string): RawBuilder<number>;

  /**
   * A condition: the text matches a regular expression, which has to mean the same in JavaScript and in PostgreSQL. Not for
   * `database.read`: on SQLite it would hold up the event loop.
   */
  matches(text: Sql, pattern: RawBuilder<string>): RawBuilder<boolean>;

  /** The column of `entry_words` that holds the entry's id. */
  readonly wordsKey: string;
  /** The value stored in `entry_words.words` for words separated by spaces. */
  storedWords(words: RawBuilder<string>): Sql;
  /** A condition on `entry_words`: the row matches a {@link toMatchQuery}. */
  hasWords(query: RawBuilder<string>): Sql;
  /** A condition on another table, read in its own order: the entry with this id matches a {@link toMatchQuery}. */
  entryHasWords(id: RawBuilder<unknown>, query: RawBuilder<string>): Sql;
  /** A full-text query that requires all of these terms. */
  toMatchQuery(terms: readonly SearchTerm[]): string;
}

const nothing = sql``;

const sqlite: Dialect = {
  isServer: false,

  forUpdate: (query) => query,
  skipLocked: () => nothing,
  // There is only one writing transaction at a time.
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

  // Elements of arrays have numbers as keys.
  joinNames: (alias, column) =>
    sql`cross join json_tree(${sql.ref(column)}) as ${sql.ref(alias)} on typeof(${sql.ref(`${alias}.key`)}) = 'text'`,

  instant: (value) => value,
  integer: (value) => value,
  yearOf: (day) => sql`cast(substr(${sql.ref(day)}, 1, 4) as integer)`,
  jsonContains: (column, text) => sql`instr(${sql.ref(column)}, ${sql.lit(text)}) > 0`,
  // SQLite knows it without reading the text.
  textBytes: (column) => sql`octet_length(${sql.ref(column)})`,

  matches: (text, pattern) => sql`${text} regexp (select regexp_key(${pattern}))`,

  wordsKey: 'rowid',
  storedWords: (words) => words,
  hasWords: (query) => sql`entry_words match ${query}`,
  // `+ 0`: otherwise it would look up the entries by id, a million for a common word.
  entryHasWords: (id, query) =>
    sql`${id} + 0 in (select rowid from entry_words where entry_words match ${query})`,
  toMatchQuery: (terms) =>
    terms
      .map(({ word, whole, alternatives = [] }) =>
        [`"${word}"${whole ? '' : ' *'}`, ...alternatives.map((other) => `"${other}"`)].join(' OR '),
      )
      .map((one) => `(${one})`)
      .join(' AND '),
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
  // With an array the planner uses the index, however many ids it expects.
  isIn: (column, select) => sql`${sql.ref(column)} = any(array(${select}))`,
  joinIds: (alias, select) => sql`cross join lateral (${select}) as ${sql.ref(alias)}(value)`,
  // The planner expects 100 rows from every JSON array and would scan a small table: `offset 0` prevents that.
  joinEach(table, alias, on) {
    const name = sql.ref(alias);
    return sql`cross join lateral (select * from ${sql.table(table)} as ${name} where ${on} offset 0) as ${name}`;
  },

  // Strict: otherwise the objects of an array would be found twice.
  joinNames: (alias, column) =>
    sql`cross join lateral (
      select name #>> '{}' as key
      from jsonb_path_query(${sql.ref(column)}::jsonb, 'strict $.** ? (@.type() == "object").keyvalue().key') as found(name)
    ) as ${sql.ref(alias)}`,

  instant: (value) => sql`${value}::timestamptz`,
  integer: (value) => sql`${value}::integer`,
  yearOf: (day) => sql`extract(year from ${sql.ref(day)})::integer`,
  jsonContains: (column, text) => sql`strpos(${sql.ref(column)}::text, ${sql.lit(text)}) > 0`,
  textBytes: (column) => sql`octet_length(${sql.ref(column)}::text)`,

  matches: (text, pattern) => sql`${text} ~ ${pattern}`,

  wordsKey: 'entry_id',
  storedWords: (words) => sql`array_to_tsvector(string_to_array(${words}, ' '))`,
  hasWords: (query) => sql`words @@ ${query}::tsquery`,
  // Any other subquery would be calculated whole, for each page.
  entryHasWords: (id, query) =>
    sql`(select words from entry_words where entry_id = ${id}) @@ ${query}::tsquery`,
  toMatchQuery(terms) {
    const quoted = (word: string) => `'${word.replaceAll("'", "''")}'`;
    return terms
      .map(({ word, whole, alternatives = [] }) =>
        [`${quoted(word)}${whole ? '' : ':*'}`, ...alternatives.map(quoted)].join(' | '),
      )
      .map((one) => `(${one})`)
      .join(' & ');
  },
};

export const dialects: Readonly<Record<Engine, Dialect>> = { sqlite, postgres };
