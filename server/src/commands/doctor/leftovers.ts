import { sql } from 'kysely';
import { dayMs } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { oldDatabases } from '../../privacy/ledger/old-databases.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';
import { type Finding, ok, warn } from './finding.ts';

const daysSince = (instant: string, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / dayMs));

/** Names the databases that restores and a move have kept: they hold whom later erasures have removed. */
export function* checkOldDatabases({ dataDir }: Config, now: Date): Generator<Finding> {
  const old = oldDatabases(dataDir);
  if (old.length === 0) return;
  const named = old.map(({ name, until }) => `${name} (${daysSince(until, now)} days old)`);
  yield warn(
    'old databases',
    `${named.join(', ')}: they hold everybody who was erased since, delete them when you no longer need them`,
  );
}

const segments = rawStatement<Record<never, never>, { count: number; oldest: string | null }>(
  () => sql`select count(*)::int as count, min(modification) as oldest from pg_ls_waldir()`,
);
const mayList = rawStatement<Record<never, never>, { may: boolean }>(
  () => sql`select has_function_privilege('pg_ls_waldir()', 'execute') as may`,
);

/** Says how long the files of PostgreSQL's own write-ahead log stay: what is erased is in them until they are written anew. */
export async function* checkWal({ backupDays }: Config, read: Queries, now: Date): AsyncGenerator<Finding> {
  if (!read.dialect.isServer) return;
  if ((await read.first(mayList, {}))?.may !== true) {
    yield ok(
      'pg_wal',
      'its age is for a role with pg_monitor to see: erased data stays there until it is written anew',
    );
    return;
  }
  const { count = 0, oldest = null } = (await read.first(segments, {})) ?? {};
  yield judgeWal(count, oldest === null ? 0 : daysSince(oldest, now), backupDays);
}

/** Judges the age of the oldest file in days: what backups hold is promised to be gone after so many. */
export function judgeWal(count: number, days: number, backupDays: number): Finding {
  const message = `${count} files, the oldest written ${days} days ago: they hold everybody who was erased since`;
  return days > backupDays ? warn('pg_wal', message) : ok('pg_wal', message);
}
