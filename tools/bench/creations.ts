import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleaved, row } from './interleaved.ts';
import type { Plan } from './plan.ts';
import { bare, connections, load, password, service, startServer, withSlowFsyncs } from './processes.ts';

const warmUpSeconds = 15;

/** Creations against a bare route that validates the same body and stores nothing. */
export async function measureCreations({ folder, rounds, seconds, print }: Plan): Promise<void> {
  await using accueil = await startServer(service, {
    env: { DATA_DIR: join(folder, 'creations'), FIRST_PASSWORD: password },
  });
  await using reference = await startServer(bare);
  for (const kind of ['commercial', 'survey']) {
    const [ours, theirs] = await interleaved(kind, accueil, reference, { rounds, seconds, warmUpSeconds });
    print(row(`create ${kind}, ${connections} connections, durable`, ours, theirs, 'storeless route'));
  }
}

/** How many creations share an fsync, and the throughput when each fsync takes a millisecond longer. */
export async function measureFsyncs({ folder, rounds, seconds, print }: Plan): Promise<void> {
  if (spawnSync('strace', ['-V']).status !== 0) {
    print('fsync: not measured, strace is not installed');
    return;
  }
  const log = join(folder, 'strace.log');
  const counted = await startServer(service, {
    env: { DATA_DIR: join(folder, 'fsync'), FIRST_PASSWORD: password },
    under: ['strace', '-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-o', log],
  });
  const before = fsyncsIn(log);
  const started = performance.now();
  const { perSecond } = await load(counted.port, 'commercial', seconds);
  const elapsed = (performance.now() - started) / 1000;
  await counted.stop();
  // The trace includes the load's start and warm-up; the rate is constant throughout.
  const fsyncsPerSecond = (fsyncsIn(log) - before) / Math.min(elapsed, seconds + 0.7);
  print(`creations per fsync, ${connections} connections: ${(perSecond / fsyncsPerSecond).toFixed(1)}`);

  const slow = withSlowFsyncs(1);
  await using accueil = await startServer(service, {
    env: { DATA_DIR: join(folder, 'slow'), FIRST_PASSWORD: password },
    under: slow,
  });
  await using reference = await startServer(bare, { under: slow });
  const turns = { rounds, seconds, warmUpSeconds };
  const [ours, theirs] = await interleaved('commercial', accueil, reference, turns);
  print(row('create commercial, each fsync 1 ms longer', ours, theirs, 'storeless route'));
}

function fsyncsIn(log: string): number {
  return readFileSync(log, 'utf8').match(/f(?:data)?sync\(/g)?.length ?? 0;
}
