import pg from 'pg';
import { DatabaseUnavailable, DatabaseUnusable } from '../database.ts';
import { createMigrationsTable, type Migrator, type WaitOptions } from '../migrator.ts';
import { appliedOn } from './applied-migrations.ts';
import { connectClient } from './client.ts';
import { postgresFailure } from './failure.ts';

/** An arbitrary key, the same in every version of accueil. */
const advisoryLock = 4_217_001;
const insufficientPrivilege = '42501';
const lockNotAvailable = '55P03';

/** Migrates a PostgreSQL database under a lock that other processes wait for. */
export async function postgresMigrator(
  url: string,
  now: Date,
  { onWait, lockTimeoutMs }: WaitOptions,
): Promise<Migrator> {
  const { client, close } = await connectClient(url, 'accueil migrate');

  /** Runs what may wait for a lock, and describes whose it is when it has waited too long. */
  async function locking(sql: string, tooLong: () => string): Promise<void> {
    try {
      await client.query(sql);
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error;
      const waited = `after ${lockTimeoutMs / 1_000} s: nothing was changed`;
      throw new DatabaseUnavailable(`PostgreSQL: ${tooLong()} ${waited}`, { cause: error });
    }
  }

  return {
    applied: () => appliedOn(client),
    async begin() {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
      if (!(await tryLock(client))) {
        const holder = `another process migrates the database${await holderOf(client)}`;
        onWait(holder);
        await locking(`select pg_advisory_xact_lock(${advisoryLock})`, () => `${holder}, still`);
      }
      await client.query(createMigrationsTable);
    },
    async apply({ number, name, sql }) {
      onWait(`the schema is brought up to date (${name})`);
      // Waits for the running transactions of other processes, and makes the next ones wait: they look at this table first.
      const lock = 'lock table migrations in access exclusive mode';
      const tooLong = () => `${name} needs a table that another connection has locked, still`;
      await locking(`${lock}; ${sql}`, tooLong);
      await client.query('insert into migrations values ($1, $2, $3)', [number, name, now.toISOString()]);
    },
    async rows(sql) {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    },
    async commit() {
      await client.query('commit');
    },
    close,
    failure(error) {
      if (codeOf(error) !== insufficientPrivilege) return postgresFailure(error);
      const message = error instanceof Error ? error.message : String(error);
      return new DatabaseUnusable(`PostgreSQL: ${message}: the role must own its database`, { cause: error });
    },
  };
}

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined);

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(${advisoryLock}) as taken`,
  );
  return rows[0]?.taken === true;
}

/** How an operator finds the process that has the lock; empty when it has just ended. */
async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; application: string | null }>(
    `select pid, application_name as application from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = ${advisoryLock} and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  const [holder] = rows;
  return holder === undefined ? '' : ` (${holder.application || 'no name'}, pid ${holder.pid})`;
}
