import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Secrets } from '../../secrets.ts';
import { type Channel, DatabaseUnavailable, type Operation, type Transaction } from '../database.ts';
import { connect } from './connection.ts';
import { assertSameFile, type FileIdentity } from './file-identity.ts';
import { type SentError, sent } from './thread-errors.ts';
import { transactionsOn } from './transactions.ts';

/** The database as the process has opened it. */
export interface WriterData {
  readonly file: string;
  readonly files: readonly FileIdentity[];
  readonly secretKey: string;
}

export interface WriteRequest {
  /** Its name in the table of operations. */
  readonly operation: string;
  readonly input: unknown;
  readonly now: Date;
}

export type WriteResult = { readonly outcome: unknown } | { readonly error: SentError };

/** What became of the writes of one transaction, in their order, and what it has notified of. */
export interface Committed {
  readonly results: readonly WriteResult[];
  readonly notified: readonly Channel[];
}

export interface WriterOptions {
  /** Where requests arrive and results go. */
  readonly port: MessagePort;
  readonly data: Pick<WriterData, 'file' | 'files'>;
  readonly operations: readonly Operation<never, unknown>[];
  readonly secrets: Secrets;
}

/** A transaction that holds so many is committed: their callers wait. */
const mostPerTransaction = 256;

/**
 * Group commit, in a thread of its own: what arrives while a transaction runs joins it, and what arrives during its
 * commit shares the next one. So as many writes as there are share one fsync, and none waits for others to come.
 */
export function runWriter({ port, data: { file, files }, operations, secrets }: WriterOptions): void {
  // Where there is no file any more, SQLite would begin another one.
  assertSameFile(files);
  const connection = connect(file);
  let notified: Channel[] = [];
  const transaction = transactionsOn(connection, files, (subject) => notified.push(subject));
  // The types of `Database.write` say that a name and its input belong together: what arrives is not checked again.
  const byName = new Map(operations.map((one) => [one.name, one as Operation<unknown, unknown>]));
  const inbox: (WriteRequest[] | 'close')[] = [];
  let isWriting = false;
  let isClosing = false;

  /** The next requests that have arrived, without a turn of the event loop. */
  function next(): WriteRequest[] | undefined {
    const message: WriteRequest[] | 'close' | undefined =
      inbox.shift() ?? receiveMessageOnPort(port)?.message;
    if (message === 'close') isClosing = true;
    return message === 'close' ? undefined : message;
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    for (let requests = next(); requests !== undefined; requests = next()) await write(requests);
    isWriting = false;
    if (!isClosing) return;
    connection.close();
    port.close();
  }

  async function write(requests: WriteRequest[]): Promise<void> {
    notified = [];
    let results: WriteResult[];
    try {
      results = await commit(requests);
    } catch (error) {
      results =
        requests.length === 1 || error instanceof DatabaseUnavailable
          ? requests.map(() => ({ error: sent(error) }))
          : await commitOneByOne(requests);
    }
    port.postMessage({ results, notified } satisfies Committed);
  }

  /** Commits these requests and what arrives meanwhile, which it adds to them. */
  function commit(requests: WriteRequest[]): Promise<WriteResult[]> {
    return transaction(async (tx) => {
      const results = await runAll(tx, requests);
      while (requests.length < mostPerTransaction) {
        const arrived = next();
        if (arrived === undefined) break;
        requests.push(...arrived);
        results.push(...(await runAll(tx, arrived)));
      }
      return results;
    });
  }

  /** An item that can't be stored fails alone. When the database goes away meanwhile, the others fail at once. */
  async function commitOneByOne(requests: readonly WriteRequest[]): Promise<WriteResult[]> {
    const results: WriteResult[] = [];
    let away: unknown;
    for (const request of requests) {
      try {
        if (away !== undefined) throw away;
        results.push(...(await transaction((tx) => runAll(tx, [request]))));
      } catch (error) {
        if (error instanceof DatabaseUnavailable) away = error;
        results.push({ error: sent(error) });
      }
    }
    return results;
  }

  /** The results of requests in their order. Those of one operation run together. */
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
    const operation = byName.get(name);
    if (operation === undefined) throw new Error(`${name} is not in the table of operations`);
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

  /** Behind a savepoint: an operation that throws undoes its own writes, and not those of its neighbours. */
  async function runAlone(
    tx: Transaction,
    operation: Operation<unknown, unknown>,
    { input, now }: WriteRequest,
  ): Promise<WriteResult> {
    connection.exec('savepoint operation');
    try {
      const [outcome] = await operation.run(tx, [input], { now, secrets });
      connection.exec('release operation');
      return { outcome };
    } catch (error) {
      // A disk that is full or broken has ended the whole transaction.
      if (error instanceof DatabaseUnavailable || !connection.isTransaction) throw error;
      connection.exec('rollback to operation; release operation');
      return { error: sent(error) };
    }
  }

  port.on('message', (message: WriteRequest[] | 'close') => {
    inbox.push(message);
    if (!isWriting) void writeAll();
  });
}
