import type { Clock } from '../clock.ts';
import type { Secrets } from '../secrets.ts';
import type { Dialect, Engine } from './dialect.ts';
import type { NoValues, ParameterValues, Statement } from './statement.ts';

export type { Engine } from './dialect.ts';

/** Reads, inside a transaction or outside one. */
export interface Queries {
  /** For building dynamic statements. */
  readonly dialect: Dialect;
  all<R>(statement: Statement<NoValues, R>): Promise<R[]>;
  all<P extends ParameterValues, R>(statement: Statement<P, R>, values: P): Promise<R[]>;
  /** Returns the first row, or undefined. */
  first<R>(statement: Statement<NoValues, R>): Promise<R | undefined>;
  first<P extends ParameterValues, R>(statement: Statement<P, R>, values: P): Promise<R | undefined>;
}

/** Reads and writes in a transaction. After one statement has failed, all later ones fail too. */
export interface Transaction extends Queries {
  run<R>(statement: Statement<NoValues, R>): Promise<number>;
  run<P extends ParameterValues, R>(statement: Statement<P, R>, values: P): Promise<number>;
  /** Runs a statement once for each set of values, in order, and returns all rows concatenated. */
  each<P extends ParameterValues, R>(statement: Statement<P, R>, all: readonly P[]): Promise<R[]>;
  /** Notifies the channel's subscribers after the commit: in every process on PostgreSQL, in this one on SQLite. */
  notify(channel: Channel): Promise<void>;
  /** Lines for the log of this process, which are passed on after the commit. An operation that fails takes its own back. */
  readonly logged: LogLine[];
}

/** Structured-cloneable. */
export type LogLine = Readonly<Record<string, unknown>>;

/** Passed to an operation with its input. */
export interface OperationContext {
  readonly now: Date;
  readonly secrets: Secrets;
}

/**
 * A write of the running service. On SQLite it runs in the writer thread, which looks it up by name in `operations.ts`.
 * Input and outcome must be structured-cloneable.
 */
export interface Operation<Input, Outcome> {
  /** Unique among operations. */
  readonly name: string;
  /** Whether one call may receive several inputs. */
  readonly isBatched: boolean;
  /** Returns one outcome per input, in the same order. Must await nothing but `tx`, and may be retried. */
  readonly run: (
    tx: Transaction,
    inputs: readonly Input[],
    context: OperationContext,
  ) => Promise<readonly Outcome[]>;
}

/** A group of tables that processes cache and other processes may change. */
export type Topic = 'access' | 'residences' | 'refused-fields' | 'objections';

/** The notification channel of a queue that has new work. */
export type QueueChannel = Exclude<Channel, 'erasures'>;

/** A notification channel: that a queue has new work, or the ledger a new line. */
export const channels = ['outbox', 'notices', 'letters', 'erasures'] as const;
export type Channel = (typeof channels)[number];

/** The database port. Every method rejects with {@link DatabaseUnavailable} while the database is down or not writable. */
export interface Database {
  readonly engine: Engine;
  /** The time that all processes of the installation share: the server's on PostgreSQL, this machine's on SQLite. */
  readonly clock: Clock;
  /** Reads committed data. On SQLite it runs on the event loop, so use it for indexed look-ups only. */
  readonly read: Queries;
  /**
   * For slow reads: on SQLite they run in a thread of their own, off the event loop. Each statement sees everything
   * committed before it was requested.
   */
  readonly background: Queries;
  /**
   * Runs an operation in a transaction that it may share with others, without blocking the event loop. The write is
   * durable on disk when the promise resolves; when it rejects, nothing of the operation is stored. On PostgreSQL it is
   * retried after a serialization failure or a deadlock.
   */
  write<Input, Outcome>(operation: Operation<Input, Outcome>, input: Input, now: Date): Promise<Outcome>;
  /**
   * Runs `work` in a transaction: durable on disk when the promise resolves, rolled back when `work` rejects. `work` must
   * await nothing but `tx`, and may be retried on PostgreSQL. For commands, the demo and tests only: on SQLite it blocks
   * the event loop while the disk syncs.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Returns a number that changes whenever any process changes the topic. `undefined` while changes may be missed: then
   * nothing cached may be trusted.
   */
  revision(topic: Topic): number | undefined;
  /**
   * Calls `onNotified` soon after any process has notified the channel, and whenever a notification may have been missed.
   * Returns the function that unsubscribes.
   */
  subscribe(channel: Channel, onNotified: () => void): () => void;
  /** Calls `observer` with the number of batched writes in each commit. */
  observeCommits(observer: (writes: number) => void): void;
  /** Calls `observer` with each line that a transaction of this process has logged, once it is committed. */
  observeLog(observer: (line: LogLine) => void): void;
  /**
   * Resolves when the operation works, otherwise rejects with {@link DatabaseUnavailable}: it is run as `write` runs it, and rolled back. After a write has failed because the
   * database was unavailable, something that nothing reads is committed too. It may be called often: calls share a trial,
   * and a success counts for a quarter of a second.
   */
  ready<Input>(operation: Operation<Input, unknown>, input: Input): Promise<void>;
  /**
   * Removes what the files still hold of deleted and replaced values of these tables, in steps that let writes go on in
   * between. `stopping` ends it after a step. Resolves to false when it has not finished, and should be called again.
   */
  removeDeletedBytes(tables: readonly string[], now: Date, stopping?: AbortSignal): Promise<boolean>;
  /** Waits for running work, then closes every connection. */
  close(): Promise<void>;
}

/** The database can't serve at the moment: down, full, read-only or locked. Mapped to 503. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** The schema is newer than this program, which must not write to it any more. */
export class NewerSchema extends DatabaseUnavailable {
  override readonly name = 'NewerSchema';

  constructor(message = 'The schema has become newer than this accueil: start the newer version') {
    super(message);
  }
}

/** The database must not be used: it could lose data, or is newer than this program. The message says what to do. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}

/** A row with the same unique key already exists. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** A row refers to another row that does not exist, or no longer exists. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
}
