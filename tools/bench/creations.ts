import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSlowSyncs } from '../harness/failing-disk.ts';
import { startProcess } from '../harness/service-process.ts';
import { connections, interleaved, load, row, startBare } from './closed-loop.ts';
import type { Plan } from './plan.ts';

const warmUpSeconds = 15;

/** Creations against a bare route that validates the same body and stores nothing. */
export async function measureCreations(plan: Plan): Promise<void> {
  const accueil = await startProcess({ env: { DATA_DIR: join(plan.folder, 'creations') } });
  const reference = await startBare();
  for (const kind of ['commercial', 'survey'] as const) {
    const [ours, theirs] = await interleaved(kind, [accueil, reference], plan, warmUpSeconds);
    plan.print(row(`create ${kind}, ${connections} connections, durable`, ours, theirs, 'storeless route'));
  }
  for (const server of [accueil, reference]) await server.stop();
}

/** How many creations share an fsync, and the throughput when each fsync takes a millisecond longer. */
export async function measureFsyncs(plan: Plan): Promise<void> {
  const { folder, seconds, print } = plan;
  if (spawnSync('strace', ['-V']).status !== 0) {
    print('fsync: not measured, strace is not installed');
    return;
  }
  const log = join(folder, 'strace.log');
  const counted = await startProcess({
    env: { DATA_DIR: join(folder, 'fsync') },
    under: ['strace', '-D', '-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-o', log],
  });
  const before = fsyncsIn(log);
  const started = performance.now();
  const perSecond = await load({ url: counted.url, kind: 'commercial', seconds, entries: 1 });
  const elapsed = (performance.now() - started) / 1000;
  await counted.stop();
  // The trace includes the load's start and warm-up; the rate is constant throughout.
  const fsyncsPerSecond = (fsyncsIn(log) - before) / Math.min(elapsed, seconds + 0.7);
  print(`creations per fsync, ${connections} connections: ${(perSecond / fsyncsPerSecond).toFixed(1)}`);

  const accueil = await startProcess({ env: { DATA_DIR: join(folder, 'slow') }, under: withSlowSyncs(1) });
  const reference = await startBare({}, withSlowSyncs(1));
  const [ours, theirs] = await interleaved('commercial', [accueil, reference], plan, warmUpSeconds);
  print(row('create commercial, each fsync 1 ms longer', ours, theirs, 'storeless route'));
  for (const server of [accueil, reference]) await server.stop();
}

function fsyncsIn(log: string): number {
  return readFileSync(log, 'utf8').match(/f(?:data)?sync\(/g)?.length ?? 0;
}
