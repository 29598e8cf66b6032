import type { MonotonicClock } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { recentKeys } from './recent-keys.ts';

export interface LimiterOptions {
  /** How often within the window. */
  readonly most: number;
  readonly windowMs: number;
  readonly clock: MonotonicClock;
}

/** Counts what each key does in a window that begins with its first act. Old and crowded-out keys are forgotten. */
export interface Limiter {
  /** Counts one act. Answers 0, or the seconds to wait when there were too many; then nothing is counted. */
  take(key: string): number;
  /** What {@link take} would answer; counts nothing. */
  waitSeconds(key: string): number;
  /** Takes back an act that was counted and should not have been. */
  giveBack(key: string): void;
}

/** Throws 429 while there are seconds to wait. `message`: of what there was too much. */
export function throwIfLimited(waitSeconds: number, message: string): void {
  if (waitSeconds > 0) {
    throw new RequestError('RATELIMIT', `${message}: try again in ${waitSeconds} seconds`, {
      'retry-after': String(waitSeconds),
    });
  }
}

/** Wrong passwords, tokens and invitations from one address (docs/interface.md, « Limits »). */
export const wrongGuesses = { most: 20, windowMs: 5 * 60_000 };

/** A limiter of this process: several processes allow as many times more. */
export function limiter({ most, windowMs, clock }: LimiterOptions): Limiter {
  const windows = recentKeys<{ endsAtMs: number; count: number }>();
  const open = (key: string) => {
    const window = windows.get(key);
    return window === undefined || clock() >= window.endsAtMs ? undefined : window;
  };
  const waitSeconds = (key: string) => {
    const window = open(key);
    return window === undefined || window.count < most ? 0 : Math.ceil((window.endsAtMs - clock()) / 1000);
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
