import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startProcess } from '../harness/service-process.ts';
import { median, residentMib } from '../harness/statistics.ts';
import type { Plan } from './plan.ts';
import { requestOf } from './requests.ts';
import { storeEntries } from './stored.ts';

/** Time from the start of the process to its first response, and its memory when idle. */
export async function measureStart({ folder, rounds, entries, print }: Plan): Promise<void> {
  const env = { DATA_DIR: join(folder, 'start') };
  await storeEntries(env, entries, print);
  const times: number[] = [];
  const sizes: number[] = [];
  for (let round = 0; round < Math.max(rounds, 3); round++) {
    const started = performance.now();
    const server = await startProcess({ env });
    await fetch(`${server.url}${requestOf('customId', { id: '', entry: 1 }).path}`);
    times.push(performance.now() - started);
    await wait(1_000);
    sizes.push(await residentMib(server.pid));
    await server.stop();
  }
  print(
    `start to first answer, ${entries} entries: ${Math.round(median(times))} ms; idle: ${Math.round(median(sizes))} MB`,
  );
}
