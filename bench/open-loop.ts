import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Requests that arrive at servers by a schedule, however long the responses take. */
export interface Schedule {
  /** `session`: header lines of a signed-in user. */
  readonly targets: readonly { readonly name: string; readonly port: number; readonly session: string }[];
  /** Requests a second at each target, by kind. */
  readonly rates: Readonly<Record<string, number>>;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** How many are stored. */
  readonly entries: number;
  readonly password: string;
}

/** A group of requests at a target. `ms`: latencies at the {@link quantiles}, from the instants they were scheduled for. */
export interface Latencies {
  readonly target: string;
  readonly group: string;
  readonly failed: number;
  readonly ms: readonly number[];
}

export const quantiles = { p50: 0.5, p99: 0.99, 'p99.9': 0.999, max: 1 };

/** Of so many entries with consecutive ids the first ten are not asked for: they may be deleted meanwhile. */
export const block = { size: 50, expiring: 10 };

/** Runs a schedule in a process of its own. `onMeasuring` is called when the warm-up is over. */
export async function runSchedule(schedule: Schedule, onMeasuring: () => void): Promise<Latencies[]> {
  const program = new URL('./arrivals.ts', import.meta.url).pathname;
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
