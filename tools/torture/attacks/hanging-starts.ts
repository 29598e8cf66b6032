import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Location } from '../../../server/src/store/migrate.ts';
import { createDatabase, dropDatabase } from '../../../server/test/fixtures/postgres.ts';
import { openSwallowingProxy } from '../../../server/test/fixtures/swallowing-proxy.ts';
import { type StartingProcess, spawnProcess } from '../../harness/service-process.ts';

/** What operators are promised, in milliseconds after the start or the signal. */
const [lineWithinMs, errorWithinMs, endWithinMs] = [10_000, 30_000, 10_000];
/** By then a process that starts waits for its database. */
const signalAfterMs = 4_000;

/**
 * Starts processes until the signal, at least once each: on an empty database whose migration lock is held, on a server that
 * swallows every packet after the sign-in, and, where nothing is to be migrated, on the service's own database with its lock
 * held. Rejects when one of them hangs.
 */
export async function startHanging(location: Location, signal: AbortSignal): Promise<void> {
  if (location.engine !== 'postgres') throw new Error('This attack is for PostgreSQL');
  const empty = await createDatabase(location.url);
  const proxy = await openSwallowingProxy(location.url, { afterSignIn: true });
  const holders = await Promise.all([holdMigrationLock(empty), holdMigrationLock(location.url)]);
  try {
    do {
      await Promise.all([isRefused(empty), isRefused(proxy.url)]);
      await Promise.all([isStopped(empty), isStopped(proxy.url), isServed(location.url)]);
    } while (!signal.aborted);
  } finally {
    for (const holder of holders) await holder.end();
    await proxy.close();
    await dropDatabase(empty);
  }
}

async function holdMigrationLock(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_advisory_lock(4217001)');
  return client;
}

/** It says in a line what it waits for, and ends with an error. */
function isRefused(url: string): Promise<void> {
  return withProcess(url, async ({ says, ended, output }) => {
    const end = within(errorWithinMs, 'an error', ended);
    await within(lineWithinMs, 'a line', says('accueil: '));
    const { code } = await end;
    if (code !== 1 || !/^(accueil: .*\n)+$/.test(output()))
      throw new Error(`A start that can't go on ended with ${code}: ${output()}`);
  });
}

async function isStopped(url: string): Promise<void> {
  await withProcess(url, async ({ kill, ended }) => {
    await wait(signalAfterMs);
    kill('SIGTERM');
    await within(endWithinMs, 'the end after SIGTERM', ended);
  });
}

async function isServed(url: string): Promise<void> {
  await withProcess(url, async (service) => {
    const listensAt = await within(lineWithinMs, 'a start that migrates nothing', service.url);
    if (listensAt === undefined) throw new Error(`It did not start: ${service.output()}`);
    service.kill('SIGTERM');
    await within(endWithinMs, 'the end after SIGTERM', service.ended);
  });
}

async function withProcess(url: string, use: (starting: StartingProcess) => Promise<void>): Promise<void> {
  const starting = spawnProcess({ env: { DATABASE_URL: url }, command: ['serve', '--without-worker'] });
  try {
    await use(starting);
  } finally {
    starting.kill('SIGKILL');
  }
}

async function within<T>(ms: number, what: string, result: Promise<T>): Promise<T> {
  const late = Symbol();
  const first = await Promise.race([result, wait(ms, late, { ref: false })]);
  if (first === late) throw new Error(`A start: ${what} took more than ${ms / 1_000} s`);
  return first;
}
