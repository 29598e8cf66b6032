import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { DatabaseUnusable, type Engine } from './port.ts';
import { postgresFailure } from './postgres.ts';
import { connect, sqliteFailure } from './sqlite-connection.ts';

/** Where the database is: a SQLite file, or a PostgreSQL URL. */
export type Location =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string };

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** A connection on which migrations run: one transaction under a lock that other processes wait for. */
interface Migrator {
  begin(): Promise<void>;
  applied(): Promise<number[]>;
  apply(migration: Migration): Promise<void>;
  commit(): Promise<void>;
  /** Rolls back what is not committed. */
  close(): Promise<void>;
  /** The same error in the terms of the port. */
  failure(error: unknown): unknown;
}

const history = `create table if not exists migrations (
  number integer primary key, name text not null, applied_at text not null
)`;
const connectTimeoutMs = 5_000;
/** Any number, the same in every accueil. */
const advisoryLock = 4_217_001;

/**
 * Brings the schema up to date and answers the names of what it applied.
 * Processes that start together wait for each other. Rejects when the schema is newer than this program. A migration
 * that fails, or is cut short, leaves nothing behind.
 */
export async function migrate(location: Location, now: Date): Promise<string[]> {
  const known = migrationsOf(location.engine);
  const migrator =
    location.engine === 'sqlite'
      ? sqliteMigrator(location.file, now)
      : await postgresMigrator(location.url, now);
  try {
    await migrator.begin();
    const applied = new Set(await migrator.applied());
    const newest = known.at(-1)?.number ?? 0;
    const unknown = [...applied].filter((number) => number > newest);
    if (unknown.length > 0) {
      throw new DatabaseUnusable(
        `The database has schema ${Math.max(...unknown)}, newer than this accueil (${newest}): install the newer version`,
      );
    }
    const missing = known.filter(({ number }) => !applied.has(number));
    for (const migration of missing) await migrator.apply(migration);
    await migrator.commit();
    return missing.map(({ name }) => name);
  } catch (error) {
    throw migrator.failure(error);
  } finally {
    await migrator.close();
  }
}

/** The number of the newest migration in this program. */
export function newestMigration(engine: Engine): number {
  return migrationsOf(engine).at(-1)?.number ?? 0;
}

function migrationsOf(engine: Engine): Migration[] {
  const folder = new URL(`./migrations/${engine}/`, import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(0, -'.sql'.length),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }));
}

function sqliteMigrator(file: string, now: Date): Migrator {
  const connection = connect(file);
  return {
    async begin() {
      connection.exec('begin immediate');
      await settle(`${file}-wal`);
      connection.exec(`${history} strict`);
    },
    async applied() {
      return connection
        .prepare('select number from migrations')
        .all()
        .map(({ number }) => Number(number));
    },
    async apply({ number, name, sql }) {
      connection.exec(sql);
      connection.prepare('insert into migrations values (?, ?, ?)').run(number, name, now.toISOString());
    },
    async commit() {
      connection.exec('commit');
    },
    async close() {
      connection.close();
    },
    failure: sqliteFailure,
  };
}

/**
 * Writes a WAL to the disk once more, as it reads. After an fsync that has failed, the system's cache holds what the
 * disk does not, and only a new write makes a later fsync try again. A process that is killed then leaves a WAL that
 * reads as whole: what it holds would be acknowledged when its sender repeats it, and put into the database file, and
 * a power cut would take the one and tear the other. Only for who keeps others from writing; they read the same bytes.
 */
async function settle(wal: string): Promise<void> {
  if (!existsSync(wal)) return;
  await pipeline(createReadStream(wal), createWriteStream(wal, { flags: 'r+', start: 0, flush: true }));
}

async function postgresMigrator(url: string, now: Date): Promise<Migrator> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'accueil migrate',
  });
  // The query that runs fails with it. Without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => Promise.reject(postgresFailure(error)));
  return {
    async begin() {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(${advisoryLock})`);
      await client.query(history);
    },
    async applied() {
      const { rows } = await client.query<{ number: number }>('select number from migrations');
      return rows.map(({ number }) => number);
    },
    async apply({ number, name, sql }) {
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
