import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseUnusable } from './database.ts';
import type { Engine } from './dialect.ts';
import { copyEarlier, earlierSchema, setEarlierAside } from './earlier-schema.ts';
import type { Migration, Migrator } from './migrator.ts';
import { sqliteMigrator } from './sqlite/migrator.ts';

/** Where the database is: a SQLite file, or a PostgreSQL URL. */
export type Location =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string };

/**
 * Brings the schema up to date and returns the names of the applied migrations. Processes that start together wait for
 * each other. Rejects when the schema is newer than this program. A migration that fails or is interrupted is rolled
 * back completely.
 */
export async function migrate(location: Location, now: Date): Promise<string[]> {
  const known = migrationsOf(location.engine);
  const migrator = await openMigrator(location, now);
  try {
    await migrator.begin();
    const applied = await migrator.query('select number from migrations');
    const schema = Math.max(0, ...applied.map(({ number }) => Number(number)));
    const newest = known.at(-1)?.number ?? 0;
    if (schema > newest) {
      throw new DatabaseUnusable(
        `The database has schema ${schema}, newer than this accueil (${newest}): install the newer version`,
      );
    }
    const isEarlier = schema > 0 && schema <= earlierSchema;
    if (isEarlier) await setEarlierAside(migrator, schema);
    const missing = known.filter(({ number }) => number > schema);
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

/** Returns the number of the newest migration in this program. */
export function newestMigration(engine: Engine): number {
  return Math.max(0, ...readdirSync(folderOf(engine)).map((file) => Number.parseInt(file, 10) || 0));
}

async function openMigrator(location: Location, now: Date): Promise<Migrator> {
  if (location.engine === 'sqlite') return sqliteMigrator(location.file, now);
  const { postgresMigrator } = await import('./postgres/migrator.ts');
  return postgresMigrator(location.url, now);
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
