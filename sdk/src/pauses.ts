import type { AccueilError } from './errors.ts';

/** Waits; throws the reason of the signal when it aborts. */
export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

const firstPauseMs = 500;
const maxPauseMs = 30_000;

/**
 * Returns the pause before the next attempt in milliseconds: exponential backoff from half a second, half of it random
 * jitter, and at least `Retry-After`. Undefined when a retry would not help, or not within half a minute.
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
      const growing = Math.min(firstPauseMs * 2 ** attempt, maxPauseMs) * (0.5 + Math.random() / 2);
      const pauseMs = Math.max(growing, retryAfterSeconds * 1000);
      return pauseMs > maxPauseMs ? undefined : pauseMs;
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
