import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Secrets } from '../../secrets.ts';
import {
  type Channel,
  DatabaseUnavailable,
  type LogLine,
  type Operation,
  type Transaction,
} from '../database.ts';
import { connect } from './connection.ts';
import { assertSameFile, type FileIdentity } from './file-identity.ts';
import { type SerializedError, serializeError } from './thread-errors.ts';
import { openTransactions } from './transactions.ts';
import { writeGuard } from './write-guard.ts';

/** The database opened by the main thread. */
export interface WriterData {
  readonly file: string;
  readonly files: readonly FileIdentity[];
  readonly secretKey: string;
  /** The newest schema that this program knows. */
  readonly newestSchema: number;
}

export interface WriteRequest {
  readonly operation: string;
  readonly input: unknown;
  readonly now: Date;
}

/** What the thread is asked: to write some requests, to run one and roll it back, or to end. */
export type ToWriter = WriteRequest[] | WriteRequest | 'close';

export type WriteResult = { readonly outcome: unknown } | { readonly error: SerializedError };

/** The results of one transaction's writes, in order, and what it has told; absent when it was rolled back. */
export interface WriterReply {
  readonly results: readonly WriteResult[];
  readonly committed?: Committed;
}

/** The channels that a transaction has notified and the lines that it has logged. */
export interface Committed {
  readonly notified: readonly Channel[];
  readonly logged: readonly LogLine[];
}

export interface WriterOptions {
  /** Receives requests and sends results. */
  readonly port: MessagePort;
  readonly data: Omit<WriterData, 'secretKey'>;
  readonly operations: readonly Operation<never, unknown>[];
  readonly secrets: Secrets;
}

/**
 * A transaction that holds this many writes takes no more. Without a bound it took in all of 64 connections, so that the
 * event loop and this thread waited for each other in turn: 256 stored a fifth fewer entries a second.
 */
const maxPerTransaction = 40;
/** Two pages. */
const rehearsalCacheKib = 8;

/**
 * Group commit in a separate thread: writes that arrive while a transaction is open join it, and those that arrive during
 * its commit share the next one. Before each commit the thread waits for one turn of its event loop, without which a burst
 * became two to four commits. Concurrent writes thus share one fsync, and none waits longer for others to arrive.
 */
