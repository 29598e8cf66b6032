/** The time of day as everything in accueil asks for it; tests pass their own. */
export type Clock = () => Date;

/**
 * Milliseconds since some fixed moment. The time of day can be set, this can't: limits and pauses go by it, so that none is
 * longer than its window. Tests pass their own.
 */
export type MonotonicClock = () => number;

/** Steps back that are not worth mending: clocks are corrected by seconds all the time. */
const smallStepMs = 60_000;

/**
 * Returns what calls `mend` when the clock has gone back by more than a minute since it was called last. Its first call
 * does too, since the clock may have gone back while no process ran. When `mend` rejects, so does the call, and the next
 * one tries again.
 */
export function afterStepBack(clock: Clock, mend: () => Promise<unknown>): () => Promise<void> {
  let newestMs = Infinity;
  return async () => {
    const nowMs = clock().getTime();
    if (nowMs < newestMs - smallStepMs) {
      await mend();
      newestMs = nowMs;
    } else newestMs = Math.max(newestMs, nowMs);
  };
}

const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' });
const quarterMs = 15 * 60_000;
let known = { quarter: Number.NaN, day: '' };

/** The day in Europe/Paris at an instant, `YYYY-MM-DD`. */
export function parisDay(instant: Date): string {
  // Days change on a quarter of an hour in every time zone there is.
  const quarter = Math.floor(instant.getTime() / quarterMs);
  if (known.quarter !== quarter) known = { quarter, day: paris.format(instant) };
  return known.day;
}
