import { type Installed, withInstalled } from './installed.ts';
import { block, type Latencies, runSchedule } from './open-loop.ts';
import type { ComparisonPlan } from './plan.ts';
import { bare, password, type Server, startServer } from './processes.ts';
import { signIn } from './staff.ts';
import { median } from './turns.ts';

/** V8 compiles what is used most, and what a start does is over. */
const warmUpSeconds = 10;
/** Of a phase in which something fails, which is most of it. */
const shortSeconds = 10;
const lockMs = 3_000;
const slowFsyncMs = 50;

/** Requests a second. */
const callers = { live: 20, commercial: 200, customId: 250, checkPhone: 250 };
const everyone = { ...callers, list: 5, page: 5, act: 5 };

interface Phase {
  readonly name: string;
  readonly rates: Readonly<Record<string, number>>;
  readonly isShort?: true;
  readonly fsyncMs?: number;
  /** Deletes expired entries from the start of the service on; backs up and exports everything again and again. */
  readonly nightly?: true;
  readonly lockMs?: number;
}

const phases: Readonly<Record<string, Phase>> = {
  a: { name: 'creations, look-ups and health checks', rates: callers },
  b: { name: 'and lists, pages and acts of staff', rates: everyone },
  c: { name: 'and a backup, an export of everything and the deletions', rates: everyone, nightly: true },
  d: { name: `as b, the write lock held for ${lockMs} ms`, rates: everyone, isShort: true, lockMs },
  e: {
    name: `as b, each fsync ${slowFsyncMs} ms longer`,
    rates: everyone,
    isShort: true,
    fsyncMs: slowFsyncMs,
  },
};

/**
 * A load as it is in life, by a schedule that no response delays, at the services of checkouts in turns. A bare server has
 * the same load at the same time: what it is late by is the machine's own doing.
 */
export async function measureLife(plan: ComparisonPlan): Promise<void> {
  const reference = await startServer(bare);
  try {
    await withInstalled(plan, async (installed) => {
      const rows: Row[] = [];
      for (let round = 0; round < plan.rounds; round++) {
        for (const letter of plan.phases) {
          const phase = phases[letter];
          if (phase === undefined) throw new Error(`There is no phase ${letter}`);
          for (const one of installed) {
            plan.print(`\nround ${round + 1}, ${one.name}, (${letter}) ${phase.name}`);
            const measured = await run(phase, one, reference, plan, round);
            printTable(measured, plan.print);
            rows.push(...measured.map((latencies) => ({ ...latencies, letter })));
          }
        }
      }
      if (plan.rounds > 1) printMedians(rows, plan.print);
    });
  } finally {
    await reference.stop();
  }
}

async function run(
  phase: Phase,
  installed: Installed,
  reference: Server,
  plan: ComparisonPlan,
  round: number,
): Promise<Latencies[]> {
  if (phase.nightly) await installed.expire(block.size, round % block.spare);
  const server = await installed.start(phase.fsyncMs);
  const ended = new AbortController();
  const beside: Promise<void>[] = [];
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const headers = await signIn(url);
    const session = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const schedule = {
      targets: [
        { name: installed.name, port: server.port, session: session.join('') },
        { name: 'bare', port: reference.port, session: session.join('') },
      ],
      rates: phase.rates,
      warmUpSeconds,
      seconds: phase.isShort ? Math.min(plan.seconds, shortSeconds) : plan.seconds,
      entries: plan.entries,
      password,
    };
    return await runSchedule(schedule, () => {
      if (phase.lockMs !== undefined) beside.push(installed.holdWriteLock(phase.lockMs));
      if (!phase.nightly) return;
      const exportAll = () => exportEverything(url, headers, ended.signal);
      beside.push(again('backup', () => installed.backUp(), ended.signal, plan.print));
      beside.push(again('export', exportAll, ended.signal, plan.print));
    });
  } finally {
    ended.abort();
    await Promise.all(beside);
    await server.stop();
  }
}

/** Does something again and again until it is told to end. Prints how often, and how long that took. */
async function again(
  what: string,
  work: () => Promise<void>,
  ended: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  const seconds: string[] = [];
  while (!ended.aborted) {
    const started = performance.now();
    await work();
    seconds.push(((performance.now() - started) / 1_000).toFixed(1));
  }
  print(`${what}: ${seconds.join(', ')} s`);
}

async function exportEverything(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await fetch(`${url}/desk/entries.csv?kind=commercial`, { headers, signal });
    if (!response.ok || response.body === null) throw new Error(`Export: ${await response.text()}`);
    for await (const _ of response.body);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface Row extends Latencies {
  readonly letter: string;
}

const columns = ['p50', 'p99', 'p999', 'max'] as const;

function printTable(rows: readonly Latencies[], print: (line: string) => void): void {
  print(`${'ms'.padEnd(24)}${['p50', 'p99', 'p99.9', 'max'].map((head) => head.padStart(9)).join('')}`);
  for (const row of rows) {
    const figures = columns.map((column) => row[column].toFixed(1).padStart(9)).join('');
    print(
      `${`${row.target} ${row.group}`.padEnd(24)}${figures}${row.failed > 0 ? `  ${row.failed} failed` : ''}`,
    );
  }
}

function printMedians(rows: readonly Row[], print: (line: string) => void): void {
  for (const [letter, measured] of Map.groupBy(rows, ({ letter }) => letter)) {
    print(`\nmedians of the rounds, (${letter})`);
    const groups = Map.groupBy(measured, ({ target, group }) => `${target} ${group}`);
    const medians = [...groups.values()].flatMap((same) => {
      const [first] = same;
      const of = (column: (typeof columns)[number] | 'failed') => median(same.map((row) => row[column]));
      return first === undefined
        ? []
        : [
            {
              ...first,
              failed: of('failed'),
              p50: of('p50'),
              p99: of('p99'),
              p999: of('p999'),
              max: of('max'),
            },
          ];
    });
    printTable(medians, print);
  }
}
