/** Time that passes only when a test says so. */
export interface VirtualTime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `then` when so many ms have passed. Answers what cancels it. */
  wait(ms: number, then: () => void): () => void;
  /** Goes on to the next moment at which something was to happen, and lets it happen. Answers false when nothing is. */
  pass(): boolean;
  /** When that will be; undefined when nothing is to happen. */
  next(): number | undefined;
}

export function virtualTime(start: number): VirtualTime {
  let now = start;
  const waiting = new Set<{ readonly at: number; readonly happen: () => void }>();
  // In the order in which they were set, where they come at the same time.
  const first = () => waiting.values().reduce((a, b) => (b.at < a.at ? b : a), { at: Infinity, happen() {} });
  return {
    now: () => now,
    wait(ms, then) {
      const one = { at: now + Math.max(0, ms), happen: then };
      waiting.add(one);
      return () => void waiting.delete(one);
    },
    next() {
      return waiting.size === 0 ? undefined : first().at;
    },
    pass() {
      if (waiting.size === 0) return false;
      const one = first();
      waiting.delete(one);
      now = one.at;
      one.happen();
      return true;
    },
  };
}
