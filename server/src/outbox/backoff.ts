/** When failed attempts are retried. */
export interface Schedule {
  /** The pause before each attempt, in milliseconds. Its length is the number of attempts. */
  readonly pausesMs: readonly number[];
  /** The longest delay a receiver can ask for with `Retry-After`; 0 to ignore the header. */
  readonly maxRetryAfterMs: number;
}

/** Each pause is up to a fifth longer, so that deliveries which failed together are not retried together. */
const jitter = 0.2;
const minRetryAfterMs = 1_000;

/**
 * When to try again after `attempts` attempts, the last of which ended `at`; null when none is left. `random` returns a
 * number in [0, 1), as `Math.random` does.
 *
 * `Retry-After` can only delay an attempt: otherwise a receiver asking for one second each time would use up all
 * attempts in ten seconds and lose the event.
 */
export function nextAttempt(
  { pausesMs, maxRetryAfterMs }: Schedule,
  failed: { readonly attempts: number; readonly at: Date; readonly retryAfterSeconds: number | null },
  random: () => number,
): Date | null {
  const { attempts, at, retryAfterSeconds } = failed;
  const pauseMs = pausesMs[attempts];
  if (pauseMs === undefined) return null;
  const jitteredMs = Math.round(pauseMs * (1 + jitter * random()));
  const askedMs =
    retryAfterSeconds === null
      ? 0
      : Math.min(Math.max(retryAfterSeconds * 1_000, minRetryAfterMs), maxRetryAfterMs);
  return new Date(at.getTime() + Math.max(jitteredMs, askedMs));
}

/** The longest possible wait for the next attempt, in ms, indexed by the number of attempts so far. */
export function longestPausesMs({ pausesMs, maxRetryAfterMs }: Schedule): number[] {
  return pausesMs.map((pauseMs, attempts) =>
    Math.max(pauseMs * (1 + jitter), attempts === 0 ? 0 : maxRetryAfterMs),
  );
}
