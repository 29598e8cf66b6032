import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { dialects } from './dialect.ts';
import { DatabaseUnavailable, type Queries } from './port.ts';
import type { ReaderData, ReadRequest, ReadResult } from './sqlite-reader-thread.ts';
import { rowOf } from './sqlite-transactions.ts';
import type { Statement, Values } from './statement.ts';
import { revived } from './thread-errors.ts';

/** Reads that may wait. More are refused at once: they would only fill the memory. */
const maxWaiting = 1_000;

export interface SqliteReader extends Queries {
  /** Ends the thread after the reads that it has, or after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

/** Reads in a thread of its own, one read after the other. The thread starts with the first read: few commands need it. */
export function openReader(data: ReaderData): SqliteReader {
  let thread: Worker | undefined;
  let closed = false;
  /** Those that wait for a result. Results come in the order of the requests. */
  let waiting: PromiseWithResolvers<ReadResult>[] = [];

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-reader-thread.ts', import.meta.url), { workerData: data });
    started.on('message', (result: ReadResult) => waiting.shift()?.resolve(result));
    // After a failure the next read starts another thread.
    const ended = (reason: unknown) => {
      if (thread !== started) return;
      thread = undefined;
      const failed = waiting;
      waiting = [];
      const message = `The thread that reads has ended: ${reason instanceof Error ? reason.message : reason}`;
      for (const { reject } of failed) reject(new DatabaseUnavailable(message));
    };
    started.on('error', ended);
    started.on('exit', ended);
    return started;
  }

  async function all<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R[]> {
    if (closed) throw new DatabaseUnavailable('SQLite: the database is closed');
    if (waiting.length >= maxWaiting) throw new DatabaseUnavailable('SQLite: too many wait to read');
    const { sql, bind } = statement.compiled('sqlite');
    const request: ReadRequest = { sql, values: bind(values) };
    thread ??= start();
    thread.postMessage(request);
    const waiter = Promise.withResolvers<ReadResult>();
    waiting.push(waiter);
    const result = await waiter.promise;
    if ('error' in result) throw revived(result.error);
    return result.rows.map((row) => rowOf<R>(result, row));
  }

  return {
    engine: 'sqlite',
    dialect: dialects.sqlite,
    all,
    first: async (statement, values) => (await all(statement, values))[0],
    async close(timeoutMs) {
      closed = true;
      const ending = thread;
      if (ending === undefined) return;
      const ended = once(ending, 'exit');
      ending.postMessage('close');
      const timer = setTimeout(() => void ending.terminate(), timeoutMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
