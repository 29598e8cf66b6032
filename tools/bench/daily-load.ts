import { randomInt, randomUUID } from 'node:crypto';
import { runOpenLoop } from '../harness/open-loop.ts';
import type { Answer, Connections } from '../harness/requests.ts';
import type { Staff } from '../harness/staff.ts';
import { quantile } from '../harness/statistics.ts';
import { lists } from './lists.ts';
import { requestOf } from './requests.ts';

/** Requests a second, of callers and of staff. */
export const callers = { live: 20, commercial: 200, customId: 250, checkPhone: 250 };
export const everyone = { ...callers, list: 5, page: 5, act: 5 };
type Kind = keyof typeof everyone;

/** The kinds that are counted together. */
const groups: Readonly<Record<Kind, string>> = {
  live: 'live',
  commercial: 'creations',
  customId: 'look-ups',
  checkPhone: 'look-ups',
  list: 'lists',
  page: 'pages',
  act: 'acts',
};

const quantiles = { p50: 0.5, p99: 0.99, 'p99.9': 0.999, max: 1 };

/** V8 optimises hot code. */
const warmUpSeconds = 10;

/** The first ten of every fifty consecutive entries are never requested: they may be deleted during the run. */
export const block = { size: 50, expiring: 10 };

/** A server of a load: the service, or a bare one. */
export interface LoadTarget {
  readonly connections: Connections;
  readonly staff: Pick<Staff, 'get' | 'patch'>;
}

/** Latencies of a group of requests in ms, from their scheduled instants, and how many of them failed. */
export type Latencies = Map<string, { readonly ms: number[]; failed: number }>;

/** Sends these requests per second, after a warm-up. Calls `onMeasuring` when that is over. */
export async function loadWith(
  rates: Readonly<Partial<Record<Kind, number>>>,
  { connections, staff }: LoadTarget,
  { seconds, entries }: { readonly seconds: number; readonly entries: number },
  onMeasuring: () => void = () => undefined,
): Promise<Latencies> {
  const run = randomUUID();
  const latencies: Latencies = new Map();
  const send = (kind: Kind, n: number): Promise<Answer> => {
    const first = randomInt(Math.floor(entries / block.size)) * block.size;
    const entry = first + block.expiring + randomInt(block.size - block.expiring) - 1;
    const opened = [`/desk/entries/${entry + 1}`, '/desk/today', '/desk/counts'];
    const acts = [
      { comment: `Rappelée (${n})` },
      { actions: [{ date: '2026-03-05', stage: 'Visite', comment: 'Visite avec sa fille.' }] },
    ];
    switch (kind) {
      case 'list':
        return staff.get(lists[n % lists.length] ?? '');
      case 'page':
        return staff.get(opened[n % opened.length] ?? '');
      case 'act':
        return staff.patch(`/desk/entries/${entry + 1}`, acts[n % acts.length]);
      default: {
        const { path, body } = requestOf(kind, { id: `bench-${run}-${n}-${performance.now()}`, entry });
        return connections.ask(path, body);
      }
    }
  };
  const loop = { rates: rates as Record<Kind, number>, send };
  await runOpenLoop({ ...loop, seconds: warmUpSeconds, answered: () => undefined });
  onMeasuring();
  await runOpenLoop({
    ...loop,
    seconds,
    answered(kind, ms, answer) {
      const group = latencies.getOrInsert(groups[kind], { ms: [], failed: 0 });
      group.ms.push(ms);
      if (answer === undefined || answer instanceof Error || answer.status !== 200) group.failed++;
    },
  });
  return latencies;
}

/** Prints a table of latencies. Rows of one name count as one. */
export function printLatencies(
  rows: readonly (readonly [name: string, latencies: Latencies])[],
  print: (line: string) => void,
): void {
  const line = (name: string, cells: readonly string[], end = '') =>
    print(`${name.padEnd(30)}${cells.map((cell) => cell.padStart(9)).join('')}${end}`);
  line('ms', Object.keys(quantiles));
  const named = rows.flatMap(([name, latencies]) =>
    [...latencies].map(([group, of]) => ({ name: `${name} ${group}`, ...of })),
  );
  for (const [name, same] of Map.groupBy(named, ({ name }) => name)) {
    const ms = same.flatMap((row) => row.ms);
    const failed = same.reduce((sum, row) => sum + row.failed, 0);
    const cells = Object.values(quantiles).map((part) => quantile(ms, part).toFixed(1));
    line(name, cells, failed > 0 ? `  ${failed} failed` : '');
  }
}
