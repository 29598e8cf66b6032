import { DatabaseUnavailable } from '../database.ts';
import { dialects } from '../dialect.ts';
import { backgroundLimitMs, type ParameterValues, type Statement } from '../statement.ts';
import type { ReaderData, ReadRequest, ReadResult } from './reader-thread.ts';
import { openThread } from './thread.ts';
import { deserializeError } from './thread-errors.ts';
import { rowOf } from './transactions.ts';

/** Reads beyond this number are refused at once, which bounds memory. */
const maxWaiting = 1_000;

interface PendingRead extends PromiseWithResolvers<ReadResult> {
  readonly request: ReadRequest;
  readonly limitMs: number;
}

/**
 * Reads in a separate thread, one statement at a time. A statement that takes too long fails, so that the others do not wait
 * for it: node:sqlite can't interrupt it, so its thread is given up and another one does the rest.
 */
export function openReader(data: ReaderData) {
  let closed = false;
  /** The first one runs. Results arrive in the order of the requests. */
  let waiting: PendingRead[] = [];
  /** Whether the thread has opened the file: until then no statement runs. */
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  const thread = openThread<ReadRequest, ReadResult | 'open'>({
    code: new URL('./reader-thread.ts', import.meta.url),
    data,
    onReply(reply) {
      if (reply === 'open') isOpen = true;
      else waiting.shift()?.resolve(reply);
      limitFirst();
    },
    onCrash(error) {
      const failed = waiting;
      waiting = [];
      isOpen = false;
      limitFirst();
      for (const { reject } of failed) reject(error);
    },
  });

  /** Starts to count the time of the statement that runs now. */
  function limitFirst(): void {
    clearTimeout(timer);
    const [first] = waiting;
    if (first === undefined || !isOpen) return;
    timer = setTimeout(() => {
      // Its result may have arrived while the event loop was busy.
      setImmediate(() => {
        if (waiting[0] === first) endFirst();
      });
    }, first.limitMs).unref();
  }

  function endFirst(): void {
    const first = waiting.shift();
    if (first === undefined) return;
    first.reject(new DatabaseUnavailable(`SQLite: a read took longer than ${first.limitMs} ms`));
    thread.abandon();
    isOpen = false;
    for (const { request } of waiting) thread.post(request);
  }

  async function all<P extends ParameterValues, R>(statement: Statement<P, R>, values?: P): Promise<R[]> {
    if (closed) throw new DatabaseUnavailable('SQLite: the database is closed');
    if (waiting.length >= maxWaiting) throw new DatabaseUnavailable('SQLite: too many wait to read');
    const { sql, bind } = statement.compiled('sqlite');
    const request = { sql, values: bind(values) };
    thread.post(request);
    const { limitMs = backgroundLimitMs } = statement;
    const read = { request, limitMs, ...Promise.withResolvers<ReadResult>() };
    waiting.push(read);
    if (waiting.length === 1) limitFirst();
    const result = await read.promise;
    if ('error' in result) throw deserializeError(result.error);
    return result.rows.map((row) => rowOf<R>(result, row));
  }

  return {
    dialect: dialects.sqlite,
    all,
    first: async <P extends ParameterValues, R>(statement: Statement<P, R>, values?: P) =>
      (await all(statement, values))[0],
    /** Ends the thread after its pending reads, or after `timeoutMs`. */
    close(timeoutMs: number): Promise<void> {
      closed = true;
      return thread.close(timeoutMs);
    },
  };
}
