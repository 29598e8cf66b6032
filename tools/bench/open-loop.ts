import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** An open-loop load: requests sent to servers at scheduled instants, however long the responses take. */
export interface Schedule {
  /** `session`: header lines of a signed-in user. */
  readonly targets: readonly { readonly name: string; readonly port: number; readonly session: string }[];
  /** Requests per second at each target, by kind. */
  readonly rates: Readonly<Record<string, number>>;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** The number of stored entries. */
  readonly entries: number;
  readonly password: string;
}

/** Latencies of a group of requests at a target. `ms`: at the {@link quantiles}, from the scheduled instants. */
export interface Latencies {
  readonly target: string;
  readonly group: string;
  readonly failed: number;
  readonly ms: readonly number[];
}

export const quantiles = { p50: 0.5, p99: 0.99, 'p99.9': 0.999, max: 1 };

/** The first ten of every fifty consecutive entries are never requested: they may be deleted during the run. */
export const block = { size: 50, expiring: 10 };

/** Runs a schedule in a separate process. Calls `onMeasuring` when the warm-up is over. */
export async function runSchedule(schedule: Schedule, onMeasuring: () => void): Promise<Latencies[]> {
  const program = new URL('./open-loop-client.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, JSON.stringify(schedule)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let result = '[]';
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'measuring') onMeasuring();
    else result = line;
  }
  return JSON.parse(result) as Latencies[];
}
