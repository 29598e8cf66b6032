import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Disk } from './disk.ts';
import { type Event, readTrace, traced } from './trace.ts';

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));
const pragmas = new URL('pragmas.ts', import.meta.url).href;
/** A fraction of the service's interval, for several checkpoints in a trace of a reasonable size. */
const smallCheckpoints = 'pragma wal_autocheckpoint = 300;';

/** One process of a history. */
interface Run {
  /** Posts the creations up to this number that earlier runs did not acknowledge. */
  readonly to: number;
  /** Fault injections, in strace's syntax. */
  readonly inject?: readonly string[];
  /** Kills the process after an entry was refused and nothing has been written for a while. */
  readonly killedOnRefusal?: boolean;
}

/** What happened on a disk, one process after the other. */
export interface History {
  readonly name: string;
  readonly runs: readonly Run[];
  /** Breaks durability on purpose: the replay must detect it, or it could detect nothing. */
  readonly control: boolean;
}

/**
 * Kills the process instead of the n-th call of a kind. strace counts per thread: the thread that creates or recovers the
 * database reaches small numbers, the one that stores entries large ones.
 */
const killedAt = (call: string, n: number): string => `${call}:signal=SIGKILL:when=${n}`;
/** Makes some syncs fail. Start after those of the startup, which would abort it. */
export const failingSyncs = (from: number, step: number): string =>
  `fsync,fdatasync:error=EIO:when=${from}+${step}`;

export const histories: readonly History[] = [
  { name: 'stopped and started again', control: false, runs: [400, 800, 1_200].map((to) => ({ to })) },
  {
    name: 'killed between a write and its sync',
    control: false,
    runs: [
      // While the database is created.
      ...[killedAt('fsync', 2), killedAt('pwrite64', 60), killedAt('fsync', 7)],
      // While it stores entries, and while the next start recovers.
      ...[killedAt('pwrite64', 700), killedAt('pwrite64', 20), killedAt('fsync', 33), killedAt('fsync', 1)],
      ...[killedAt('fsync', 16), killedAt('fsync', 2), killedAt('pwrite64', 1_037), killedAt('fsync', 23)],
    ]
      .map((injection): Run => ({ to: 2_500, inject: [injection] }))
      .concat({ to: 2_500 }),
  },
  {
    name: 'a disk whose syncs fail now and then',
    control: false,
    runs: [{ to: 800, inject: [failingSyncs(25, 11)] }],
  },
  {
    name: 'failing syncs, and killed after them',
    control: false,
    runs: Array.from(
      { length: 8 },
      (_, n): Run => ({
        to: 2_500,
        inject: [failingSyncs(n === 0 ? 20 : 6, 3), killedAt('pwrite64', 700 + 37 * n)],
      }),
    ).concat({ to: 2_500 }),
  },
  {
    name: 'a failing sync, and killed long after it',
    control: false,
    runs: Array.from(
      { length: 6 },
      (_, n): Run => ({ to: 900, inject: [failingSyncs(n === 0 ? 20 : 7 + n, 1)], killedOnRefusal: true }),
    ).concat({ to: 900 }),
  },
  { name: 'one process with synchronous=NORMAL', control: true, runs: [{ to: 600 }] },
];

/** Runs the processes of a history in a folder, one after the other. Returns what they did to its files. */
export async function record({ runs, control }: History, folder: string): Promise<Event[]> {
  mkdirSync(folder, { recursive: true });
  const trace = `${folder}.trace`;
  const events: Event[] = [];
  for (const { to, inject = [], killedOnRefusal = false } of runs) {
    const [program = '', ...options] = traced(trace, inject);
    const args = [writer, folder, String(to), ...(killedOnRefusal ? ['die'] : [])];
    const child = spawn(program, [...options, process.execPath, '--import', pragmas, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        TORTURE_PRAGMAS: control ? `${smallCheckpoints} pragma synchronous = normal` : smallCheckpoints,
      },
    });
    const [code, signal] = await once(child, 'close');
    const killed = killedOnRefusal || inject.some((one) => one.includes('SIGKILL'));
    const meant = killed ? signal === 'SIGKILL' : code === 0;
    if (!meant) throw new Error(`The writer ended with ${code ?? signal} (${inject.join(' ')})`);
    for await (const event of readTrace(trace, folder)) events.push(event);
  }
  rmSync(trace);
  assertComplete(events, folder);
  assertMeaningful(runs, events);
  return events;
}

/** Asserts that the events produce exactly the bytes in the folder: otherwise the replay would be of something else. */
function assertComplete(events: readonly Event[], folder: string): void {
  const disk = new Disk();
  for (const event of events) disk.apply(event);
  for (const name of ['accueil.db', 'accueil.db-wal', 'accueil.db-journal']) {
    const file = join(folder, name);
    const there = existsSync(file) ? readFileSync(file) : undefined;
    const replayed = disk.cached(name);
    const same = there === undefined || replayed === undefined ? there === replayed : there.equals(replayed);
    if (!same) throw new Error(`The trace does not account for ${name}`);
  }
}

/** Asserts that what the history is meant to test did happen in it. */
function assertMeaningful(runs: readonly Run[], events: readonly Event[]): void {
  const syncs = events.filter((event) => event.kind === 'sync');
  if (!syncs.some(({ name }) => name === 'accueil.db')) throw new Error('The WAL was never checkpointed');
  const failing = runs.some(({ inject = [] }) => inject.some((one) => one.includes(':error=')));
  if (failing && syncs.every(({ done }) => done)) throw new Error('No sync has failed');
}
