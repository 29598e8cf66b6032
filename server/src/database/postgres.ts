import { sql } from 'kysely';
import pg from 'pg';
import { AlreadyThere, type Database, DatabaseUnavailable, type Queries, type Subject } from './port.ts';
import { rawStatement, type Statement, type Values } from './statement.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Connections of this process. */
  readonly poolSize: number;
  /** Told of a connection that broke while nobody used it. */
  readonly onProblem: (error: Error) => void;
}

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
/** Two or four batches in flight store the most: one commits while the next is being sent. */
const parallelBatches = 3;
const mostRetries = 5;
const relistenMs = 1_000;

const revisions = rawStatement<Record<never, never>, { subject: Subject; number: number }>(
  () => sql`select subject, number from revisions`,
);

/**
 * Opens a pool on PostgreSQL and listens for the changes that other processes make.
 * Rejects with a sentence for the operator when the server would lose what it acknowledges.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    types: { getTypeParser },
    application_name: 'accueil',
    options: '-c timezone=UTC -c datestyle=ISO',
  });
  pool.on('error', options.onProblem);
  try {
    await refuseUnsafe(pool);
  } catch (error) {
    await pool.end();
    throw translated(error);
  }
  const read = new PostgresQueries(pool);
  const listener = listen(options, read);

  async function transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => Promise.reject(translated(error)));
    let broken = false;
    try {
      const tx = new PostgresQueries(client);
      await tx.command('begin');
      const result = await work(tx);
      await tx.command('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    engine: 'postgres',
    read,
    parallelBatches,
    async write(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await transaction(work);
        } catch (error) {
          if (!(error instanceof WorthRetrying) || tries > mostRetries) throw error;
        }
      }
    },
    revision: listener.revision,
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

async function refuseUnsafe(pool: pg.Pool): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await pool.query<Record<string, string>>(`show ${setting}`);
    if (rows[0]?.[setting] === 'off') {
      throw new Error(
        `PostgreSQL runs with ${setting}=off and would lose what accueil acknowledges: switch it on`,
      );
    }
  }
}

/** Follows `accueil_revision`. While the connection is down nothing kept in memory is trusted. */
function listen(options: PostgresOptions, read: Queries) {
  const known = new Map<Subject, number>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: options.url,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'accueil listener',
      keepAlive: true,
    });
    const lost = () => {
      if (client === fresh) client = undefined;
      known.clear();
      void fresh.end().catch(() => undefined);
      if (!closed && timer === undefined) timer = setTimeout(again, relistenMs).unref();
    };
    fresh.once('error', lost);
    fresh.once('end', lost);
    fresh.on('notification', ({ payload }) => {
      const subject = payload as Subject;
      known.set(subject, (known.get(subject) ?? 0) + 1);
    });
    try {
      await fresh.connect();
      await fresh.query('listen accueil_revision');
      for (const { subject, number } of await read.all(revisions, {})) known.set(subject, number);
      client = fresh;
      if (closed) await fresh.end();
    } catch {
      lost();
    }
  }

  function again() {
    timer = undefined;
    connecting = connect();
  }

  let connecting = connect();
  return {
    revision: (subject: Subject) => (client === undefined ? undefined : known.get(subject)),
    async close() {
      closed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end();
    },
  };
}

class PostgresQueries implements Queries {
  readonly engine = 'postgres';
  readonly #client: pg.Pool | pg.PoolClient;

  constructor(client: pg.Pool | pg.PoolClient) {
    this.#client = client;
  }

  async all<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R[]> {
    return (await this.#query(statement, values)).rows as R[];
  }

  async first<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R | undefined> {
    return (await this.all(statement, values))[0];
  }

  async run<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<number> {
    return (await this.#query(statement, values)).rowCount ?? 0;
  }

  async command(text: string): Promise<void> {
    try {
      await this.#client.query(text);
    } catch (error) {
      throw translated(error);
    }
  }

  async #query<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<pg.QueryResult> {
    const { name, sql: text, bind } = statement.compiled('postgres');
    try {
      return await this.#client.query({ name, text, values: bind(values) });
    } catch (error) {
      throw translated(error);
    }
  }
}

/** 64-bit integers are ids well below 2^53; instants are ISO strings; days and JSON stay as PostgreSQL writes them. */
function getTypeParser(oid: number): (text: string) => unknown {
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

/** A serialization failure or a deadlock: the same transaction may succeed when it runs again. */
class WorthRetrying extends Error {
  override readonly name = 'WorthRetrying';
}

const uniqueViolation = '23505';
const retried = new Set(['40001', '40P01']);
// Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, resources,
// operator intervention, system error, read-only transaction, failed authorization, no such database.
const away = /^(08|53|57|58|25006|28|3D000)/;

function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === uniqueViolation) return new AlreadyThere(error.message, { cause: error });
  if (code !== undefined && retried.has(code)) return new WorthRetrying(error.message, { cause: error });
  const fromServer = error instanceof pg.DatabaseError;
  if (fromServer && !away.test(code ?? '')) return error;
  if (!fromServer && code === undefined && !/connect|timeout|terminat/i.test(error.message)) return error;
  return new DatabaseUnavailable(`PostgreSQL: ${error.message}`, { cause: error });
}
