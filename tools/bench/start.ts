import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from './interleaved.ts';
import type { Plan } from './plan.ts';
import { password, service, startServer } from './processes.ts';
import { storeEntries } from './stored.ts';

/** Time from the start of the process to its first response, and its memory when idle. */
export async function measureStart({ folder, rounds, entries, print }: Plan): Promise<void> {
  const dataDir = join(folder, 'start');
  await storeEntries(dataDir, entries, print);
  const times: number[] = [];
  const sizes: number[] = [];
  for (let round = 0; round < Math.max(rounds, 3); round++) {
    const started = performance.now();
    await using server = await startServer(service, { env: { DATA_DIR: dataDir } });
    await fetch(`http://127.0.0.1:${server.port}/fr/customId/stored-1?password=${password}`);
    times.push(performance.now() - started);
    await wait(1_000);
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
    sizes.push(Number(kib) / 1024);
  }
  print(
    `start to first answer, ${entries} entries: ${Math.round(median(times))} ms; idle: ${Math.round(median(sizes))} MB`,
  );
}
