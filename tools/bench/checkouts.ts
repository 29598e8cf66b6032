import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createDatabase } from '../../server/test/fixtures/postgres.ts';
import { onPostgres } from '../harness/command.ts';
import { startProcess } from '../harness/service-process.ts';
import { median } from '../harness/statistics.ts';
import { loadCounted } from './closed-loop.ts';
import type { Plan } from './plan.ts';

/** V8 keeps optimising hot code for a while. */
const warmUpSeconds = 15;
/** The unit in which Linux reports processor time. */
const tickUs = 10_000;

/** Creations per second of the services of these checkouts, and the processor time of each, measured in turns. */
export async function measureCheckouts(plan: Plan): Promise<void> {
  if (plan.engine === 'sqlite') await measure(plan, async (name) => ({ DATA_DIR: join(plan.folder, name) }));
  else await onPostgres((url) => measure(plan, async () => ({ DATABASE_URL: await createDatabase(url) })));
}

async function measure(
  { rounds, seconds, engine, checkouts, connections, print }: Plan,
  settingsOf: (name: string) => Promise<Readonly<Record<string, string>>>,
): Promise<void> {
  const services = [];
  for (const [i, checkout] of checkouts.entries()) {
    // Two may have folders of the same name.
    const name = `${i + 1} ${basename(resolve(checkout))}`;
    const program = join(resolve(checkout), 'bin/accueil.js');
    const server = await startProcess({ program, env: await settingsOf(name) });
    const rates: number[] = [];
    const costs: number[] = [];
    const measureFor = async (lasting: number) => {
      const before = cpuUs(server.pid);
      const settings = {
        url: server.url,
        kind: 'commercial',
        seconds: lasting,
        entries: 1,
        connections,
      } as const;
      const { perSecond, sent } = await loadCounted(settings);
      rates.push(perSecond);
      costs.push((cpuUs(server.pid) - before) / sent);
    };
    services.push({ name, server, rates, costs, measureFor });
  }
  for (const { rates, costs, measureFor } of services) {
    await measureFor(warmUpSeconds);
    rates.length = costs.length = 0;
  }
  for (let round = 0; round < rounds; round++)
    for (const { measureFor } of services) await measureFor(seconds);
  print(`Creations on ${engine}, connections: ${connections}, medians of ${rounds} rounds in turns`);
  for (const { name, server, rates, costs } of services) {
    const cost = Math.round(median(costs));
    print(`${name.padEnd(12)} ${Math.round(median(rates))} per second, ${cost} µs of processor time each`);
    await server.stop();
  }
}

/** Processor time used by a process so far, in µs. */
function cpuUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain anything. After it, utime and stime are the 12th and 13th fields.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * tickUs;
}
