import { Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import type { Secrets } from '../../secrets.ts';
import {
  type Channel,
  type Database,
  DatabaseUnavailable,
  DatabaseUnusable,
  ForeignKeyViolation,
  type Queries,
  type Transaction,
  UniqueViolation,
} from '../database.ts';
import { dialects } from '../dialect.ts';
import { withReadiness } from '../readiness.ts';
import { rawStatement, type Statement, type Values } from '../statement.ts';
import { batchesByOperation } from './batches.ts';
import { type Listener, openListener } from './listener.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Connections of this process. */
  readonly poolSize: number;
  /** Passed to operations. */
  readonly secrets: Secrets;
  /** Called when an idle connection breaks, or the server stops responding. */
  readonly onProblem: (error: Error) => void;
}

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
/** For a server that can't even report a timeout: its machine lost power, or the network is down. */
const queryTimeoutMs = 35_000;
/** A process that stalls or is cut off in a transaction would keep locks that other processes wait for. */
const idleTransactionTimeoutMs = 10_000;
/** How long `close` waits for running queries: by then callers have their responses or have left. */
const closeTimeoutMs = 500;
/** Detects a connection whose other end has vanished. The system's default delay is two hours. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const maxRetries = 5;
/** Callers waiting for a connection. Those beyond this number are refused at once, which bounds memory. */
const maxWaiting = 1_000;

/**
 * Opens a connection pool and listens for changes by other processes. Rejects with {@link DatabaseUnusable} when the
 * server is configured so that it could lose acknowledged writes.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const sockets = new Set<Socket>();
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  let listener: Listener | undefined;
  const pool = new pg.Pool({
    // Requests that wait for a connection to a silent server are refused one by one, as the pool tries to open one.
    stream() {
      const socket = stream();
      if (listener?.isSilent) process.nextTick(() => socket.destroy(silence()));
      return socket;
    },
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    ...keepAlive,
    types: { getTypeParser },
    application_name: 'accueil',
    options: '-c timezone=UTC -c datestyle=ISO',
  });
  pool.on('error', options.onProblem);
  // The pool listens for errors of idle connections only, and hands a connection out a moment before the caller can
  // listen: without this listener an error in between would end the process. Running queries reject anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await refuseUnsafe(pool);
  } catch (error) {
    await pool.end();
    throw postgresFailure(error);
  }
  const openedListener = openListener({
    url: options.url,
    stream,
    onSilence() {
      options.onProblem(silence());
      for (const socket of sockets) socket.destroy(silence());
    },
  });
  listener = openedListener;
  /** Throws when waiting for a connection is pointless. */
  const admit = () => {
    if (openedListener.isSilent) throw silence();
    if (pool.waitingCount >= maxWaiting)
      throw new DatabaseUnavailable('PostgreSQL: too many wait for a connection');
  };
  const read: Queries = new PostgresQueries(pool, admit);

  /** `commit` is the SQL that commits. Its last command must be `commit`. */
  async function transaction<T>(work: (tx: Transaction) => Promise<T>, commit: string): Promise<T> {
    admit();
    const client = await pool.connect().catch((error: unknown) => Promise.reject(postgresFailure(error)));
    let broken: Error | undefined;
    try {
      const tx = new PostgresQueries(client);
      await tx.commands('begin');
      const result = await work(tx);
      const results = await tx.commands(commit);
      // COMMIT reports ROLLBACK, without an error, when a statement failed unnoticed.
      if (results.at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back');
      for (const { rows } of results) for (const { subject } of rows) openedListener.markChanged(subject);
      return result;
    } catch (error) {
      // An unavailable server is not asked to roll back: it does so when the connection closes.
      if (error instanceof DatabaseUnavailable) broken ??= error;
      else
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function withRetries<T>(work: (tx: Transaction) => Promise<T>, commit: string): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await transaction(work, commit);
      } catch (error) {
        if (!(error instanceof SerializationFailure)) throw error;
        if (tries > maxRetries)
          throw new DatabaseUnavailable(`PostgreSQL: ${error.message}`, { cause: error });
      }
    }
  }

  const { secrets } = options;
  let onCommit = (_items: number) => {};
  // Batched operations change nothing that is cached, so a plain commit is enough.
  const writeBatched = batchesByOperation(
    (operation, inputs, now) => withRetries((tx) => operation.run(tx, inputs, { now, secrets }), 'commit'),
    (items) => onCommit(items),
  );

  return withReadiness({
    engine: 'postgres',
    read,
    background: read,
    async write(operation, input, now) {
      if (operation.isBatched) return writeBatched(operation, input, now);
      const outcomes = await withRetries(
        (tx) => operation.run(tx, [input], { now, secrets }),
        commitReturningTopics,
      );
      return only(outcomes);
    },
    transaction: (work) => withRetries(work, commitReturningTopics),
    revision: openedListener.revision,
    observeCommits(observer) {
      onCommit = observer;
    },
    subscribe: openedListener.subscribe,
    async close() {
      // A hung server never acknowledges the close.
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, closeTimeoutMs);
      await Promise.all([openedListener.close(), pool.end()]);
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

function only<T>(outcomes: readonly T[]): T {
  if (outcomes.length !== 1) throw new Error('An operation on one input has one outcome');
  return outcomes[0] as T;
}

/**
 * Commits, and returns the topics that the transaction has changed, in one round trip: `xmin` of the rows of `revisions`
 * that it has written is its id.
 */
const commitReturningTopics =
  'select subject from revisions where xmin = pg_current_xact_id_if_assigned()::xid; commit';

function silence(): DatabaseUnavailable {
  return new DatabaseUnavailable('PostgreSQL: the server does not answer');
}

const notifyChannel = rawStatement<{ channel: Channel }, unknown>(
  (p) => sql`select pg_notify('accueil_wakeup', ${p.channel})`,
);

class PostgresQueries implements Transaction {
  readonly engine = 'postgres';
  readonly dialect = dialects.postgres;
  readonly #client: pg.Pool | pg.PoolClient;
  readonly #admit: () => void;

  /** `admit` throws when a query should not be sent. */
  constructor(client: pg.Pool | pg.PoolClient, admit: () => void = () => undefined) {
    this.#client = client;
    this.#admit = admit;
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

  async #query<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<pg.QueryResult> {
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

/** A serialization failure or a deadlock: the transaction may succeed when retried. */
class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure';
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const retryable = new Set(['40001', '40P01']);
// Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, resources,
// operator intervention, system error, read-only transaction, failed authorization, no such database.
const unavailable = /^(08|53|57|58|25006|28|3D000)/;

/** Maps an error of PostgreSQL to one of database.ts if callers distinguish it. */
export function postgresFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === uniqueViolation) return new UniqueViolation(error.message, { cause: error });
  if (code === foreignKeyViolation) return new ForeignKeyViolation(error.message, { cause: error });
  if (code !== undefined && retryable.has(code))
    return new SerializationFailure(error.message, { cause: error });
  const fromServer = error instanceof pg.DatabaseError;
  if (fromServer && !unavailable.test(code ?? '')) return error;
  if (!fromServer && code === undefined && !/connect|timeout|terminat|closed|pool/i.test(error.message))
    return error;
  // A host name with several addresses fails on each. The AggregateError itself has no message, so its parts are joined.
  const messages =
    error instanceof AggregateError ? error.errors.map(({ message }) => message) : [error.message];
  return new DatabaseUnavailable(`PostgreSQL: ${messages.join('; ')}`, { cause: error });
}
