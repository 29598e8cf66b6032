import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** Makes whoever is wrong again and again wait longer and longer. */
export interface SlowingDown {
  /** Whole seconds until this key may try again; 0 when it may. */
  secondsLeft(key: string): number;
  wrong(key: string): void;
  right(key: string): void;
}

/** So often anybody may be wrong without waiting. */
const free = 4;
const longestSeconds = 15 * 60;
const mostKeys = 20_000;

/**
 * After {@link free} wrong tries the next one has to wait 1, 2, 4, 8 … seconds, at most a quarter of an hour. In this
 * process's memory: it only has to be slower than guessing is worth.
 */
export function slowingDown(clock: Clock): SlowingDown {
  const tries = new LRUCache<string, { count: number; untilMs: number }>({ max: mostKeys });
  return {
    secondsLeft(key) {
      const untilMs = tries.get(key)?.untilMs ?? 0;
      return Math.max(0, Math.ceil((untilMs - clock().getTime()) / 1000));
    },
    wrong(key) {
      const count = (tries.get(key)?.count ?? 0) + 1;
      const seconds = count <= free ? 0 : Math.min(2 ** (count - free - 1), longestSeconds);
      tries.set(key, { count, untilMs: clock().getTime() + seconds * 1000 });
    },
    right(key) {
      tries.delete(key);
    },
  };
}
