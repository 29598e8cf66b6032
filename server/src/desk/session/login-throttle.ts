import type { MonotonicClock } from '../../clock.ts';
import { recentKeys } from '../../http/recent-keys.ts';

/** Delays repeated wrong attempts, longer each time. */
export interface LoginThrottle {
  /**
   * Takes an attempt for this key. Returns 0 when it is allowed, else the whole seconds to wait. Counted as wrong until
   * {@link reset}; otherwise 100 concurrent guesses would all pass.
   */
  take(key: string): number;
  /** Returns what {@link take} would, without taking an attempt. */
  waitSeconds(key: string): number;
  /** Forgets the attempts of this key, after a right one. */
  reset(key: string): void;
}

/** Wrong attempts without a delay. */
const freeAttempts = 4;
const maxDelaySeconds = 15 * 60;

/**
 * After {@link freeAttempts} wrong attempts the next one has to wait 1, 2, 4, 8 … seconds, at most a quarter of an hour. In
 * this process's memory, which is enough to make guessing hopeless.
 */
export function loginThrottle(clock: MonotonicClock): LoginThrottle {
  const attempts = recentKeys<{ count: number; untilMs: number }>();
  const waitSeconds = (key: string) => {
    const untilMs = attempts.get(key)?.untilMs;
    return untilMs === undefined ? 0 : Math.max(0, Math.ceil((untilMs - clock()) / 1000));
  };
  return {
    waitSeconds,
    take(key) {
      const wait = waitSeconds(key);
      if (wait > 0) return wait;
      const count = (attempts.get(key)?.count ?? 0) + 1;
      const seconds = count <= freeAttempts ? 0 : Math.min(2 ** (count - freeAttempts - 1), maxDelaySeconds);
      attempts.set(key, { count, untilMs: clock() + seconds * 1000 });
      return 0;
    },
    reset(key) {
      attempts.delete(key);
    },
  };
}
