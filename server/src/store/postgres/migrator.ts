import { createMigrationsTable, type Migrator } from '../migrator.ts';
import { connectClient } from './client.ts';
import { postgresFailure } from './failure.ts';

/** An arbitrary key, the same in every version of accueil. */
const advisoryLock = 4_217_001;

/** Migrates a PostgreSQL database under a lock that other processes wait for. */
export async function postgresMigrator(url: string, now: Date): Promise<Migrator> {
  const client = await connectClient(url, 'accueil migrate');
  return {
    engine: 'postgres',
    async begin() {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(${advisoryLock})`);
      await client.query(createMigrationsTable);
    },
    async query(statement) {
      const { rows } = await client.query<Record<string, unknown>>(statement);
      return rows;
    },
    async apply({ number, name, sql }) {
      // Waits for the running transactions of other processes, and makes the next ones wait: they look at this table first.
      await client.query('lock table migrations in access exclusive mode');
      await client.query(sql);
      await client.query('insert into migrations values ($1, $2, $3)', [number, name, now.toISOString()]);
    },
    async commit() {
      await client.query('commit');
    },
    close: () => client.end(),
    failure: postgresFailure,
  };
}
