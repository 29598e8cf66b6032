import type { MonotonicClock } from '../../clock.ts';
import { recentKeys } from '../../http/recent-keys.ts';

/** Makes whoever is wrong again and again wait longer and longer. */
export interface SlowingDown {
  /**
   * A try of this key: whole seconds until it may have one, and 0 when it may now. It counts as wrong until
   * {@link right}: of a hundred tries at once none would have been wrong yet when the others are let through.
   */
  take(key: string): number;
  /** What {@link take} would answer; counts nothing. */
  waitSeconds(key: string): number;
  /** The last try was right: those before it are forgotten. */
  right(key: string): void;
}

/** So often anybody may be wrong without waiting. */
const free = 4;
const longestSeconds = 15 * 60;

/**
 * After {@link free} wrong tries the next one has to wait 1, 2, 4, 8 … seconds, at most a quarter of an hour. In this
 * process's memory: it only has to be slower than guessing is worth.
 */
export function slowingDown(clock: MonotonicClock): SlowingDown {
  const tries = recentKeys<{ count: number; untilMs: number }>();
  const waitSeconds = (key: string) => {
    const untilMs = tries.get(key)?.untilMs;
    return untilMs === undefined ? 0 : Math.max(0, Math.ceil((untilMs - clock()) / 1000));
  };
  return {
    waitSeconds,
    take(key) {
      const wait = waitSeconds(key);
      if (wait > 0) return wait;
      const count = (tries.get(key)?.count ?? 0) + 1;
      const seconds = count <= free ? 0 : Math.min(2 ** (count - free - 1), longestSeconds);
      tries.set(key, { count, untilMs: clock() + seconds * 1000 });
      return 0;
    },
    right(key) {
      tries.delete(key);
    },
  };
}
