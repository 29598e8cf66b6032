import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from './main.ts';
import { load, median, password, type Server, service, startServer } from './processes.ts';

const bare = new URL('./bare.ts', import.meta.url).pathname;
const connections = 64;
/** Before the first round: V8 goes on compiling what is used most for about so long. */
const warmUpSeconds = 15;

/** Creations against a bare route that validates the same body and stores nothing. */
export async function measureCreations({ folder, rounds, seconds, print }: Plan): Promise<void> {
  const accueil = await startServer(service, {
    env: { DATA_DIR: join(folder, 'creations'), FIRST_PASSWORD: password },
  });
  const reference = await startServer(bare);
  try {
    for (const kind of ['commercial', 'survey']) {
      await warmUp(accueil, reference, kind);
      const { ours, theirs } = await interleaved(accueil, reference, kind, rounds, seconds);
      print(row(`create ${kind}, ${connections} connections, durable`, ours, theirs, 'storeless route'));
    }
  } finally {
    await accueil.stop();
    await reference.stop();
  }
}

/** How many creations share an fsync, and what stays of the speed when each fsync takes a millisecond longer. */
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
  const perSecond = await load(counted.port, 'commercial', { connections, seconds });
  const elapsed = (performance.now() - started) / 1000;
  await counted.stop();
  // The load's own start and its warm-up are in the trace too; the rate is the same throughout.
  const fsyncsPerSecond = (fsyncsIn(log) - before) / Math.min(elapsed, seconds + 0.7);
  print(`creations per fsync, ${connections} connections: ${(perSecond / fsyncsPerSecond).toFixed(1)}`);

  const slow = [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-o',
    '/dev/null',
    '-e',
    'trace=fsync,fdatasync',
    '-e',
    'inject=fsync,fdatasync:delay_enter=1000',
  ];
  const accueil = await startServer(service, {
    env: { DATA_DIR: join(folder, 'slow'), FIRST_PASSWORD: password },
    under: slow,
  });
  const reference = await startServer(bare, { under: slow });
  try {
    await warmUp(accueil, reference, 'commercial');
    const { ours, theirs } = await interleaved(accueil, reference, 'commercial', rounds, seconds);
    print(row('create commercial, each fsync 1 ms longer', ours, theirs, 'storeless route'));
  } finally {
    await accueil.stop();
    await reference.stop();
  }
}

function fsyncsIn(log: string): number {
  return readFileSync(log, 'utf8').match(/f(?:data)?sync\(/g)?.length ?? 0;
}

async function warmUp(accueil: Server, reference: Server, kind: string): Promise<void> {
  for (const { port } of [accueil, reference])
    await load(port, kind, { connections, seconds: warmUpSeconds });
}

async function interleaved(
  accueil: Server,
  reference: Server,
  kind: string,
  rounds: number,
  seconds: number,
) {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await load(accueil.port, kind, { connections, seconds }));
    theirs.push(await load(reference.port, kind, { connections, seconds }));
  }
  return { ours: median(ours), theirs: median(theirs) };
}

/** One line of the report: requests a second, and their ratio. */
export function row(what: string, ours: number, theirs: number, reference: string): string {
  return `${what}: ${Math.round(ours)}/s, ${reference} ${Math.round(theirs)}/s, ratio ${(ours / theirs).toFixed(2)}`;
}
