import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { type Dialect, dialects, type Engine, type Ids } from './dialect.ts';
import type { Tables } from './tables.ts';

/** A value that can be bound to a statement on both engines. */
export type Value = string | number | null | Uint8Array;
export type ParameterValues = Record<string, Value | Ids>;
/** Of a statement without parameters. */
export type NoValues = Record<never, never>;

/** The placeholders of a query, by parameter name. */
export type Parameters<P extends ParameterValues> = { readonly [K in keyof P]: RawBuilder<P[K]> };

/** A query compiled for one engine: its SQL, and how to bind the values. */
export interface Compiled {
  /** Unique among statements: the name of the prepared statement on each PostgreSQL connection. */
  readonly name: string;
  readonly sql: string;
  readonly bind: (values?: ParameterValues) => Value[];
}

/**
 * How long a statement may run in the background. The longest ones, for the statistics of a million entries on a machine
 * that is busy with other things, take 2 s.
 */
export const backgroundLimitMs = 10_000;

/** A query written with Kysely: compiled on first use, then executed as a prepared statement. */
export interface Statement<P extends ParameterValues, R> {
  readonly compiled: (engine: Engine) => Compiled;
  /** Set by {@link dynamicStatement} and {@link query}: PostgreSQL keeps no prepared statement for it. */
  readonly isDynamic?: true;
  /** How long it may run in the background, when that is less than {@link backgroundLimitMs}. */
  readonly limitMs?: number | undefined;
  /** For the type checker alone. */
  readonly types?: (values: P) => R;
}

class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

class Bound {
  readonly value: Value;
  constructor(value: Value | Ids) {
    this.value = boundValue(value);
  }
}

/**
 * Inlines constants into the SQL text. SQLite compares bound values with the conditions of partial indexes, so a bound
 * constant would make it plan the statement again at every call, which took ten times as long as a look-up.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Parameter || value instanceof Bound) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

// Kysely only builds the SQL, and the port executes it: Kysely's own drivers cost eight times as much per query.
const sqliteBuilder = (createQueryCompiler: () => SqliteQueryCompiler) =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler,
    },
  });
const builders: Record<Engine, Kysely<Tables>> = {
  sqlite: sqliteBuilder(() => new SqliteCompiler()),
  postgres: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

/** Bind every value: those of a {@link query} come from outside. */
const bindingBuilders = { ...builders, sqlite: sqliteBuilder(() => new SqliteQueryCompiler()) };

let statementCount = 0;

/** The statements of the modules loaded so far, for a test that has PostgreSQL parse them all. */
export const definedStatements: Pick<Statement<never, unknown>, 'compiled'>[] = [];

/**
 * Defines a statement with named parameters:
 * `statement<{ id: number }>()((db, p) => db.selectFrom('entries').selectAll().where('id', '=', p.id))`.
 * The dialect is passed for the parts that differ between the engines.
 */
export function statement<P extends ParameterValues = NoValues>() {
  return <R>(build: Build<P, R>): Statement<P, R> => {
    const defined = define(build);
    definedStatements.push(defined);
    return defined;
  };
}

type Build<P extends ParameterValues, R> = (
  db: Kysely<Tables>,
  p: Parameters<P>,
  dialect: Dialect,
) => { compile: Compilable<R>['compile'] };

function define<P extends ParameterValues, R>(build: Build<P, R>): Statement<P, R> {
  const name = `accueil_${++statementCount}`;
  const byEngine: Partial<Record<Engine, Compiled>> = {};
  return {
    compiled(engine) {
      byEngine[engine] ??= compile(name, build(builders[engine], parameters<P>(), dialects[engine]));
      return byEngine[engine];
    },
  };
}

/**
 * A query for one call, written where it runs, with the values in it: `query((db) => db.deleteFrom('grants').where('user_id',
 * '=', id))`. It is compiled at each call, in 2 to 15 µs, and not kept as a prepared statement: creations, look-ups, claims,
 * completions and sessions use {@link statement}.
 */
export function query<R>(
  build: (db: Kysely<Tables>, dialect: Dialect) => { compile: Compilable<R>['compile'] },
): Statement<NoValues, R> {
  return {
    compiled: (engine) => compile('', build(bindingBuilders[engine], dialects[engine])),
    isDynamic: true,
  };
}

/**
 * Builds a statement for one call, for lists with filters, which have tens of thousands of combinations: 30,000 cached
 * statements took 355 MiB here, and 41 KiB each in every PostgreSQL backend. Its values are passed to {@link bind}.
 */
export function dynamicStatement<R>(
  build: (
    db: Kysely<Tables>,
    dialect: Dialect,
  ) => { compile(db: Kysely<Tables>): ReturnType<Compilable<R>['compile']> },
): Statement<NoValues, R> {
  const dynamic = define<NoValues, R>((db, _, dialect) => ({
    compile: () => build(db, dialect).compile(db),
  }));
  return { ...dynamic, isDynamic: true };
}

/** A value in a {@link dynamicStatement}, bound instead of inlined. */
export function bind<T extends Value | Ids>(value: T): RawBuilder<T> {
  return sql`${new Bound(value)}`;
}

/**
 * Defines a statement in raw SQL that returns rows of type `R`, for queries that Kysely can't express. `limitMs`: see {@link
 * Statement.limitMs}.
 */
export function rawStatement<P extends ParameterValues, R>(
  build: (p: Parameters<P>, dialect: Dialect) => RawBuilder<R>,
  limitMs?: number,
): Statement<P, R> {
  const raw = statement<P>()((db, p, dialect) => ({ compile: () => build(p, dialect).compile(db) }));
  return { ...raw, limitMs };
}

function parameters<P extends ParameterValues>(): Parameters<P> {
  return new Proxy({} as Parameters<P>, {
    get: (_, name) => sql`${new Parameter(String(name))}`,
  });
}

function compile(name: string, query: { compile: Compilable['compile'] }): Compiled {
  const { sql: text, parameters: found } = query.compile();
  const sources = found.map((value) =>
    value instanceof Parameter || value instanceof Bound ? value : { value: value as Value },
  );
  return {
    name,
    sql: text,
    bind: (values = {}) =>
      sources.map((source) => (source instanceof Parameter ? bound(values, source.name) : source.value)),
  };
}

function bound(values: ParameterValues, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`No value for the parameter ${name}`);
  return boundValue(value);
}

function boundValue(value: Value | Ids): Value {
  const isPlain = typeof value !== 'object' || value === null || value instanceof Uint8Array;
  return isPlain ? value : JSON.stringify(value);
}
