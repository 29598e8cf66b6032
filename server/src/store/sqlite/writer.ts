import { type Channel, DatabaseUnavailable, type Operation } from '../database.ts';
import { openThread } from './thread.ts';
import { revived } from './thread-errors.ts';
import type { Committed, WriteRequest, WriterData } from './write-loop.ts';

/** Runs every write of the service in a thread: the event loop waits neither for the disk nor for a lock. */
export interface SqliteWriter {
  write<Input, Outcome>(operation: Operation<Input, Outcome>, input: Input, now: Date): Promise<Outcome>;
  /** Ends the thread after the writes that it has, or after `timeoutMs`, which breaks off one that waits for a lock. */
  close(timeoutMs: number): Promise<void>;
}

interface Waiting {
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes beyond these are refused at once: they would only fill the memory. */
const mostWaiting = 4_000;

/** `onCommit` is called for each transaction before its writes are answered: what it notified of, and how many writes it held. */
export function openWriter(
  data: WriterData,
  onCommit: (notified: readonly Channel[], writes: number) => void,
): SqliteWriter {
  let closed = false;
  /** Those without a result, in the order in which they were sent, which is that of the results. */
  let waiting: Waiting[] = [];
  /** Those of this turn of the event loop: they are sent together. */
  let unsent: WriteRequest[] = [];

  const thread = openThread<WriteRequest[], Committed>({
    code: new URL('../../writer-thread.ts', import.meta.url),
    data,
    onReply({ results, notified }) {
      onCommit(notified, results.length);
      const settled = waiting.splice(0, results.length);
      for (const [i, result] of results.entries()) {
        if ('error' in result) settled[i]?.reject(revived(result.error));
        else settled[i]?.resolve(result.outcome);
      }
    },
    onLost: fail,
  });

  function fail(error: unknown): void {
    const failed = waiting;
    waiting = [];
    unsent = [];
    for (const { reject } of failed) reject(error);
  }

  function send(): void {
    const requests = unsent;
    unsent = [];
    if (requests.length === 0) return;
    try {
      thread.post(requests);
    } catch (error) {
      // An input that can't be cloned is a bug of its operation. Nothing was sent: nothing would be answered.
      for (const { reject } of waiting.splice(-requests.length)) reject(error);
    }
  }

  return {
    async write<Input, Outcome>(operation: Operation<Input, Outcome>, input: Input, now: Date) {
      if (closed) throw new DatabaseUnavailable('SQLite: the database is closed');
      if (waiting.length >= mostWaiting) throw new DatabaseUnavailable('SQLite: too many wait to write');
      if (unsent.length === 0) setImmediate(send);
      unsent.push({ operation: operation.name, input, now });
      return new Promise<Outcome>((resolve, reject) => {
        waiting.push({ resolve: resolve as (outcome: unknown) => void, reject });
      });
    },
    close(timeoutMs) {
      closed = true;
      send();
      return thread.close(timeoutMs);
    },
  };
}
