import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Disk } from './disk.ts';
import { type Event, readTrace, traced } from './trace.ts';

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));

/** One process of a history. */
interface Run {
  /** Creations up to this number are posted: what earlier runs did not acknowledge, and what is new. */
  readonly to: number;
  /** What strace does to it, in its own words. */
  readonly inject?: readonly string[];
  readonly synchronous?: 'normal';
}

/** What happened on a disk, one process after the other. */
export interface History {
  readonly name: string;
  readonly runs: readonly Run[];
  /** It breaks the promise on purpose: a replay that finds nothing wrong with it finds nothing. */
  readonly control: boolean;
}

/** The n-th of a kind of call does not happen: the process is killed instead. */
const killedAt = (call: string, n: number): string => `${call}:signal=SIGKILL:when=${n}`;
/** Some syncs fail, though not those of the start. */
const failingSyncs = (from: number, step: number): string => `fsync,fdatasync:error=EIO:when=${from}+${step}`;

/** Each is killed long before it is through; the last one of the history finishes. */
const killedRuns = Array.from({ length: 12 }, (_, n) => ({
  to: 2_500,
  inject: [n % 2 === 0 ? killedAt('fsync', 16 + n) : killedAt('pwrite64', 300 + 31 * n)],
}));

export const histories: readonly History[] = [
  { name: 'one process', control: false, runs: [{ to: 1_200 }] },
  {
    name: 'killed between a write and its sync, twelve times',
    control: false,
    runs: [...killedRuns, { to: 2_500 }],
  },
  {
    name: 'a disk whose syncs fail now and then',
    control: false,
    runs: [{ to: 800, inject: [failingSyncs(25, 11)] }],
  },
  {
    name: 'failing syncs, and killed after them',
    control: false,
    runs: [
      ...Array.from({ length: 8 }, (_, n) => ({
        to: 2_500,
        inject: [failingSyncs(n === 0 ? 20 : 9, 3), killedAt('pwrite64', 500 + 37 * n)],
      })),
      { to: 2_500 },
    ],
  },
  {
    name: 'one process with synchronous=NORMAL',
    control: true,
    runs: [{ to: 600, synchronous: 'normal' }],
  },
];

/** Lets the processes of a history run in a folder, one after the other, and answers what they did to it. */
export async function record({ runs }: History, folder: string): Promise<Event[]> {
  mkdirSync(folder, { recursive: true });
  const trace = `${folder}.trace`;
  const events: Event[] = [];
  let from = 0;
  for (const { to, inject = [], synchronous } of runs) {
    const args = [folder, '--from', String(from), '--to', String(to)];
    const [program = '', ...options] = traced(trace, inject);
    const child = spawn(
      program,
      [...options, process.execPath, writer, ...args, ...(synchronous ? ['--synchronous', synchronous] : [])],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const [code, signal] = await once(child, 'close');
    const meant = inject.some((one) => one.includes('SIGKILL')) ? signal === 'SIGKILL' : code === 0;
    if (!meant) throw new Error(`The writer ended with ${code ?? signal} (${inject.join(' ')})`);
    for await (const event of readTrace(trace, folder)) events.push(event);
    from = to;
  }
  rmSync(trace);
  assertComplete(events, folder);
  return events;
}

/** The events must lead to the very bytes that are there, or the replay would be of something else. */
function assertComplete(events: readonly Event[], folder: string): void {
  const disk = new Disk();
  for (const event of events) disk.apply(event);
  for (const name of ['accueil.db', 'accueil.db-wal', 'accueil.db-journal']) {
    const file = join(folder, name);
    const there = existsSync(file) ? readFileSync(file) : undefined;
    const replayed = disk.cached(name);
    const same = there === undefined ? replayed === undefined : replayed?.equals(there) === true;
    if (!same) throw new Error(`The trace does not account for ${name}`);
  }
}
