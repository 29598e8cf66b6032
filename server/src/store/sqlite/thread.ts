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

/** A thread with its own connection: started at the first request, since few commands need it, and after a crash. */
export function openThread<Request, Reply>(options: ThreadOptions<Reply>) {
  let thread: Worker | undefined;

  function start(): Worker {
    const started = new Worker(options.code, { workerData: options.data });
    started.on('message', (reply: Reply) => {
      if (thread === started) options.onReply(reply);
    });
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
    post(request: Request): void {
      thread ??= start();
      thread.postMessage(request);
    },
    /** Gives the thread up: its pending requests get no reply. It ends as soon as SQLite lets it, the next one starts at once. */
    abandon(): void {
      const abandoned = thread;
      thread = undefined;
      void abandoned?.terminate();
    },
    /** Ends the thread after its pending requests, or after `timeoutMs`. */
    async close(timeoutMs: number): Promise<void> {
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
