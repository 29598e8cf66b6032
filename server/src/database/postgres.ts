import { Socket } from 'node:net';
import pg from 'pg';
import { sql } from '#kysely';
import { storeBatch } from './crowd-operation.ts';
import {
  AlreadyThere,
  type Database,
  DatabaseUnavailable,
  DatabaseUnusable,
  NotThere,
  type Queries,
  type Subject,
  type Transaction,
  type Wakeup,
} from './port.ts';
import { withReadiness } from './readiness.ts';
import { rawStatement, type Statement, type Values } from './statement.ts';
import { wakeups } from './wakeups.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Connections of this process. */
  readonly poolSize: number;
  /** Told of a connection that broke while nobody used it. */
  readonly onProblem: (error: Error) => void;
}

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
/** For a server that does not even answer that it gave up: its machine lost power, or the network to it is cut. */
const answerTimeoutMs = 35_000;
/** A process that stalls in a transaction, or is cut off, would hold rows that every other process has to write. */
const idleTransactionTimeoutMs = 10_000;
/** How long `close` waits for what runs before it breaks off: callers have had their answers, or are gone. */
const closeTimeoutMs = 500;
/** Tells a connection whose other end vanished; the system's own pause is two hours. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** Two or four batches in flight store the most: one commits while the next is being sent. */
const parallelBatches = 3;
const mostRetries = 5;
const relistenMs = 1_000;

/**
 * Opens a pool on PostgreSQL and listens for the changes that other processes make.
 * Rejects with a sentence for the operator when the server would lose what it acknowledges.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const sockets = new Set<Socket>();
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const pool = new pg.Pool({
    stream,
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    ...keepAlive,
    types: { getTypeParser },
    application_name: 'accueil',
    options: '-c timezone=UTC -c datestyle=ISO',
  });
  pool.on('error', options.onProblem);
  try {
    await refuseUnsafe(pool);
  } catch (error) {
    await pool.end();
    throw postgresFailure(error);
  }
  const read: Queries = new PostgresQueries(pool);
  const listener = listen(options, stream);

  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => Promise.reject(postgresFailure(error)));
    let broken: Error | undefined;
    // The query that runs fails with it. Without a listener of our own it would end the process as well.
    const onBroken = (error: Error) => {
      broken = error;
    };
    client.on('error', onBroken);
    try {
      const tx = new PostgresQueries(client);
      await tx.command('begin');
      const result = await work(tx);
      // A transaction in which a statement failed unnoticed ends so, without an error.
      if ((await tx.command('commit')) !== 'COMMIT') throw new Error('The transaction was rolled back');
      return result;
    } catch (error) {
      // The server rolls back what its client leaves: one that is in trouble is not asked to.
      if (error instanceof DatabaseUnavailable) broken ??= error;
      else await client.query('rollback').catch(onBroken);
      throw error;
    } finally {
      client.off('error', onBroken);
      client.release(broken);
    }
  }

  async function write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await transaction(work);
      } catch (error) {
        if (!(error instanceof WorthRetrying)) throw error;
        if (tries > mostRetries)
          throw new DatabaseUnavailable(`PostgreSQL: ${error.message}`, { cause: error });
      }
    }
  }

  return withReadiness({
    engine: 'postgres',
    read,
    parallelBatches,
    write,
    batch: async (operation, pieces, now) =>
      pieces.length === 0 ? [] : write((tx) => storeBatch(tx, operation, pieces, now)),
    revision: listener.revision,
    watch: listener.watch,
    async close() {
      // A server that hangs does not take leave either.
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, closeTimeoutMs);
      await Promise.all([listener.close(), pool.end()]);
      clearTimeout(timer);
    },
  });
}

async function refuseUnsafe(pool: pg.Pool): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await pool.query<Record<string, string>>(`show ${setting}`);
    if (rows[0]?.[setting] === 'off') {
      throw new DatabaseUnusable(
        `PostgreSQL runs with ${setting}=off and would lose what accueil acknowledges: switch it on`,
      );
    }
  }
}

/**
 * Follows `accueil_revision`, and `accueil_wakeup` for who watches. While the connection is down nothing kept in memory is trusted, and after it has come
 * back nothing kept from before: revisions are numbered here, so that none comes twice. (The numbers of the table
 * would: a notification that arrives while they are read is counted twice, or not at all.)
 */
function listen(options: PostgresOptions, stream: () => Socket) {
  let changes = 0;
  let connectedAt = 0;
  const changed = new Map<string, number>();
  const { watch, wake, wakeAll } = wakeups();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      stream,
      connectionString: options.url,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      ...keepAlive,
      application_name: 'accueil listener',
    });
    let over = false;
    const lost = () => {
      // A connection ends after its error, perhaps when the next one is there already.
      if (over) return;
      over = true;
      if (client === fresh) client = undefined;
      void fresh.end().catch(() => undefined);
      if (!closed && timer === undefined) timer = setTimeout(again, relistenMs).unref();
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'accueil_revision') changed.set(payload, ++changes);
      else if (payload === 'outbox' || payload === 'mail') wake(payload);
    });
    try {
      await fresh.connect();
      await fresh.query('listen accueil_revision; listen accueil_wakeup');
      connectedAt = ++changes;
      client = fresh;
      wakeAll();
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
    watch,
    revision: async (subject: Subject) =>
      client === undefined ? undefined : Math.max(connectedAt, changed.get(subject) ?? 0),
    async close() {
      closed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end();
    },
  };
}

const sendWakeup = rawStatement<{ subject: Wakeup }, unknown>(
  (p) => sql`select pg_notify('accueil_wakeup', ${p.subject})`,
);

class PostgresQueries implements Transaction {
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

  async each<P extends Values, R>(statement: Statement<P, R>, all: readonly P[]): Promise<R[]> {
    const rows: R[] = [];
    for (const values of all) rows.push(...(await this.all(statement, values)));
    return rows;
  }

  async run<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<number> {
    return (await this.#query(statement, values)).rowCount ?? 0;
  }

  async notify(subject: Wakeup): Promise<void> {
    await this.run(sendWakeup, { subject });
  }

  /** Runs a command of SQL itself. Answers what the server says that it did. */
  async command(text: string): Promise<string> {
    try {
      return (await this.#client.query(text)).command;
    } catch (error) {
      throw postgresFailure(error);
    }
  }

  async #query<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<pg.QueryResult> {
    const { name, sql: text, bind } = statement.compiled('postgres');
    try {
      return await this.#client.query({ name, text, values: bind(values) });
    } catch (error) {
      throw postgresFailure(error);
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
const foreignKeyViolation = '23503';
const retried = new Set(['40001', '40P01']);
// Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, resources,
// operator intervention, system error, read-only transaction, failed authorization, no such database.
const away = /^(08|53|57|58|25006|28|3D000)/;

/** What went wrong, as an error of the port if it is one that callers tell apart. */
export function postgresFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === uniqueViolation) return new AlreadyThere(error.message, { cause: error });
  if (code === foreignKeyViolation) return new NotThere(error.message, { cause: error });
  if (code !== undefined && retried.has(code)) return new WorthRetrying(error.message, { cause: error });
  const fromServer = error instanceof pg.DatabaseError;
  if (fromServer && !away.test(code ?? '')) return error;
  if (!fromServer && code === undefined && !/connect|timeout|terminat/i.test(error.message)) return error;
  // A name with several addresses fails on each: the error of all together has no words of its own.
  const messages =
    error instanceof AggregateError ? error.errors.map(({ message }) => message) : [error.message];
  return new DatabaseUnavailable(`PostgreSQL: ${messages.join('; ')}`, { cause: error });
}
