import type { MonotonicClock } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { recentKeys } from './recent-keys.ts';

interface LimiterOptions {
  /** How many events a key may have within the window. */
  readonly max: number;
  readonly windowMs: number;
  readonly clock: MonotonicClock;
}

/**
 * Fixed-window rate limiter: the window of a key begins with its first event. Expired and least recent keys are forgotten.
 */
export interface Limiter {
  /** Counts one event and returns 0. Over the limit, returns the seconds to wait instead and counts nothing. */
  take(key: string): number;
  /** Returns what {@link take} would return, without counting. */
  waitSeconds(key: string): number;
  /** Uncounts one event. */
  giveBack(key: string): void;
}

/** Throws 429 with `Retry-After` if there are seconds to wait. `message` says what there was too much of. */
export function throwIfLimited(waitSeconds: number, message: string): void {
  if (waitSeconds > 0) {
    throw new RequestError('RATELIMIT', `${message}: try again in ${waitSeconds} seconds`, {
      'retry-after': String(waitSeconds),
    });
  }
}

/** Wrong passwords, tokens and invitations from one address (docs/interface.md, « Limits »). */
export const wrongGuesses = { max: 20, windowMs: 5 * 60_000 };

/** Makes a limiter that counts in this process only: each further process adds the full limit again. */
export function limiter({ max, windowMs, clock }: LimiterOptions): Limiter {
  const windows = recentKeys<{ endsAtMs: number; count: number }>();
  const open = (key: string) => {
    const window = windows.get(key);
    return window === undefined || clock() >= window.endsAtMs ? undefined : window;
  };
  const waitSeconds = (key: string) => {
    const window = open(key);
    return window === undefined || window.count < max ? 0 : Math.ceil((window.endsAtMs - clock()) / 1000);
  };
  return {
    waitSeconds,
    take(key) {
      const seconds = waitSeconds(key);
      if (seconds > 0) return seconds;
      const window = open(key);
      if (window === undefined) windows.set(key, { endsAtMs: clock() + windowMs, count: 1 });
      else window.count++;
      return 0;
    },
    giveBack(key) {
      const window = open(key);
      if (window !== undefined && window.count > 0) window.count--;
    },
  };
}
