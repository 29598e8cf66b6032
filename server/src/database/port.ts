import type { CrowdOperation } from './crowd-operation.ts';
import type { Statement, Values } from './statement.ts';
import type { Instant } from './tables.ts';

/** The two engines. SQLite is inside Node; PostgreSQL is chosen by `DATABASE_URL`. */
export type Engine = 'sqlite' | 'postgres';

/** What can be read of a database, inside a transaction or outside one. */
export interface Queries {
  readonly engine: Engine;
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
  notify(subject: Wakeup): Promise<void>;
}

/** A name of something that processes keep in memory and that other processes may change. */
export type Subject = 'access' | 'residences';

/** Something that may have work for somebody who waits. */
export type Wakeup = 'outbox' | 'mail';

/**
 * A database with everything accueil asks of one.
 * Every method rejects with {@link DatabaseUnavailable} when the database is away, full or read-only.
 */
export interface Database {
  readonly engine: Engine;
  /** Reads what is committed. */
  readonly read: Queries;
  /**
   * Reads that may take long: on SQLite in a thread of its own, so that nothing on the event loop waits for them.
   * Each statement sees everything that was committed before it was asked for.
   */
  readonly background: Queries;
  /** How many batches of creations may commit at the same time. */
  readonly parallelBatches: number;
  /**
   * One transaction: durable on disk when the promise resolves, rolled back when `work` rejects.
   * `work` must await nothing but `tx`. On PostgreSQL it may run again after a serialization failure or a deadlock.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A transaction for one operation of a crowd, which does not hold up whatever else this process does.
   * None for no pieces: then it only gets ready for the first ones.
   */
  batch<Piece, Outcome>(
    operation: CrowdOperation<Piece, Outcome>,
    pieces: readonly Piece[],
    now: Instant,
  ): Promise<Outcome[]>;
  /**
   * The same for pieces that have not all come yet: what comes is stored while the next is awaited. Only where that is
   * faster than to send all of them together.
   */
  readonly gather?: <Piece, Outcome>(
    operation: CrowdOperation<Piece, Outcome>,
    now: Instant,
  ) => Gathering<Piece, Outcome>;
  /**
   * A number that changes whenever somebody, in any process, has changed the subject.
   * `undefined` when that can't be known at the moment: then nothing kept in memory may be trusted.
   */
  revision(subject: Subject): Promise<number | undefined>;
  /**
   * Calls `wake` soon after somebody has notified of the subject, and whenever that may have been missed. Answers what
   * ends it.
   */
  watch(subject: Wakeup, wake: () => void): () => void;
  /**
   * Resolves when the database can be read and, if the last write failed because it was unavailable, written again:
   * only then does it write something itself, so that asking often costs nothing.
   */
  ready(): Promise<void>;
  /** Waits for what runs, then lets go of every connection. */
  close(): Promise<void>;
}

/** A transaction that gathers pieces. Until it is committed every other write waits. */
export interface Gathering<Piece, Outcome> {
  add(pieces: readonly Piece[]): void;
  /** Adds the last ones. Answers like {@link Database.batch}, of all pieces in the order in which they came. */
  commit(last: readonly Piece[]): Promise<Outcome[]>;
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
export class AlreadyThere extends Error {
  override readonly name = 'AlreadyThere';
}

/** What a row names is not there, or not any more: a foreign key says so. */
export class NotThere extends Error {
  override readonly name = 'NotThere';
}
