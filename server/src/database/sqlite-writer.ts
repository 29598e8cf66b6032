import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable, type Operation, type Wakeup } from './port.ts';
import type { Committed, WriteRequest, WriteResult, WriterData } from './sqlite-writer-thread.ts';
import { revived } from './thread-errors.ts';

/** The thread that runs every write of the service: the event loop waits neither for the disk nor for a lock. */
export interface SqliteWriter {
  write<Input, Outcome>(operation: Operation<Input, Outcome>, input: Input, now: Date): Promise<Outcome>;
  /** Ends the thread: after the writes that it has, or after so long, which breaks off one that waits for another process. */
  close(withinMs: number): Promise<void>;
}

interface Waiting {
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes beyond these are refused at once: they would only fill the memory. */
const mostWaiting = 4_000;

/**
 * Starts the thread at the first write: most commands have none. `onCommit` is told of each transaction before its writes
 * are answered: what it has notified of, and how many writes it held.
 */
export function openWriter(
  data: WriterData,
  onCommit: (notified: readonly Wakeup[], writes: number) => void,
): SqliteWriter {
  let thread: Worker | undefined;
  let closed = false;
  /** Those that have had no answer, in the order in which they were sent, which is that of the results. */
  let waiting: Waiting[] = [];
  /** Those of this turn of the event loop: they are sent together. */
  let unsent: WriteRequest[] = [];

  function start(): Worker {
    const started = new Worker(new URL('../writer-thread.ts', import.meta.url), { workerData: data });
    started.on('message', ({ results, notified }: Committed) => {
      onCommit(notified, results.length);
      for (const [i, { resolve, reject }] of waiting.splice(0, results.length).entries()) {
        const result = results[i] as WriteResult;
        if ('error' in result) reject(revived(result.error));
        else resolve(result.outcome);
      }
    });
    // It did not end by itself: the next write starts another one.
    const ended = (error: unknown) => {
      if (thread !== started) return;
      thread = undefined;
      const unanswered = waiting;
      waiting = [];
      unsent = [];
      const reason = error instanceof Error ? error.message : String(error);
      for (const { reject } of unanswered)
        reject(new DatabaseUnavailable(`The thread that writes has ended: ${reason}`));
    };
    started.on('error', ended);
    started.on('exit', ended);
    return started;
  }

  function send(): void {
    const requests = unsent;
    unsent = [];
    if (requests.length === 0) return;
    thread ??= start();
    thread.postMessage(requests);
  }

  return {
    async write<Input, Outcome>(operation: Operation<Input, Outcome>, input: Input, now: Date) {
      if (closed) throw new DatabaseUnavailable('The database is closed');
      if (waiting.length >= mostWaiting) throw new DatabaseUnavailable('SQLite: too many wait to write');
      if (unsent.length === 0) setImmediate(send);
      unsent.push({ operation: operation.name, input, now });
      return new Promise<Outcome>((resolve, reject) => {
        waiting.push({ resolve: resolve as (outcome: unknown) => void, reject });
      });
    },
    async close(withinMs) {
      closed = true;
      send();
      const ending = thread;
      if (ending === undefined) return;
      const ended = once(ending, 'exit');
      ending.postMessage('close');
      const timer = setTimeout(() => void ending.terminate(), withinMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
