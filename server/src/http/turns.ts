import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { RequestError } from '../contract/request-error.ts';
import { retryAfterSeconds } from './errors.ts';

/** How many requests with one key have their turn at a time: a page sends more, which then wait for milliseconds. */
const maxRunning = 4;
/** How many may wait. No page sends as many. */
const maxWaiting = 100;

interface Requests {
  running: number;
  /** Each begins a request that waits. */
  readonly waiting: (() => void)[];
}

/** Makes requests with the same key wait for each other, so that those with other keys wait for no more than a few of them. */
export function openTurns() {
  const byKey = new Map<string, Requests>();

  /**
   * Does some work for a request when it is its turn. Rejects with 429 when too many with its key wait. The turn ends when the
   * work is done and, if a response is given, that one has been sent: it may be a stream. Work goes on when the client leaves.
   */
  return async <T>(key: string, work: () => T | Promise<T>, response?: ServerResponse): Promise<T> => {
    const requests = byKey.get(key) ?? { running: 0, waiting: [] };
    byKey.set(key, requests);
    if (requests.running < maxRunning) requests.running++;
    else if (requests.waiting.length >= maxWaiting) throw tooMany();
    else await new Promise<void>((begin) => requests.waiting.push(begin));
    // Before the work, which may end after the response: that of a stream does.
    const isSent = response && new Promise((sent) => finished(response, sent));
    try {
      return await work();
    } finally {
      if (isSent === undefined) endTurn();
      else void isSent.then(endTurn);
    }

    function endTurn(): void {
      const next = requests.waiting.shift();
      if (next !== undefined) next();
      else if (--requests.running === 0) byKey.delete(key);
    }
  };
}

const tooMany = () =>
  new RequestError('RATELIMIT', `Too many of your requests wait: try again in ${retryAfterSeconds} seconds`, {
    'retry-after': String(retryAfterSeconds),
  });
