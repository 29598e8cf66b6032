import { median, quantile } from '../harness/statistics.ts';
import { callers, loadWith, printLatencies } from './daily-load.ts';
import type { Plan } from './plan.ts';
import { storedCustomId, storedPhone } from './requests.ts';
import { type SignedIn, startSignedIn, timed, withFilled } from './service.ts';

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

/** Searches for a person: what the indexes find, and all of it beside a load of callers, whose latencies are compared with before. */
export async function measureFind(plan: Plan): Promise<void> {
  const { print, rounds } = plan;
  await withFilled(plan, async (location) => {
    const server = await startSignedIn(location);
    for (const [name, body] of Object.entries(criteria)) {
      const times: number[] = [];
      let found = 0;
      for (let round = 0; round < Math.max(rounds, 5); round++) {
        const { ms, part } = await search(server, body);
        found = part.traces.length;
        times.push(ms);
      }
      print(`${median(times).toFixed(1).padStart(7)} ms  by ${name}: ${found} found`);
    }

    const before = await loadWith(callers, server, plan);
    const ended = new AbortController();
    let searching = Promise.resolve('');
    const during = await loadWith(callers, server, plan, () => {
      searching = repeatSearch(server, ended.signal);
    });
    ended.abort();
    print(await searching);
    printLatencies(
      [
        ['without a search:', before],
        ['beside:', during],
      ],
      print,
    );
    await server.stop();
  });
}

async function search({ staff }: SignedIn, criteria: object) {
  const { ms, body } = await timed(staff.post('/desk/privacy/find', criteria));
  return { ms, part: JSON.parse(body) as Part };
}

/** Searches for a person again and again until the signal. Returns a line about how long that took. */
async function repeatSearch(server: SignedIn, ended: AbortSignal): Promise<string> {
  const seconds: string[] = [];
  const parts: number[] = [];
  let total = 0;
  do {
    const started = performance.now();
    let cursor: string | null | undefined;
    do {
      const body = { ...criteria['all of them'], ...(cursor !== undefined && { cursor }) };
      const { ms, part } = await search(server, body);
      parts.push(ms);
      ({ cursor, total } = part);
    } while (cursor !== null);
    seconds.push(((performance.now() - started) / 1_000).toFixed(1));
  } while (!ended.aborted);
  const [middle, longest] = [quantile(parts, 0.5), quantile(parts, 0.99)].map((ms) => ms.toFixed(0));
  return `among ${total} rows, in s: ${seconds.join(', ')}; a part ${middle} ms, p99 ${longest} ms`;
}
