import { Socket } from 'node:net';
import pg from 'pg';
import type { Secrets } from '../../secrets.ts';
import {
  type Database,
  DatabaseUnavailable,
  DatabaseUnusable,
  NewerSchema,
  type Operation,
  type Transaction,
} from '../database.ts';
import { newestMigration } from '../migrate.ts';
import { withReadiness } from '../readiness.ts';
import { batchesByOperation } from './batches.ts';
import { removeDeletedBytes } from './deleted-bytes.ts';
import { postgresFailure, SerializationFailure } from './failure.ts';
import { openListener } from './listener.ts';
import { getTypeParser, PostgresQueries } from './queries.ts';
import { openServerClock, type ServerClock } from './server-clock.ts';

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
  let listener: ReturnType<typeof openListener> | undefined;
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
  let serverClock: ServerClock;
  try {
    await refuseUnsafe(pool);
    serverClock = await openServerClock(() => timeOf(pool));
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
  const read = new PostgresQueries(pool, admit);

  // The table is locked by a migration: neither can one end between this and the commit.
  const begin = `begin; select 1 from migrations where number > ${newestMigration('postgres')}`;

  /** `commit` is the SQL that commits. Its last command must be `commit`. */
  async function transaction<T>(work: (tx: Transaction) => Promise<T>, commit: string): Promise<T> {
    admit();
    const client = await pool.connect().catch((error: unknown) => Promise.reject(postgresFailure(error)));
    let broken: Error | undefined;
    try {
      const tx = new PostgresQueries(client);
      const [, newer] = await tx.commands(begin);
      if (newer?.rows.length !== 0) throw new NewerSchema();
      const result = await work(tx);
      const results = await tx.commands(commit);
      // COMMIT reports ROLLBACK, without an error, when a statement failed unnoticed.
      if (results.at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back');
      for (const { rows } of results) for (const { subject } of rows) openedListener.markChanged(subject);
      return result;
    } catch (error) {
      // An unavailable server is not asked to roll back: it does so when the connection closes.
      if (error instanceof DatabaseUnavailable && !(error instanceof NewerSchema)) broken ??= error;
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

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    serverClock.close();
    // A hung server never acknowledges the close.
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closeTimeoutMs);
    await Promise.all([openedListener.close(), pool.end()]);
    clearTimeout(timer);
  }

  return withReadiness({
    engine: 'postgres',
    clock: serverClock.clock,
    read,
    background: read,
    async write<Input, Outcome>(operation: Operation<Input, Outcome>, input: Input, now: Date) {
      if (operation.isBatched) return writeBatched(operation, input, now);
      const work = (tx: Transaction) => operation.run(tx, [input], { now, secrets });
      const [outcome] = await withRetries(work, commitReturningTopics);
      return outcome as Outcome;
    },
    async rehearse(operation, input, now) {
      const rolledBack = new Error();
      const work = async (tx: Transaction) => {
        await operation.run(tx, [input], { now, secrets });
        throw rolledBack;
      };
      await withRetries(work, 'commit').catch((error) => {
        if (error !== rolledBack) throw error;
      });
    },
    transaction: (work) => withRetries(work, commitReturningTopics),
    revision: openedListener.revision,
    observeCommits(observer) {
      onCommit = observer;
    },
    subscribe: openedListener.subscribe,
    removeDeletedBytes: (tables, _, stopping) => removeDeletedBytes(options.url, tables, stopping),
    close() {
      closing ??= close();
      return closing;
    },
  });
}

async function timeOf(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: string }>('select clock_timestamp() as now');
  return new Date(rows[0]?.now ?? Number.NaN);
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
 * Commits, and returns the topics that the transaction has changed, in one round trip: `xmin` of the rows of `revisions`
 * that it has written is its id.
 */
const commitReturningTopics =
  'select subject from revisions where xmin = pg_current_xact_id_if_assigned()::xid; commit';

function silence(): DatabaseUnavailable {
  return new DatabaseUnavailable('PostgreSQL: the server does not answer');
}
