import { type Clock, hourMs, type MonotonicClock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { recordAudit } from './audit.ts';

/** Counts sign-ins refused by rate limits. One audit line for each would let a stranger fill the disk. */
interface RefusedSignIns {
  /** Counts one; `from` is the group of network addresses. */
  note(from: string): void;
  /** Writes the counts to the audit trail, a line for each address. */
  write(): Promise<void>;
}

interface RefusedSignInsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly onError: (error: unknown) => void;
}

/** How many addresses are counted separately within an hour; the others are counted together. */
const maxAddresses = 100;

type Counts = Map<string | null, { count: number; readonly since: string }>;

export const recordRefusedSignIns = operation('recordRefusedSignIns', async (tx, counts: Counts, { now }) => {
  const line = { at: now.toISOString(), userId: null, author: '', action: 'sign-ins-refused' } as const;
  for (const [address, detail] of counts) await recordAudit(tx, { ...line, address, detail });
});

/** Counts in memory and writes once an hour; a process that is killed loses the counts. */
export function refusedSignIns(options: RefusedSignInsOptions): RefusedSignIns {
  const { database, clock, monotonicClock, onError } = options;
  /** By address; null for those counted together. */
  let counts: Counts = new Map();
  let startedAtMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function add(from: string | null, count: number, since: string): void {
    if (counts.size === 0) startedAtMs = monotonicClock();
    timer ??= setTimeout(write, hourMs).unref();
    const key = counts.has(from) || counts.size < maxAddresses ? from : null;
    const counted = counts.get(key);
    if (counted === undefined) counts.set(key, { count, since });
    else counted.count += count;
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counted = counts;
    counts = new Map();
    if (counted.size === 0) return;
    try {
      await database.write(recordRefusedSignIns, counted, clock());
    } catch (error) {
      for (const [address, { count, since }] of counted) add(address, count, since);
      onError(error);
    }
  }

  return {
    note(from) {
      if (counts.size > 0 && monotonicClock() - startedAtMs >= hourMs) void write();
      add(from, 1, clock().toISOString());
    },
    write,
  };
}
