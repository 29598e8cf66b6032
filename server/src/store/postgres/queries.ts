import { sql } from 'kysely';
import pg from 'pg';
import type { Channel, LogLine, Transaction } from '../database.ts';
import { dialects } from '../dialect.ts';
import { type ParameterValues, rawStatement, type Statement } from '../statement.ts';
import { postgresFailure } from './failure.ts';

const notifyChannel = rawStatement<{ channel: Channel }, unknown>(
  (p) => sql`select pg_notify('accueil_wakeup', ${p.channel})`,
);

/** Executes prepared statements on a connection, or on any one of the pool. */
export class PostgresQueries implements Transaction {
  readonly dialect = dialects.postgres;
  readonly logged: LogLine[] = [];
  readonly #client: pg.Pool | pg.PoolClient;
  readonly #admit: () => void;

  /** `admit` throws when a query should not be sent. */
  constructor(client: pg.Pool | pg.PoolClient, admit: () => void = () => undefined) {
    this.#client = client;
    this.#admit = admit;
  }

  async all<P extends ParameterValues, R>(statement: Statement<P, R>, values?: P): Promise<R[]> {
    return (await this.#query(statement, values)).rows as R[];
  }

  async first<P extends ParameterValues, R>(statement: Statement<P, R>, values?: P): Promise<R | undefined> {
    return (await this.all(statement, values))[0];
  }

  async each<P extends ParameterValues, R>(statement: Statement<P, R>, all: readonly P[]): Promise<R[]> {
    const rows: R[] = [];
    for (const values of all) rows.push(...(await this.all(statement, values)));
    return rows;
  }

  async run<P extends ParameterValues, R>(statement: Statement<P, R>, values?: P): Promise<number> {
    return (await this.#query(statement, values)).rowCount ?? 0;
  }

  async notify(channel: Channel): Promise<void> {
    await this.run(notifyChannel, { channel });
  }

  /** Runs SQL commands without parameters and returns the result of each. */
  async commands(text: string): Promise<readonly pg.QueryResult[]> {
    try {
      // For several commands the result is an array, which the types do not say.
      const results: pg.QueryResult | pg.QueryResult[] = await this.#client.query(text);
      return [results].flat();
    } catch (error) {
      throw postgresFailure(error);
    }
  }

  async #query<P extends ParameterValues, R>(
    statement: Statement<P, R>,
    values?: P,
  ): Promise<pg.QueryResult> {
    this.#admit();
    const { name, sql: text, bind } = statement.compiled('postgres');
    try {
      return await this.#client.query({
        text,
        values: bind(values),
        ...(statement.isDynamic === undefined && { name }),
      });
    } catch (error) {
      throw postgresFailure(error);
    }
  }
}

/** 64-bit integers are ids well below 2^53; instants are ISO strings; days and JSON stay as PostgreSQL writes them. */
export function getTypeParser(oid: number): (text: string) => unknown {
  switch (oid) {
    case pg.types.builtins.INT8:
      return Number;
    case pg.types.builtins.TIMESTAMPTZ:
      return (text) => new Date(text).toISOString();
    case pg.types.builtins.DATE:
    case pg.types.builtins.JSON:
      return (text) => text;
    default:
      return pg.types.getTypeParser(oid);
  }
}
