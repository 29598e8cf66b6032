import { dirname } from 'node:path';
import { DatabaseUnusable, type Engine } from './database.ts';
import { migrationsAfter, unusableSchema } from './migration-files.ts';
import type { MigrateOptions, Migration, Migrator, WaitOptions } from './migrator.ts';
import { dropsBreaches, saveBreaches } from './saved-breaches.ts';
import { sqliteMigrator } from './sqlite/migrator.ts';

/** Long enough for most migrations of another process, and short enough for a supervisor to see that something is wrong. */
const defaultLockTimeoutMs = 20_000;

/** Where the database is: a SQLite file, or a PostgreSQL URL. */
export type Location =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string };

/**
 * Brings the schema up to date and returns the names of the applied migrations. Processes that start together wait for
 * each other; where nothing is missing, no lock is taken. Rejects when the schema is newer than this program or too old for
 * it, and with {@link DatabaseUnavailable} when another process holds a lock for too long. A migration that fails or is
 * interrupted is rolled back completely.
 */
export async function migrate(
  location: Location,
  now: Date,
  { onWait = () => undefined, lockTimeoutMs = defaultLockTimeoutMs, dataDir = '.' }: MigrateOptions = {},
): Promise<string[]> {
  const migrator = await openMigrator(location, now, { onWait, lockTimeoutMs });
  const folder = location.engine === 'sqlite' ? dirname(location.file) : dataDir;
  try {
    const missingNow = async () => missingAfter(schemaOf(await migrator.applied()), location.engine);
    if ((await missingNow()).length === 0) return [];
    await migrator.begin();
    // Another process may have migrated while this one waited.
    const missing = await missingNow();
    for (const migration of missing) {
      if (migration.name === dropsBreaches) await saveBreaches(migrator, folder);
      await migrator.apply(migration);
    }
    await migrator.commit();
    return missing.map(({ name }) => name);
  } catch (error) {
    throw migrator.failure(error);
  } finally {
    await migrator.close();
  }
}

const schemaOf = (applied: readonly number[] = []): number => Math.max(0, ...applied);

function missingAfter(schema: number, engine: Engine): readonly Migration[] {
  const reason = unusableSchema(schema);
  if (reason !== undefined) throw new DatabaseUnusable(`The database has ${reason}`);
  return migrationsAfter(schema, engine);
}

async function openMigrator(location: Location, now: Date, options: WaitOptions): Promise<Migrator> {
  if (location.engine === 'sqlite') return sqliteMigrator(location.file, now);
  const { postgresMigrator } = await import('./postgres/migrator.ts');
  return postgresMigrator(location.url, now, options);
}
