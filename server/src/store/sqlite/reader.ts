import { DatabaseUnavailable } from '../database.ts';
import { dialects } from '../dialect.ts';
import type { Statement, Values } from '../statement.ts';
import type { ReaderData, ReadRequest, ReadResult } from './reader-thread.ts';
import { openThread } from './thread.ts';
import { deserializeError } from './thread-errors.ts';
import { rowOf } from './transactions.ts';

/** Reads beyond this number are refused at once, which bounds memory. */
const maxWaiting = 1_000;

/** Reads in a separate thread, one statement at a time. */
export function openReader(data: ReaderData) {
  let closed = false;
  /** Pending reads. Results arrive in the order of the requests. */
  let waiting: PromiseWithResolvers<ReadResult>[] = [];
  const thread = openThread<ReadRequest, ReadResult>({
    code: new URL('./reader-thread.ts', import.meta.url),
    data,
    onReply: (result) => waiting.shift()?.resolve(result),
    onCrash(error) {
      const failed = waiting;
      waiting = [];
      for (const { reject } of failed) reject(error);
    },
  });

  async function all<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R[]> {
    if (closed) throw new DatabaseUnavailable('SQLite: the database is closed');
    if (waiting.length >= maxWaiting) throw new DatabaseUnavailable('SQLite: too many wait to read');
    const { sql, bind } = statement.compiled('sqlite');
    thread.post({ sql, values: bind(values) });
    const waiter = Promise.withResolvers<ReadResult>();
    waiting.push(waiter);
    const result = await waiter.promise;
    if ('error' in result) throw deserializeError(result.error);
    return result.rows.map((row) => rowOf<R>(result, row));
  }

  return {
    dialect: dialects.sqlite,
    all,
    first: async <P extends Values, R>(statement: Statement<P, R>, values: P) =>
      (await all(statement, values))[0],
    /** Ends the thread after its pending reads, or after `timeoutMs`. */
    close(timeoutMs: number): Promise<void> {
      closed = true;
      return thread.close(timeoutMs);
    },
  };
}
