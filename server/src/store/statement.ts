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
import { type Dialect, dialects, type Engine } from './dialect.ts';
import type { Tables } from './tables.ts';

/** What can be bound to a statement, on both engines. */
export type Value = string | number | null | Uint8Array;
export type Values = Record<string, Value>;

/** Stands in a query for the values of one parameter. */
export type Parameters<P extends Values> = { readonly [K in keyof P]: RawBuilder<P[K]> };

/** A query compiled once per engine: its text and where each bound value comes from. */
export interface Compiled {
  /** Unique among statements: PostgreSQL keeps the prepared statement by it, as long as the connection lives. */
  readonly name: string;
  readonly sql: string;
  readonly bind: (values: Values) => Value[];
}

/** A query written with Kysely, compiled at its first use and prepared by the engine from then on. */
export interface Statement<P extends Values, R> {
  readonly compiled: (engine: Engine) => Compiled;
  /** Built for one call: {@link dynamicStatement}. PostgreSQL keeps no prepared statement of it. */
  readonly isDynamic?: true;
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
  constructor(value: Value) {
    this.value = value;
  }
}

/**
 * Writes what stands in a query itself into its text. As a bound value SQLite, which compares it with the conditions of
 * partial indexes, would plan the statement anew at every call: that took ten times as long as a look-up.
 */
class SqliteWriter extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Parameter || value instanceof Bound) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

// Kysely writes the SQL; the port runs it. Its own drivers cost eight times as much per query.
const writers: Record<Engine, Kysely<Tables>> = {
  sqlite: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteWriter(),
    },
  }),
  postgres: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

let statements = 0;

/**
 * A statement with named parameters:
 * `statement<{ id: number }>()((db, p) => db.selectFrom('entries').selectAll().where('id', '=', p.id))`.
 * The dialect is passed for what the two engines write differently.
 */
export function statement<P extends Values = Record<never, never>>() {
  return <R>(
    build: (db: Kysely<Tables>, p: Parameters<P>, dialect: Dialect) => { compile: Compilable<R>['compile'] },
  ): Statement<P, R> => {
    const name = `accueil_${++statements}`;
    const done: Partial<Record<Engine, Compiled>> = {};
    return {
      compiled(engine) {
        done[engine] ??= compile(name, build(writers[engine], parameters<P>(), dialects[engine]));
        return done[engine];
      },
    };
  };
}

/**
 * A statement built for one call, for lists with filters: there are tens of thousands of combinations. Kept for ever,
 * 30,000 of them took 355 MiB, and 41 KiB each in every backend of PostgreSQL. Its values are given to {@link bind}.
 */
export function dynamicStatement<R>(
  build: (
    db: Kysely<Tables>,
    dialect: Dialect,
  ) => { compile(db: Kysely<Tables>): ReturnType<Compilable<R>['compile']> },
): Statement<Record<never, never>, R> {
  const dynamic = statement()((db, _, dialect) => ({ compile: () => build(db, dialect).compile(db) }));
  return { ...dynamic, isDynamic: true };
}

/** A value in a {@link dynamicStatement}, bound and not written into its text. */
export function bind<T extends Value>(value: T): RawBuilder<T> {
  return sql`${new Bound(value)}`;
}

/** A statement of raw SQL that answers rows of type `R`, for what Kysely can't write. */
export function rawStatement<P extends Values, R>(
  build: (p: Parameters<P>, dialect: Dialect) => RawBuilder<R>,
): Statement<P, R> {
  return statement<P>()((db, p, dialect) => ({ compile: () => build(p, dialect).compile(db) }));
}

function parameters<P extends Values>(): Parameters<P> {
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
    bind: (values) =>
      sources.map((source) => (source instanceof Parameter ? bound(values, source.name) : source.value)),
  };
}

function bound(values: Values, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`No value for the parameter ${name}`);
  return value;
}
