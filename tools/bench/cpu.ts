import { readdirSync, readFileSync } from 'node:fs';
import { withInstalled } from './installed.ts';
import { median } from './interleaved.ts';
import type { ComparisonPlan } from './plan.ts';
import { bare, connections, load, type Server, startServer } from './processes.ts';

/** V8 keeps optimising hot code for a while. */
const warmUpSeconds = 15;
/** The unit in which Linux reports processor time. */
const tickUs = 10_000;

/** Processor time in µs. */
interface Cpu {
  readonly all: number;
  readonly main: number;
}

/** Processor time per creation, and creations per second. */
interface Cost extends Cpu {
  readonly perSecond: number;
}

interface Measured {
  readonly name: string;
  readonly server: Server;
  readonly costs: Cost[];
}

/** Creations per second of each checkout and of a bare route, interleaved, and their processor time by threads. */
export async function measureCpu(plan: ComparisonPlan): Promise<void> {
  await using server = await startServer(bare);
  const reference: Measured = { name: 'bare', server, costs: [] };
  const services: Measured[] = [];
  await withInstalled({ ...plan, entries: 0, data: undefined }, async (installed) => {
    await using running = new AsyncDisposableStack();
    for (const { name, start } of installed)
      services.push({ name, server: running.use(await start()), costs: [] });
    const all = [reference, ...services];
    for (const { server } of all) await load(server.port, 'commercial', warmUpSeconds);
    for (let round = 0; round < plan.rounds; round++) {
      for (const { server, costs } of all) costs.push(await costOf(server, plan.seconds));
    }
  });
  plan.print(
    `Creations per second and processor time of each on ${plan.engine}, ${connections} connections, medians`,
  );
  for (const measured of [reference, ...services]) plan.print(line(measured, reference, services[0]));
}

async function costOf({ port, pid }: Server, seconds: number): Promise<Cost> {
  const before = cpuUs(pid);
  const { sent, perSecond } = await load(port, 'commercial', seconds);
  const after = cpuUs(pid);
  return { all: (after.all - before.all) / sent, main: (after.main - before.main) / sent, perSecond };
}

/** Processor time used by a process so far. */
function cpuUs(pid: number): Cpu {
  let all = 0;
  let main = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    // The name in parentheses may contain anything. After it, utime and stime are the 12th and 13th fields.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    const us = (Number(user) + Number(system)) * tickUs;
    all += us;
    if (thread === String(pid)) main = us;
  }
  return { all, main };
}

const columns = [
  { key: 'perSecond', label: 'per second', digits: 0 },
  { key: 'all', label: 'all threads µs', digits: 1 },
  { key: 'main', label: 'main thread µs', digits: 1 },
] as const;

function line({ name, costs }: Measured, reference: Measured, first: Measured | undefined): string {
  const parts = columns.map(({ key, label, digits }) => {
    const ratios = [reference, first].map((other) =>
      median(costs.map((cost, i) => cost[key] / (other?.costs[i]?.[key] ?? Number.NaN))).toFixed(2),
    );
    const value = median(costs.map((cost) => cost[key])).toFixed(digits);
    return `${label} ${value} (${ratios[0]} of bare, ${ratios[1]} of ${first?.name})`;
  });
  return `${name.padEnd(12)} ${parts.join(', ')}`;
}
