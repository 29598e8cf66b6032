import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Location } from '../../server/src/store/migrate.ts';
import { rawStatement } from '../../server/src/store/statement.ts';
import { withDatabase } from '../harness/database.ts';
import { withSlowSyncs } from '../harness/failing-disk.ts';
import { connectTo } from '../harness/requests.ts';
import { environmentOf, launcher, secretKey } from '../harness/service-process.ts';
import { sessionOver } from '../harness/staff.ts';
import { startBare } from './closed-loop.ts';
import {
  block,
  callers,
  everyone,
  type Latencies,
  type LoadTarget,
  loadWith,
  printLatencies,
} from './daily-load.ts';
import type { Plan } from './plan.ts';
import { execute, type SignedIn, startSignedIn, withFilled } from './service.ts';

const lockMs = 3_000;

interface Phase {
  readonly name: string;
  readonly rates: Partial<typeof everyone>;
  readonly seconds?: number;
  readonly fsyncMs?: number;
  readonly isNight?: true;
  readonly isLocked?: true;
}

const phases: Readonly<Record<string, Phase>> = {
  a: { name: 'creations, look-ups and health checks', rates: callers },
  b: { name: 'and lists, pages and acts of staff', rates: everyone },
  c: { name: 'and a backup, an export of everything and the deletions', rates: everyone, isNight: true },
  d: { name: 'as b, the write lock held for 3 s', rates: everyone, seconds: 10, isLocked: true },
  e: { name: 'as b, each fsync 50 ms longer', rates: everyone, seconds: 10, fsyncMs: 50 },
};

/**
 * A realistic open-loop load on the service. A bare server gets the same load at the same time: its latencies show the
 * machine's own stalls, and those of the load.
 */
export async function measureLife(plan: Plan): Promise<void> {
  const bare = await startBare();
  const connections = connectTo(bare.url, 2_048);
  const reference = { connections, staff: sessionOver(connections, {}) };
  await withFilled(plan, async (location) => {
    for (const letter of plan.phases) {
      const phase = phases[letter];
      if (phase === undefined) throw new Error(`There is no phase ${letter}`);
      plan.print(`\n(${letter}) ${phase.name}`);
      const rows: (readonly [string, Latencies])[] = [];
      for (let round = 0; round < plan.rounds; round++)
        rows.push(...(await measure(phase, location, reference, plan)));
      printLatencies(rows, plan.print);
    }
  });
  connections.close();
  await bare.stop();
}

async function measure(phase: Phase, location: Location, reference: LoadTarget, plan: Plan) {
  const { rates, fsyncMs = 0, isNight, isLocked } = phase;
  if (isNight) await setExpired(location, true);
  // PostgreSQL's own delay before an fsync, here also for a single commit.
  if (location.engine === 'postgres')
    await execute(
      location.url,
      `alter system set commit_delay = ${fsyncMs * 1_000}`,
      'alter system set commit_siblings = 0',
      'select pg_reload_conf()',
    );
  const under = fsyncMs > 0 && location.engine === 'sqlite' ? withSlowSyncs(fsyncMs) : [];
  const server = await startSignedIn(location, { under });
  const ended = new AbortController();
  const meanwhile: Promise<void>[] = [];
  try {
    const length = { seconds: phase.seconds ?? plan.seconds, entries: plan.entries };
    const [ours, theirs] = await Promise.all([
      loadWith(rates, server, length, () => {
        if (isLocked) meanwhile.push(holdWriteLock(location));
        if (!isNight) return;
        meanwhile.push(repeat('backups', () => backUp(location, plan.folder), ended.signal, plan.print));
        meanwhile.push(repeat('exports', () => exportAll(server, ended.signal), ended.signal, plan.print));
      }),
      loadWith(rates, reference, length),
    ]);
    return [['accueil', ours] as const, ['bare', theirs] as const];
  } finally {
    ended.abort();
    await Promise.all(meanwhile);
    await server.stop();
    if (isNight) plan.print(`entries left to delete: ${await setExpired(location, false)}`);
  }
}

const expire = rawStatement<Record<never, never>, unknown>(
  () => sql`update entries set test = 1, received_at = '2020-01-01T00:00:00.000Z'
    where id % ${sql.lit(block.size)} < ${sql.lit(block.expiring)} returning id`,
);
const keep = rawStatement<Record<never, never>, unknown>(
  () => sql`update entries set test = 0 where test = 1 returning id`,
);
const lockEntries = rawStatement(() => sql`lock table entries in exclusive mode`);
const readAll = `do $$ declare t text; begin
  for t in select tablename from pg_tables where schemaname = 'public' loop
    execute format('copy %I to ''/dev/null''', t);
  end loop; end $$`;

/** Makes some entries due for deletion at the service's next start, or undoes that. Returns how many. */
async function setExpired(location: Location, expired: boolean): Promise<number> {
  return withDatabase(location, ({ transaction }) =>
    transaction(async (tx) => (await tx.all(expired ? expire : keep, {})).length),
  );
}

function holdWriteLock(location: Location): Promise<void> {
  return withDatabase(location, ({ transaction }) =>
    transaction(async (tx) => {
      // On SQLite every transaction that writes holds it.
      if (location.engine === 'postgres') await tx.run(lockEntries, {});
      await wait(lockMs);
    }),
  );
}

let backups = 0;

async function backUp(location: Location, folder: string): Promise<void> {
  // Reads as pg_dump does; pg_dump itself would have to match the server's version.
  if (location.engine === 'postgres') await execute(location.url, readAll);
  else
    await promisify(execFile)(process.execPath, [launcher, 'backup', join(folder, `backup-${backups++}`)], {
      env: { PATH: process.env.PATH, SECRET_KEY: secretKey, ...environmentOf(location) },
    });
}

/** Repeats `work` until the signal. Prints how long each run took. */
async function repeat(
  what: string,
  work: () => Promise<void>,
  ended: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  const seconds: string[] = [];
  while (!ended.aborted) {
    const started = performance.now();
    await work();
    seconds.push(((performance.now() - started) / 1_000).toFixed(1));
  }
  print(`${what}, in s: ${seconds.join(', ')}`);
}

async function exportAll({ url, staff }: SignedIn, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(`${url}/desk/entries.csv?kind=commercial`, {
      headers: { cookie: staff.cookie },
      signal,
    });
    if (!response.ok || response.body === null) throw new Error(`Export: ${await response.text()}`);
    for await (const _ of response.body);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
