import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseUnusable } from './database.ts';
import type { Engine } from './dialect.ts';
import { copyEarlier, earlierSchema, setEarlierAside } from './earlier-schema.ts';
import type { MigrateOptions, Migration, Migrator } from './migrator.ts';
import { sqliteMigrator } from './sqlite/migrator.ts';

/** Long enough for most migrations of another process, and short enough for a supervisor to see that something is wrong. */
const defaultLockTimeoutMs = 20_000;

/** Where the database is: a SQLite file, or a PostgreSQL URL. */
export type Location =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string };

/**
 * Brings the schema up to date and returns the names of the applied migrations. Processes that start together wait for
 * each other; where nothing is missing, no lock is taken. Rejects when the schema is newer than this program, and with
 * {@link DatabaseUnavailable} when another process holds a lock for too long. A migration that fails or is interrupted is
 * rolled back completely.
 */
export async function migrate(
  location: Location,
  now: Date,
  { onWait = () => undefined, lockTimeoutMs = defaultLockTimeoutMs }: MigrateOptions = {},
): Promise<string[]> {
  const known = migrationsOf(location.engine);
  const migrator = await openMigrator(location, now, { onWait, lockTimeoutMs });
  try {
    if (missingAfter(schemaOf(await migrator.applied()), known).length === 0) return [];
    await migrator.begin();
    // Another process may have migrated while this one waited.
    const schema = schemaOf(await migrator.applied());
    const isEarlier = schema > 0 && schema <= earlierSchema;
    if (isEarlier) await setEarlierAside(migrator, schema);
    const missing = missingAfter(schema, known);
    for (const migration of missing) {
      await migrator.apply(migration);
      // The migrations after the first one find the rows.
      if (isEarlier && migration === known[0]) await copyEarlier(migrator);
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

function missingAfter(schema: number, known: readonly Migration[]): readonly Migration[] {
  const newest = known.at(-1)?.number ?? 0;
  if (schema > newest) {
    throw new DatabaseUnusable(
      `The database has schema ${schema}, newer than this accueil (${newest}): install the newer version`,
    );
  }
  return known.filter(({ number }) => number > schema);
}

/** Returns the number of the newest migration in this program. */
export function newestMigration(engine: Engine): number {
  return Math.max(0, ...readdirSync(folderOf(engine)).map((file) => Number.parseInt(file, 10) || 0));
}

async function openMigrator(
  location: Location,
  now: Date,
  options: Required<MigrateOptions>,
): Promise<Migrator> {
  if (location.engine === 'sqlite') return sqliteMigrator(location.file, now);
  const { postgresMigrator } = await import('./postgres/migrator.ts');
  return postgresMigrator(location.url, now, options);
}

const folderOf = (engine: Engine) => new URL(`./migrations/${engine}/`, import.meta.url);

function migrationsOf(engine: Engine): Migration[] {
  const folder = folderOf(engine);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(0, -'.sql'.length),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }));
}
