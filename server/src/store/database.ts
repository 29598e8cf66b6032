import type { Secrets } from '../secrets.ts';
import type { Dialect, Engine } from './dialect.ts';
import type { Statement, Values } from './statement.ts';

export type { Engine } from './dialect.ts';

/** What can be read of a database, inside a transaction or outside one. */
export interface Queries {
  readonly engine: Engine;
  /** For statements that are built for one call. */
  readonly dialect: Dialect;
  /** Every row of the answer. */
  all<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R[]>;
  /** The first row of the answer, if there is one. */
  first<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R | undefined>;
}

/** What can be done in a transaction. Once a statement has failed, so does everything after it. */
export interface Transaction extends Queries {
  /** Runs a statement for its effect. Answers how many rows it changed. */
  run<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<number>;
  /** Runs a statement for each of these values, in their order. Answers their rows, one after the other. */
  each<P extends Values, R>(statement: Statement<P, R>, all: readonly P[]): Promise<R[]>;
  /** Wakes whoever watches the subject, once this is committed: in every process on PostgreSQL, in this one on SQLite. */
  notify(subject: Channel): Promise<void>;
}

/** What an operation is given beside its input. */
export interface OperationContext {
  readonly now: Date;
  readonly secrets: Secrets;
}

/**
 * A write of the running service. On SQLite it runs in the writer thread: input and outcome travel by structured clone,
 * and the operation stands in the table of `operations.ts`, by its name.
 */
export interface Operation<Input, Outcome> {
  /** Unique among operations. */
  readonly name: string;
  /** Whether one call may get several inputs; otherwise it gets one. */
  readonly isBatched: boolean;
  /** Returns one outcome for each input, in the same order. It must await nothing but `tx`, and may run again. */
  readonly run: (
    tx: Transaction,
    inputs: readonly Input[],
    context: OperationContext,
  ) => Promise<readonly Outcome[]>;
}

/** A name of something that processes keep in memory and that other processes may change. */
export type Topic = 'access' | 'residences';

/** Something that may have work for somebody who waits. */
export type Channel = 'outbox' | 'mail';

/**
 * A database with everything accueil asks of one.
 * Every method rejects with {@link DatabaseUnavailable} when the database is away, full or read-only.
 */
export interface Database {
  readonly engine: Engine;
  /** Reads what is committed. On SQLite on the event loop: for look-ups by an index. */
  readonly read: Queries;
  /**
   * Reads that may take long: on SQLite in a thread of its own, so that nothing on the event loop waits for them. Each
   * statement sees everything that was committed before it was asked for.
   */
  readonly background: Queries;
  /**
   * Runs an operation in a transaction that others may share. Durable on disk when the promise resolves; when it rejects,
   * nothing of the operation is stored. Nothing on the event loop waits for it. On PostgreSQL it runs again after a
   * serialization failure or a deadlock.
   */
  write<Input, Outcome>(operation: Operation<Input, Outcome>, input: Input, now: Date): Promise<Outcome>;
  /**
   * One transaction: durable on disk when the promise resolves, rolled back when `work` rejects. `work` must await nothing
   * but `tx`, and may run again on PostgreSQL. For commands, the demo and tests: on SQLite it runs on the event loop, which
   * waits for the disk.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A number that changes when any process has changed the subject. `undefined` while that can't be known: then nothing
   * kept in memory may be trusted.
   */
  revision(subject: Topic): number | undefined;
  /**
   * Calls `onNotified` soon after any process has notified the channel, and when that may have been missed. Returns what
   * ends the subscription.
   */
  subscribe(channel: Channel, onNotified: () => void): () => void;
  /** Tells `observer` how many batched writes each commit held. */
  observeCommits(observer: (writes: number) => void): void;
  /**
   * Resolves when the database can be read and written. It writes something itself at first, and after a write that failed
   * because the database was unavailable: asking often costs nothing.
   */
  ready(): Promise<void>;
  /** Waits for what runs, then closes every connection. */
  close(): Promise<void>;
}

/** The database can't serve at the moment: away, full, read-only, locked. Callers are told 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The database must not be used as it is: it would lose data, or is newer than this program. The message says what to do. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}

/** A row with the same unique key is already there. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** What a row names is not there, or not any more: a foreign key says so. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
}
