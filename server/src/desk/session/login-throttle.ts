import type { MonotonicClock } from '../../clock.ts';
import { recentKeys } from '../../http/recent-keys.ts';

/** Makes whoever is wrong again and again wait longer and longer. */
export interface LoginThrottle {
  /**
   * A try of this key: whole seconds until it may have one, and 0 when it may now. It counts as wrong until
   * {@link reset}: of a hundred attempts at once none would have been wrong yet when the others are let through.
   */
  take(key: string): number;
  /** What {@link take} would answer; counts nothing. */
  waitSeconds(key: string): number;
  /** The last try was reset: those before it are forgotten. */
  reset(key: string): void;
}

/** So often anybody may be wrong without waiting. */
const freeAttempts = 4;
const maxDelaySeconds = 15 * 60;

/**
 * After {@link freeAttempts} wrong attempts the next one has to wait 1, 2, 4, 8 … seconds, at most a quarter of an hour. In this
 * process's memory: it only has to be slower than guessing is worth.
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
