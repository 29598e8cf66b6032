import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { RequestError } from '../contract/request-error.ts';
import { retryAfterSeconds } from './errors.ts';

/** How many requests of one user are handled at a time: a page sends more, which then wait for milliseconds. */
const maxRunning = 4;
/** How many may wait. No page sends as many. */
const maxWaiting = 100;

interface Requests {
  running: number;
  /** Begin the requests that wait, in their order. */
  readonly waiting: Set<() => void>;
}

/**
 * Makes the requests of a user wait for each other, so that nobody else waits for more than a few of them. A request has its
 * turn until its response has been sent, or its client has gone.
 */
export function openTurns() {
  const byKey = new Map<string, Requests>();

  /** Resolves when it is this request's turn. Rejects with 429 when too many of this key wait. */
  return async (key: string, response: ServerResponse): Promise<void> => {
    const requests = byKey.get(key) ?? { running: 0, waiting: new Set() };
    if (requests.running >= maxRunning && requests.waiting.size >= maxWaiting) throw tooMany();
    byKey.set(key, requests);
    const turn = Promise.withResolvers<void>();
    const begin = () => {
      requests.waiting.delete(begin);
      requests.running++;
      turn.resolve();
    };
    requests.waiting.add(begin);
    finished(response, () => {
      // It may have gone before its turn.
      if (!requests.waiting.delete(begin)) requests.running--;
      turn.reject(tooMany());
      beginNext();
      if (requests.running === 0) byKey.delete(key);
    });
    beginNext();
    await turn.promise;

    function beginNext(): void {
      const [next] = requests.waiting;
      if (requests.running < maxRunning) next?.();
    }
  };
}

const tooMany = () =>
  new RequestError('RATELIMIT', `Too many of your requests wait: try again in ${retryAfterSeconds} seconds`, {
    'retry-after': String(retryAfterSeconds),
  });
