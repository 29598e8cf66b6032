import { setTimeout as wait } from 'node:timers/promises';
import { type Installed, withInstalled } from './installed.ts';
import { median } from './interleaved.ts';
import { block, type Latencies, quantiles, runSchedule } from './open-loop.ts';
import type { ComparisonPlan } from './plan.ts';
import { bare, password, type Server, startServer } from './processes.ts';
import { signIn } from './staff.ts';

/** V8 optimises hot code. */
const warmUpSeconds = 10;
const lockMs = 3_000;

/** Requests a second. */
const callers = { live: 20, commercial: 200, customId: 250, checkPhone: 250 };
const everyone = { ...callers, list: 5, page: 5, act: 5 };

interface Phase {
  readonly name: string;
  readonly rates: Readonly<Record<string, number>>;
  readonly seconds?: number;
  readonly fsyncMs?: number;
  readonly isNight?: true;
  readonly isLocked?: true;
}

const phases: Readonly<Record<string, Phase>> = {
  a: { name: 'creations, look-ups and health checks', rates: callers },
  b: { name: 'and lists, pages and acts of staff', rates: everyone },
  c: { name: 'and a backup, an export of everything and the deletions', rates: everyone, isNight: true },
  d: { name: 'as b, the write lock held for 3 s', rates: everyone, seconds: 10, isLocked: true },
  e: { name: 'as b, each fsync 50 ms longer', rates: everyone, seconds: 10, fsyncMs: 50 },
};

/**
 * A realistic open-loop load on the services of checkouts, interleaved. A bare server gets the same load at the same
 * time: its latencies show the machine's own stalls.
 */
export async function measureLife(plan: ComparisonPlan): Promise<void> {
  await using reference = await startServer(bare);
  await withInstalled(plan, async (installed) => {
    for (const letter of plan.phases) {
      const phase = phases[letter];
      if (phase === undefined) throw new Error(`There is no phase ${letter}`);
      plan.print(`\n(${letter}) ${phase.name}`);
      const rows: Latencies[] = [];
      for (let round = 0; round < plan.rounds; round++) {
        for (const one of installed) rows.push(...(await measure(phase, one, reference, plan)));
      }
      printMedians(rows, plan.print);
    }
  });
}

async function measure(phase: Phase, installed: Installed, reference: Server, plan: ComparisonPlan) {
  if (phase.isNight) await setExpired(installed, true);
  const server = await installed.start(phase.fsyncMs);
  const ended = new AbortController();
  const meanwhile: Promise<void>[] = [];
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const headers = await signIn(url);
    const session = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const targets = [
      { name: installed.name, port: server.port, session },
      { name: 'bare', port: reference.port, session },
    ];
    const { rates, seconds = plan.seconds } = phase;
    const schedule = { targets, rates, warmUpSeconds, seconds, entries: plan.entries, password };
    return await runSchedule(schedule, () => {
      if (phase.isLocked) meanwhile.push(holdWriteLock(installed));
      if (!phase.isNight) return;
      const { name } = installed;
      const exportAll = () => exportEverything(url, headers, ended.signal);
      meanwhile.push(repeat(`${name} backups`, () => installed.backUp(), ended.signal, plan.print));
      meanwhile.push(repeat(`${name} exports`, exportAll, ended.signal, plan.print));
    });
  } finally {
    ended.abort();
    await Promise.all(meanwhile);
    await server.stop();
    if (phase.isNight)
      plan.print(`${installed.name} entries left to delete: ${await setExpired(installed, false)}`);
  }
}

/** Makes some entries due for deletion at the service's next start, or undoes that. Returns how many. */
async function setExpired({ connect }: Installed, expired: boolean): Promise<number> {
  const set = expired ? `test = 1, received_at = '2020-01-01T00:00:00.000Z'` : 'test = 0';
  const where = expired ? `id % ${block.size} < ${block.expiring}` : 'test = 1';
  return connect(
    async (execute) => (await execute(`update entries set ${set} where ${where} returning id`)).length,
  );
}

function holdWriteLock({ connect, lock }: Installed): Promise<void> {
  return connect(async (execute) => {
    for (const statement of lock) await execute(statement);
    await wait(lockMs);
    await execute('rollback');
  });
}

/** Repeats `work` until the signal. Prints how long each run took. */
async function repeat(
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
  print(`${what}, in s: ${seconds.join(', ')}`);
}

async function exportEverything(url: string, headers: HeadersInit, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(`${url}/desk/entries.csv?kind=commercial`, { headers, signal });
    if (!response.ok || response.body === null) throw new Error(`Export: ${await response.text()}`);
    for await (const _ of response.body);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function printMedians(rows: readonly Latencies[], print: (line: string) => void): void {
  const columns = Object.keys(quantiles);
  print(`${'ms'.padEnd(24)}${columns.map((column) => column.padStart(9)).join('')}`);
  for (const [name, same] of Map.groupBy(rows, ({ target, group }) => `${target} ${group}`)) {
    const figures = columns.map((_, i) => median(same.map(({ ms }) => ms[i] ?? Number.NaN)).toFixed(1));
    const failed = same.reduce((sum, row) => sum + row.failed, 0);
    print(
      `${name.padEnd(24)}${figures.map((figure) => figure.padStart(9)).join('')}${failed > 0 ? `  ${failed} failed` : ''}`,
    );
  }
}
