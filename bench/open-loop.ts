import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Requests that arrive at servers by a schedule, however long the responses take. */
export interface Schedule {
  readonly targets: readonly Target[];
  /** Requests a second at each target, by kind. */
  readonly rates: Readonly<Record<string, number>>;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** How many are stored. */
  readonly entries: number;
  readonly password: string;
}

export interface Target {
  readonly name: string;
  readonly port: number;
  /** Header lines of a signed-in user. */
  readonly session: string;
}

/** The latencies of a group of requests at a target, in ms from the instants at which they were to be sent. */
export interface Latencies {
  readonly target: string;
  readonly group: string;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** Of so many entries with consecutive ids, the first ten are not asked for: a phase may delete them. */
export const block = { size: 50, spare: 10 };

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