export function runWriter({
  port,
  data: { file, files, newestSchema },
  operations,
  secrets,
}: WriterOptions): void {
  // SQLite would create a missing file again.
  assertSameFile(files);
  const connection = connect(file);
  // With hardly any cache SQLite writes what changes to the WAL before the transaction ends: a disk that is too full shows.
  const rehearsing = connect(file, rehearsalCacheKib);
  const rehearsal = openTransactions(rehearsing, writeGuard(rehearsing, files, newestSchema), {
    publish: () => undefined,
    log: () => undefined,
  });
  let notified: Channel[] = [];
  let logged: LogLine[] = [];
  const transaction = openTransactions(connection, writeGuard(connection, files, newestSchema), {
    publish: (channel) => notified.push(channel),
    log: (line) => logged.push(line),
  });
  // `Database.write` is typed so that an operation and its input match: requests are not checked again.
  const byName = new Map(operations.map((one) => [one.name, one as Operation<unknown, unknown>]));
  const inbox: ToWriter[] = [];
  let isWriting = false;
  let isClosing = false;

  /** Takes the next message, without a turn of the event loop. */
  function next(): Exclude<ToWriter, 'close'> | undefined {
    const message: ToWriter | undefined = inbox.shift() ?? receiveMessageOnPort(port)?.message;
    if (message === 'close') isClosing = true;
    return message === 'close' ? undefined : message;
  }

  /** The same, after a turn of the event loop when nothing has arrived yet. */
  async function nextAfterTurn(): Promise<ReturnType<typeof next>> {
    const arrived = next();
    if (arrived !== undefined) return arrived;
    await nextTurn();
    return next();
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    for (let message = next(); message !== undefined; message = next()) {
      if (Array.isArray(message)) await write(message);
      else port.postMessage({ results: [await rehearse(message)] } satisfies WriterReply);
    }
    isWriting = false;
    if (!isClosing) return;
    for (const one of [connection, rehearsing]) one.close();
    port.close();
  }

  async function write(requests: WriteRequest[]): Promise<void> {
    notified = [];
    logged = [];
    let results: WriteResult[];
    try {
      results = await commit(requests);
    } catch (error) {
      results =
        requests.length === 1 || error instanceof DatabaseUnavailable
          ? requests.map(() => ({ error: serializeError(error) }))
          : await retryIndividually(requests);
    }
    port.postMessage({ results, committed: { notified, logged } } satisfies WriterReply);
  }

  /** Commits these requests together with those that arrive meanwhile, which it appends to `requests`. */
  function commit(requests: WriteRequest[]): Promise<WriteResult[]> {
    return transaction(async (tx) => {
      const results = await runAll(tx, requests);
      while (requests.length < maxPerTransaction) {
        const arrived = await nextAfterTurn();
        if (arrived === undefined) break;
        if (!Array.isArray(arrived)) {
          inbox.unshift(arrived);
          break;
        }
        requests.push(...arrived);
        results.push(...(await runAll(tx, arrived)));
      }
      return results;
    });
  }

  /** Commits each request alone, so that only bad ones fail. Once the database is unavailable, the rest fail at once. */
  async function retryIndividually(requests: readonly WriteRequest[]): Promise<WriteResult[]> {
    const results: WriteResult[] = [];
    let unavailable: unknown;
    for (const request of requests) {
      try {
        if (unavailable !== undefined) throw unavailable;
        results.push(...(await transaction((tx) => runAll(tx, [request]))));
      } catch (error) {
        if (error instanceof DatabaseUnavailable) unavailable = error;
        results.push({ error: serializeError(error) });
      }
    }
    return results;
  }

  /** Returns the results in the order of the requests. Requests for the same operation run together. */
  async function runAll(tx: Transaction, requests: readonly WriteRequest[]): Promise<WriteResult[]> {
    const results: WriteResult[] = [];
    const groups = Map.groupBy(requests.entries(), ([, { operation }]) => operation);
    for (const [name, group] of groups) {
      const found = await runGroup(
        tx,
        name,
        group.map(([, request]) => request),
      );
      for (const [i, result] of found.entries()) results[group[i]?.[0] ?? 0] = result;
    }
    return results;
  }

  async function runGroup(
    tx: Transaction,
    name: string,
    requests: readonly WriteRequest[],
  ): Promise<WriteResult[]> {
    const operation = operationNamed(name);
    if (operation.isBatched) {
      const inputs = requests.map(({ input }) => input);
      const now = requests.at(-1)?.now ?? new Date();
      const outcomes = await operation.run(tx, inputs, { now, secrets });
      return outcomes.map((outcome) => ({ outcome }));
    }
    const results: WriteResult[] = [];
    for (const request of requests) results.push(await runAlone(tx, operation, request));
    return results;
  }

  /** Runs within a savepoint, so that an operation that throws undoes only its own writes. */
  async function runAlone(
    tx: Transaction,
    operation: Operation<unknown, unknown>,
    { input, now }: WriteRequest,
  ): Promise<WriteResult> {
    connection.exec('savepoint operation');
    const loggedBefore = tx.logged.length;
    try {
      const [outcome] = await operation.run(tx, [input], { now, secrets });
      connection.exec('release operation');
      return { outcome };
    } catch (error) {
      // A full or failing disk has rolled back the whole transaction.
      if (error instanceof DatabaseUnavailable || !connection.isTransaction) throw error;
      connection.exec('rollback to operation; release operation');
      tx.logged.length = loggedBefore;
      return { error: serializeError(error) };
    }
  }

  function operationNamed(name: string): Operation<unknown, unknown> {
    const operation = byName.get(name);
    if (operation === undefined) throw new Error(`${name} is not in the table of operations`);
    return operation;
  }

  async function rehearse({ operation, input, now }: WriteRequest): Promise<WriteResult> {
    const rolledBack = new Error();
    try {
      await rehearsal(async (tx) => {
        await operationNamed(operation).run(tx, [input], { now, secrets });
        // The word index writes its changes at a savepoint or a commit.
        rehearsing.exec('savepoint written');
        throw rolledBack;
      });
    } catch (error) {
      if (error !== rolledBack) return { error: serializeError(error) };
    }
    return { outcome: undefined };
  }

  port.on('message', (message: ToWriter) => {
    inbox.push(message);
    if (!isWriting) void writeAll();
  });
}
