/** When a sender tries again. */
export interface Schedule {
  /** The pause before each attempt, in milliseconds. Its length is the number of attempts. */
  readonly pausesMs: readonly number[];
  /** The longest delay that a receiver can ask for with `Retry-After`; 0 where it can't. */
  readonly maxRetryAfterMs: number;
}

/** Each pause is up to a fifth longer, so that what failed together does not come back together. */
const jitter = 0.2;
const minRetryAfterMs = 1_000;

/**
 * When to try again after so many attempts, the last of which ended `at`; null when it is over. `random` returns 0 to
 * 1, 1 excluded, as `Math.random` does.
 *
 * `Retry-After` only ever delays an attempt: a receiver that asks for a second each time would otherwise use up all
 * attempts in ten seconds, and the event would be lost.
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

/** The longest that the attempt after each number of attempts can be away, in ms. */
export function longestPausesMs({ pausesMs, maxRetryAfterMs }: Schedule): number[] {
  return pausesMs.map((pauseMs, attempts) =>
    Math.max(pauseMs * (1 + jitter), attempts === 0 ? 0 : maxRetryAfterMs),
  );
}
