import { type Installed, withInstalled } from './installed.ts';
import { median } from './interleaved.ts';
import { type Latencies, quantiles, runSchedule } from './open-loop.ts';
import type { ComparisonPlan } from './plan.ts';
import { password } from './processes.ts';
import { storedCustomId, storedPhone } from './requests.ts';
import { signIn } from './staff.ts';

/** V8 optimises hot code. */
const warmUpSeconds = 10;
/** Requests a second. */
const rates = { live: 20, commercial: 200, customId: 250, checkPhone: 250 };
const measured = 4_711;

const criteria = {
  phone: { phone: storedPhone(measured) },
  email: { email: 'claire.martin@example.org' },
  customId: { customId: storedCustomId(measured) },
  'partner’s number': { partnerNumber: '2026 / 001_002_003' },
  'last name': { lastName: 'soleche' },
  'a name that everybody has': { firstName: 'Simone' },
  'that name and birth date': { firstName: 'Simone', birthDate: '1940-05-17' },
  'all of them': {
    phone: storedPhone(measured),
    email: 'nobody@example.org',
    lastName: 'Lefèvre',
    firstName: 'Éléonore',
    birthDate: '1940-05-17',
    customId: storedCustomId(measured),
    partnerNumber: '2026 / 001_002_003',
  },
};

interface Part {
  readonly traces: readonly object[];
  readonly cursor: string | null;
  readonly total: number;
}

/** Searches for a person: by the indexes, and deep beside a load of callers, whose latencies are compared with before. */
export async function measureFind(plan: ComparisonPlan): Promise<void> {
  await withInstalled(plan, async (all) => {
    for (const installed of all) await measure(installed, plan);
  });
}

async function measure(installed: Installed, plan: ComparisonPlan): Promise<void> {
  const { print } = plan;
  await using server = await installed.start();
  const url = `http://127.0.0.1:${server.port}`;
  const session = await signIn(url);
  const search = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${url}/desk/privacy/${path}`, {
      method: 'POST',
      headers: { ...session, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  for (const [name, body] of Object.entries(criteria)) {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < Math.max(plan.rounds, 5); round++) {
      const started = performance.now();
      found = (await search<Part>('find', body)).traces.length;
      times.push(performance.now() - started);
    }
    print(`${median(times).toFixed(1).padStart(7)} ms  by ${name}: ${found} found`);
  }

  const targets = [{ name: installed.name, port: server.port, session: '' }];
  const load = (seconds: number, onMeasuring: () => void) =>
    runSchedule({ targets, rates, warmUpSeconds, seconds, entries: plan.entries, password }, onMeasuring);
  const before = await load(plan.seconds, () => undefined);
  let during = '';
  let searching = Promise.resolve();
  const ended = new AbortController();
  const beside = await load(plan.seconds, () => {
    searching = repeatDeep(
      (body) => search<Part>('find/deep', body),
      ended.signal,
      (line) => {
        during = line;
      },
    );
  });
  ended.abort();
  await searching;
  print(during);
  printLatencies(before, beside, print);
}

/** Searches all texts again and again until the signal. */
async function repeatDeep(
  search: (body: object) => Promise<Part>,
  ended: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  const seconds: number[] = [];
  const parts: number[] = [];
  do {
    const started = performance.now();
    let cursor: string | null | undefined;
    let total = 0;
    do {
      const began = performance.now();
      const part = await search({ ...criteria['all of them'], ...(cursor !== undefined && { cursor }) });
      parts.push(performance.now() - began);
      ({ cursor, total } = part);
    } while (cursor !== null);
    seconds.push((performance.now() - started) / 1_000);
    const longest = parts.toSorted((a, b) => a - b).at(Math.floor(parts.length * 0.99)) ?? 0;
    print(
      `deep among ${total} rows, in s: ${seconds.map((one) => one.toFixed(1)).join(', ')}; a part ${median(parts).toFixed(0)} ms, p99 ${longest.toFixed(0)} ms`,
    );
  } while (!ended.aborted);
}

function printLatencies(
  before: readonly Latencies[],
  beside: readonly Latencies[],
  print: (line: string) => void,
): void {
  print(
    `${'ms'.padEnd(30)}${Object.keys(quantiles)
      .map((name) => name.padStart(9))
      .join('')}`,
  );
  for (const [when, rows] of Object.entries({ 'without a search': before, beside }))
    for (const { group, ms, failed } of rows)
      print(
        `${`${group}, ${when}`.padEnd(30)}${ms.map((one) => one.toFixed(1).padStart(9)).join('')}${failed > 0 ? `  ${failed} failed` : ''}`,
      );
}
