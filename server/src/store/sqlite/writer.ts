import { DatabaseUnavailable, type Operation } from '../database.ts';
import { openThread } from './thread.ts';
import { deserializeError } from './thread-errors.ts';
import type { Committed, ToWriter, WriteRequest, WriterData, WriterReply } from './write-loop.ts';

/** Writes beyond this number are refused at once, which bounds memory. */
const maxWaiting = 4_000;

/**
 * Runs the service's writes in a thread, so that the event loop waits neither for the disk nor for a lock. Calls `onCommit`
 * for each transaction, before its writes resolve, with notified channels, logged lines and number of writes.
 */
export function openWriter(data: WriterData, onCommit: (committed: Committed, writes: number) => void) {
  let closed = false;
  /** Pending writes. Results arrive in the order of the requests. */
  let waiting: PromiseWithResolvers<unknown>[] = [];
  /** Requests of this turn of the event loop, which are posted together. */
  let unsent: WriteRequest[] = [];

  const thread = openThread<ToWriter, WriterReply>({
    code: new URL('../../writer-thread.ts', import.meta.url),
    data,
    onReply({ results, committed }) {
      if (committed !== undefined) onCommit(committed, results.length);
      const settled = waiting.splice(0, results.length);
      for (const [i, result] of results.entries()) {
        if ('error' in result) settled[i]?.reject(deserializeError(result.error));
        else settled[i]?.resolve(result.outcome);
      }
    },
    onCrash(error) {
      const failed = waiting;
      waiting = [];
      unsent = [];
      for (const { reject } of failed) reject(error);
    },
  });

  function send(): void {
    const requests = unsent;
    unsent = [];
    if (requests.length > 0) post(requests);
  }

  function post(requests: WriteRequest[] | WriteRequest): void {
    try {
      thread.post(requests);
    } catch (error) {
      // An input that can't be cloned is a bug in its operation. Nothing was posted, so no results would arrive.
      const count = Array.isArray(requests) ? requests.length : 1;
      for (const { reject } of waiting.splice(-count)) reject(error);
    }
  }

  /** Adds a place in the queue and returns its result, which the next request posted will get. */
  function enqueue(): Promise<unknown> {
    if (closed) throw new DatabaseUnavailable('SQLite: the database is closed');
    if (waiting.length >= maxWaiting) throw new DatabaseUnavailable('SQLite: too many wait to write');
    const waiter = Promise.withResolvers<unknown>();
    waiting.push(waiter);
    return waiter.promise;
  }

  return {
    async write<Input, Outcome>(
      operation: Operation<Input, Outcome>,
      input: Input,
      now: Date,
    ): Promise<Outcome> {
      const outcome = enqueue();
      if (unsent.length === 0) setImmediate(send);
      unsent.push({ operation: operation.name, input, now });
      return outcome as Promise<Outcome>;
    },
    /** Runs an operation and rolls it back. */
    async rehearse<Input>(operation: Operation<Input, unknown>, input: Input, now: Date): Promise<void> {
      send();
      const outcome = enqueue();
      post({ operation: operation.name, input, now });
      await outcome;
    },
    /** Ends the thread after its pending writes, or after `timeoutMs`: one may be waiting for a lock. */
    close(timeoutMs: number): Promise<void> {
      closed = true;
      send();
      return thread.close(timeoutMs);
    },
  };
}
