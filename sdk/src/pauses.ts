import type { AccueilError } from './errors.ts';

/** Lets a pause pass; ends early, by throwing its reason, when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * How long to wait before the next attempt, in milliseconds: half a second, twice as long each time, half of it by
 * chance, so that many clients do not come back together; never less than `Retry-After`. Undefined when another attempt
 * would not help, or only after more than half a minute.
 */
export function pauseBefore(
  attempt: number,
  { code, retryAfterSeconds = 0 }: AccueilError,
): number | undefined {
  switch (code) {
    case 'CONNECTION':
    case 'TIMEOUT':
    case 'RATELIMIT':
    case 'INTERNAL':
    case 'UNAVAILABLE': {
      const growing = Math.min(firstPauseMs * 2 ** attempt, longestPauseMs) * (0.5 + Math.random() / 2);
      const pauseMs = Math.max(growing, retryAfterSeconds * 1000);
      return pauseMs > longestPauseMs ? undefined : pauseMs;
    }
    default:
      return undefined;
  }
}

export const waitFor: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
