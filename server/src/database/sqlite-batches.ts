import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CrowdOperation } from './crowd-operation.ts';
import {
  AlreadyThere,
  DatabaseUnavailable,
  DatabaseUnusable,
  type Gathering,
  NotThere,
  type Wakeup,
} from './port.ts';
import type { BatchAnswer, BatchRequest, BatchWakeup, ThreadData } from './sqlite-thread.ts';

/**
 * Batches that are stored in a thread of their own, one after the other. The next may begin as soon as all of the one
 * before is handed over.
 */
export interface SqliteBatches {
  store<Piece, Outcome>(
    operation: CrowdOperation<Piece, Outcome>,
    pieces: readonly Piece[],
    now: string,
  ): Promise<Outcome[]>;
  /** Begins a batch of which more may come. */
  gather<Piece, Outcome>(operation: CrowdOperation<Piece, Outcome>, now: string): Gathering<Piece, Outcome>;
  /** Ends the thread: after the batches that it has, or after so long, which breaks off one that waits for another process. */
  close(withinMs: number): Promise<void>;
}

/** The thread begins with the first batch: most commands have none. `wake` is told what batches have notified of. */
export function sqliteBatches(data: ThreadData, wake: (subject: Wakeup) => void): SqliteBatches {
  let thread: Worker | undefined;
  let closed = false;
  /** Of the batches that were begun, in their order, which is that of the answers. */
  let settles: ((answer: BatchAnswer) => void)[] = [];

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: data });
    started.on('message', (message: BatchAnswer | BatchWakeup) => {
      if ('wake' in message) wake(message.wake);
      else settles.shift()?.(message);
    });
    // It did not end by itself: the next batch begins another one.
    const ended = (error: unknown) => {
      if (thread !== started) return;
      thread = undefined;
      const unanswered = settles;
      settles = [];
      for (const settle of unanswered) {
        settle({
          error: new Error(
            `The thread that writes has ended: ${error instanceof Error ? error.message : error}`,
          ),
          name: DatabaseUnavailable.name,
        });
      }
    };
    started.on('error', ended);
    started.on('exit', ended);
    return started;
  }

  function begin<Piece, Outcome>({ module, name }: CrowdOperation<Piece, Outcome>, now: string) {
    // Nobody would end a thread that began now.
    if (closed) throw new DatabaseUnavailable('The database is closed');
    thread ??= start();
    const of = thread;
    const answer = new Promise<BatchAnswer>((resolve) => {
      settles.push(resolve);
    });
    return {
      send: (pieces: readonly Piece[], isLast: boolean) =>
        of.postMessage({ module, name, pieces, now, isLast } satisfies BatchRequest),
      async outcomes(): Promise<Outcome[]> {
        const answered = await answer;
        if ('outcomes' in answered) return answered.outcomes as Outcome[];
        throw revived(answered);
      },
    };
  }

  return {
    async store(operation, pieces, now) {
      const { send, outcomes } = begin(operation, now);
      send(pieces, true);
      return outcomes();
    },
    gather(operation, now) {
      const { send, outcomes } = begin(operation, now);
      return {
        add: (pieces) => send(pieces, false),
        commit(last) {
          send(last, true);
          return outcomes();
        },
      };
    },
    async close(withinMs) {
      closed = true;
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

/** An error of the thread, of its class again if it is one that callers tell apart. */
function revived({ error, name }: Extract<BatchAnswer, { error: unknown }>): unknown {
  const known = [AlreadyThere, NotThere, DatabaseUnavailable, DatabaseUnusable].find(
    (one) => one.name === name,
  );
  if (known === undefined || !(error instanceof Error)) return error;
  return new known(error.message, { cause: error.cause });
}
