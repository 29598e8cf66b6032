const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pause before each attempt, in milliseconds: ten attempts in about 75 hours. */
const pausesMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** Each pause is up to a fifth longer, so that what failed together does not come back together. */
const jitter = 0.2;
const leastRetryAfterMs = second;
const mostRetryAfterMs = 24 * hour;

/** Attempts that an event gets before it is given up. */
export const mostAttempts = pausesMs.length;

/** What is known when an attempt has failed. */
export interface FailedAttempt {
  /** Attempts made so far, this one included; 0 before the first. */
  readonly attempts: number;
  /** When it ended. */
  readonly at: Date;
  /** What the receiver asked for; null when it did not. */
  readonly retryAfterSeconds: number | null;
}

/**
 * When to try again; null when it is over. `random` answers 0 to 1, 1 excluded, as `Math.random` does.
 *
 * `Retry-After`, between 1 second and 24 hours, puts an attempt off and never brings it forward: a receiver that asks
 * for a second each time would otherwise use up all attempts in ten seconds, and the event would be lost.
 */
export function nextAttempt(
  { attempts, at, retryAfterSeconds }: FailedAttempt,
  random: () => number,
): Date | null {
  const pauseMs = pausesMs[attempts];
  if (pauseMs === undefined) return null;
  const jitteredMs = Math.round(pauseMs * (1 + jitter * random()));
  const askedMs =
    retryAfterSeconds === null
      ? 0
      : Math.min(Math.max(retryAfterSeconds * second, leastRetryAfterMs), mostRetryAfterMs);
  return new Date(at.getTime() + Math.max(jitteredMs, askedMs));
}

/** The seconds that a `Retry-After` header asks for, which holds a number of them or an HTTP date; null for neither. */
export function readRetryAfter(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  // `Date.parse` takes much that is no HTTP date, such as « 1.5 » or « 2026 ».
  const at = /^[A-Z][a-z]{2,8}, ?\d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / second));
}
