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
  /** For the operations. */
  readonly secrets: Secrets;
  /** Told of an idle connection that broke. */
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
const mostRetries = 5;
/** Callers that wait for a connection. Those beyond are refused at once: they would only fill the memory. */
const mostWaiting = 1_000;

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
  let listener: Listener | undefined;
  const pool = new pg.Pool({
    // What waits for a connection to a silent server is refused, one after the other, as the pool tries to open one.
    stream() {
      const socket = stream();
      if (listener?.isSilent) process.nextTick(() => socket.destroy(silence()));
      return socket;
    },
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
  // The pool listens to a connection only while nobody uses it, and hands it out a moment before whoever asked for it can
  // listen: a server that ends it in that moment would end the process. What runs on it fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await refuseUnsafe(pool);
  } catch (error) {
    await pool.end();
    throw postgresFailure(error);
  }
  const following = openListener({
    url: options.url,
    stream,
    onSilence() {
      options.onProblem(silence());
      for (const socket of sockets) socket.destroy(silence());
    },
  });
  listener = following;
  /** Throws where it is in vain to ask for a connection. */
  const admit = () => {
    if (following.isSilent) throw silence();
    if (pool.waitingCount >= mostWaiting)
      throw new DatabaseUnavailable('PostgreSQL: too many wait for a connection');
  };
  const read: Queries = new PostgresQueries(pool, admit);

  /** `commit` is the text that commits it: its last command has to be `commit`. */
  async function transaction<T>(work: (tx: Transaction) => Promise<T>, commit: string): Promise<T> {
    admit();
    const client = await pool.connect().catch((error: unknown) => Promise.reject(postgresFailure(error)));
    let broken: Error | undefined;
    try {
      const tx = new PostgresQueries(client);
      await tx.commands('begin');
      const result = await work(tx);
      const results = await tx.commands(commit);
      // A transaction in which a statement failed unnoticed ends so, without an error.
      if (results.at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back');
      for (const { rows } of results) for (const { subject } of rows) following.changedHere(subject);
      return result;
    } catch (error) {
      // The server rolls back what its client leaves: one that is in trouble is not asked to.
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

  async function retried<T>(work: (tx: Transaction) => Promise<T>, commit: string): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await transaction(work, commit);
      } catch (error) {
        if (!(error instanceof SerializationFailure)) throw error;
        if (tries > mostRetries)
          throw new DatabaseUnavailable(`PostgreSQL: ${error.message}`, { cause: error });
      }
    }
  }

  const { secrets } = options;
  let onCommit = (_items: number) => {};
  // What is batched changes nothing that processes keep in memory.
  const writeBatched = batchesByOperation(
    (operation, inputs, now) => retried((tx) => operation.run(tx, inputs, { now, secrets }), 'commit'),
    (items) => onCommit(items),
  );

  return withReadiness({
    engine: 'postgres',
    read,
    background: read,
    async write(operation, input, now) {
      if (operation.isBatched) return writeBatched(operation, input, now);
      const outcomes = await retried((tx) => operation.run(tx, [input], { now, secrets }), commitAndTell);
      return only(outcomes);
    },
    transaction: (work) => retried(work, commitAndTell),
    revision: following.revision,
    observeCommits(observer) {
      onCommit = observer;
    },
    subscribe: following.subscribe,
    async close() {
      // A server that hangs does not take leave either.
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, closeTimeoutMs);
      await Promise.all([following.close(), pool.end()]);
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
 * Commits, and answers which subjects the transaction has changed, in one round trip: a row of `revisions` that it has
 * written carries its number.
 */
const commitAndTell =
  'select subject from revisions where xmin = pg_current_xact_id_if_assigned()::xid; commit';

function silence(): DatabaseUnavailable {
  return new DatabaseUnavailable('PostgreSQL: the server does not answer');
}

const sendWakeup = rawStatement<{ subject: Channel }, unknown>(
  (p) => sql`select pg_notify('accueil_wakeup', ${p.subject})`,
);

class PostgresQueries implements Transaction {
  readonly engine = 'postgres';
  readonly dialect = dialects.postgres;
  readonly #client: pg.Pool | pg.PoolClient;
  readonly #admit: () => void;

  /** `admit` throws where a query would be in vain. */
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

  async notify(subject: Channel): Promise<void> {
    await this.run(sendWakeup, { subject });
  }

  /** Runs commands of SQL themselves, without parameters. Answers what the server says of each. */
  async commands(text: string): Promise<readonly pg.QueryResult[]> {
    try {
      // Of several commands it is an array, which the types do not know.
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

/** A serialization failure or a deadlock: the same transaction may succeed when it runs again. */
class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure';
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const retried = new Set(['40001', '40P01']);
// Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, resources,
// operator intervention, system error, read-only transaction, failed authorization, no such database.
const away = /^(08|53|57|58|25006|28|3D000)/;

/** What went wrong, as an error of the port if it is one that callers tell apart. */
export function postgresFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === uniqueViolation) return new UniqueViolation(error.message, { cause: error });
  if (code === foreignKeyViolation) return new ForeignKeyViolation(error.message, { cause: error });
  if (code !== undefined && retried.has(code))
    return new SerializationFailure(error.message, { cause: error });
  const fromServer = error instanceof pg.DatabaseError;
  if (fromServer && !away.test(code ?? '')) return error;
  if (!fromServer && code === undefined && !/connect|timeout|terminat|closed|pool/i.test(error.message))
    return error;
  // A name with several addresses fails on each: the error of all together has no words of its own.
  const messages =
    error instanceof AggregateError ? error.errors.map(({ message }) => message) : [error.message];
  return new DatabaseUnavailable(`PostgreSQL: ${messages.join('; ')}`, { cause: error });
}
