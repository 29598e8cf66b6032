import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '../database.ts';

export interface ThreadOptions<Reply> {
  /** The module that the thread runs. */
  readonly code: URL;
  readonly data: unknown;
  readonly onReply: (reply: Reply) => void;
  /** Called when the thread has ended unexpectedly: pending requests get no reply. */
  readonly onCrash: (error: DatabaseUnavailable) => void;
}

/** A thread with its own connection. */
export interface SqliteThread<Request> {
  post(request: Request): void;
  /** Ends the thread after its pending requests, or after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

/** Starts the thread at the first request, since few commands need it, and restarts it after a crash. */
export function openThread<Request, Reply>(options: ThreadOptions<Reply>): SqliteThread<Request | 'close'> {
  let thread: Worker | undefined;

  function start(): Worker {
    const started = new Worker(options.code, { workerData: options.data });
    started.on('message', options.onReply);
    const ended = (reason: unknown) => {
      if (thread !== started) return;
      thread = undefined;
      const message = reason instanceof Error ? reason.message : String(reason);
      options.onCrash(new DatabaseUnavailable(`A thread of SQLite has ended: ${message}`));
    };
    started.on('error', ended);
    started.on('exit', ended);
    return started;
  }

  return {
    post(request) {
      thread ??= start();
      thread.postMessage(request);
    },
    async close(timeoutMs) {
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
