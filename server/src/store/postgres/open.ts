import pg from 'pg';
import type { Secrets } from '../../secrets.ts';
import {
  type Database,
  DatabaseUnavailable,
  DatabaseUnusable,
  type LogLine,
  NewerSchema,
  type Operation,
  type Transaction,
} from '../database.ts';
import { newestMigration } from '../migration-files.ts';
import { withReadiness } from '../readiness.ts';
import { backgroundLimitMs, type ParameterValues, type Statement } from '../statement.ts';
import { batchesByOperation } from './batches.ts';
import { removeDeletedBytes } from './deleted-bytes.ts';
import { postgresFailure, SerializationFailure, silence } from './failure.ts';
import { keepAlive } from './heartbeat.ts';
import { openListener } from './listener.ts';
import { getTypeParser, PostgresQueries } from './queries.ts';
import { openServerClock, type ServerClock } from './server-clock.ts';
import { openSockets } from './sockets.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Connections of this process. */
  readonly poolSize: number;
  /** Passed to operations. */
  readonly secrets: Secrets;
  /** Called when an idle connection breaks, the server stops responding, or its notifications do not arrive. */
  readonly onProblem: (error: Error) => void;
}

interface PoolLimits {
  /** How long to wait for a connection: a new one, or one that is in use. */
  readonly waitMs: number;
  readonly statementMs: number;
}

const limits: PoolLimits = { waitMs: 5_000, statementMs: 30_000 };
const backgroundLimits: PoolLimits = { waitMs: 15_000, statementMs: backgroundLimitMs };
/** As long as a write waits on SQLite for another process. */
const lockTimeoutMs = 15_000;
/** For a server that can't even report a timeout: its machine lost power, or the network is down. */
const queryTimeoutMarginMs = 5_000;
/** The part of the connections that does the slow reads: however many wait for these, leads and look-ups have the others. */
const backgroundShare = 0.3;
/** A process that stalls or is cut off in a transaction would keep locks that other processes wait for. */
const idleTransactionTimeoutMs = 10_000;
const maxRetries = 5;
/** Callers waiting for a connection. Those beyond this number are refused at once, which bounds memory. */
const maxWaiting = 1_000;

/**
 * Opens a connection pool and listens for changes by other processes. Rejects with {@link DatabaseUnusable} when the
 * server is configured so that it could lose acknowledged writes.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, onProblem } = options;
  const { stream, destroy, closed } = openSockets();
  const listener = openListener({
    url,
    stream,
    onSilence() {
      onProblem(silence());
      destroy(silence());
    },
    onDeaf: () => onProblem(new Error(deaf)),
  });
  const openPool = (application_name: string, max: number, { waitMs, statementMs }: PoolLimits) => {
    const opened = new pg.Pool({
      // Requests that wait for a connection to a silent server are refused one by one, as the pool tries to open one.
      stream() {
        const socket = stream();
        if (listener.isSilent) process.nextTick(() => socket.destroy(silence()));
        return socket;
      },
      connectionString: url,
      max,
      connectionTimeoutMillis: waitMs,
      statement_timeout: statementMs,
      lock_timeout: lockTimeoutMs,
      query_timeout: statementMs + queryTimeoutMarginMs,
      idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
      ...keepAlive,
      types: { getTypeParser },
      application_name,
      options: '-c timezone=UTC -c datestyle=ISO',
    });
    opened.on('error', onProblem);
    // The pool listens for errors of idle connections only, and hands a connection out a moment before the caller can
    // listen: without this listener an error in between would end the process. Running queries reject anyway.
    opened.on('connect', (client) => client.on('error', () => undefined));
    return opened;
  };
  const ofBackground = Math.max(1, Math.floor(options.poolSize * backgroundShare));
  const pool = openPool('accueil', Math.max(1, options.poolSize - ofBackground), limits);
  const backgroundPool = openPool('accueil background', ofBackground, backgroundLimits);

  let serverClock: ServerClock | undefined;
  let closing: Promise<void> | undefined;
  const close = () => {
    serverClock?.close();
    closing ??= closed(listener.close(), pool.end(), backgroundPool.end());
    return closing;
  };

  try {
    await refuseUnsafe(pool);
    serverClock = await openServerClock(() => timeOf(pool));
  } catch (error) {
    await close();
    throw postgresFailure(error);
  }

  /** Throws when waiting for a connection is pointless. */
  const admitTo = (one: pg.Pool) => () => {
    if (listener.isSilent) throw silence();
    if (one.waitingCount >= maxWaiting)
      throw new DatabaseUnavailable('PostgreSQL: too many wait for a connection');
  };
  const read = new PostgresQueries(pool, admitTo(pool));
  const background = new PostgresQueries(backgroundPool, admitTo(backgroundPool));

  // The table is locked by a migration: neither can one end between this and the commit.
  const beginWriting = `begin; select 1 from migrations where number > ${newestMigration}`;

  /** `begin` and `commit` are the SQL that does so. The last command of `commit` must be `commit`. */
  async function transaction<T>(
    work: (tx: PostgresQueries) => Promise<T>,
    commit: string,
    { begin = beginWriting, from = pool } = {},
  ): Promise<T> {
    admitTo(from)();
    const client = await from.connect().catch((error: unknown) => Promise.reject(postgresFailure(error)));
    let broken: Error | undefined;
    try {
      const tx = new PostgresQueries(client);
      const [, newer] = await tx.commands(begin);
      if (newer?.rows.length !== 0) throw new NewerSchema();
      const result = await work(tx);
      const results = await tx.commands(commit);
      // COMMIT reports ROLLBACK, without an error, when a statement failed unnoticed.
      if (results.at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back');
      for (const { rows } of results) for (const { subject } of rows) listener.markChanged(subject);
      for (const line of tx.logged) log(line);
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

  async function allInBackground<P extends ParameterValues, R>(
    statement: Statement<P, R>,
    values?: P,
  ): Promise<R[]> {
    const { limitMs } = statement;
    if (limitMs === undefined) return background.all(statement, values);
    const begin = `begin; set local statement_timeout = ${limitMs}`;
    return transaction((tx) => tx.all(statement, values), 'commit', { begin, from: backgroundPool });
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
  const logs: ((line: LogLine) => void)[] = [];
  const log = (line: LogLine) => {
    for (const observe of logs) observe(line);
  };
  // Batched operations change nothing that is cached, so a plain commit is enough.
  const writeBatched = batchesByOperation(
    (operation, inputs, now) => withRetries((tx) => operation.run(tx, inputs, { now, secrets }), 'commit'),
    (items) => onCommit(items),
  );

  return withReadiness({
    engine: 'postgres',
    clock: serverClock.clock,
    read,
    background: {
      dialect: background.dialect,
      all: allInBackground,
      first: async <P extends ParameterValues, R>(statement: Statement<P, R>, values?: P) =>
        (await allInBackground(statement, values))[0],
    },
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
    revision: listener.revision,
    observeCommits(observer) {
      onCommit = observer;
    },
    observeLog(observer) {
      logs.push(observer);
    },
    subscribe: listener.subscribe,
    removeDeletedBytes: (tables, _, stopping) => removeDeletedBytes(url, tables, stopping),
    close,
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

const deaf =
  'PostgreSQL: notifications do not arrive, as behind a pooler in transaction mode: every request reads passwords and residences from the database; connect directly, or through a pooler in session mode';
