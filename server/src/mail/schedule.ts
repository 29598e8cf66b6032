const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The pause before each attempt, in milliseconds: nine attempts in about a day. */
const pausesMs: readonly number[] = [
  0,
  minuteMs,
  5 * minuteMs,
  20 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  8 * hourMs,
];
/** Each pause is up to a fifth longer, so that what failed together does not come back together. */
const jitter = 0.2;

/** Attempts that a mail gets before it is given up. */
export const mostAttempts = pausesMs.length;

/** The longest pause after so many attempts, in ms. */
export function longestPauseMs(attempts: number): number {
  return (pausesMs[attempts] ?? 0) * (1 + jitter);
}

/**
 * When to try again after so many attempts, the last of which ended `at`; null when it is over. `random` answers 0 to 1,
 * 1 excluded, as `Math.random` does.
 */
export function nextAttempt(attempts: number, at: Date, random: () => number): Date | null {
  const pauseMs = pausesMs[attempts];
  return pauseMs === undefined
    ? null
    : new Date(at.getTime() + Math.round(pauseMs * (1 + jitter * random())));
}
