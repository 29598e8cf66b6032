import { readdirSync, readFileSync } from 'node:fs';
import type { Engine } from './dialect.ts';
import type { Migration } from './migrator.ts';
import { schemaFor, sqlFor } from './schema.ts';

const folder = new URL('./migrations/', import.meta.url);
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort();
const numberOf = (file = '') => Number(file.slice(0, 4));

/** The number of the newest migration in this program. */
export const newestMigration = numberOf(files.at(-1));
/** The schema of accueil 0.10.0, before the oldest migration. */
const oldestSchema = numberOf(files[0]) - 1;

/** Returns what brings a database with this schema up to date. An empty one has schema 0, and is created in one step. */
export function migrationsAfter(schema: number, engine: Engine): Migration[] {
  if (schema === 0) {
    const number = newestMigration;
    return [{ number, name: `${String(number).padStart(4, '0')}-schema`, sql: schemaFor(engine) }];
  }
  return files
    .filter((file) => numberOf(file) > schema)
    .map((file) => ({
      number: numberOf(file),
      name: file.slice(0, -'.sql'.length),
      sql: sqlFor(engine, readFileSync(new URL(file, folder), 'utf8')),
    }));
}

/**
 * Why this program can't bring a database with this schema up to date; undefined when it can. 0 is the schema of an empty
 * database.
 */
export function unusableSchema(schema: number): string | undefined {
  if (schema > newestMigration) {
    return `schema ${schema}, newer than this accueil (${newestMigration}): install the newer version`;
  }
  if (schema > 0 && schema < oldestSchema) {
    return `schema ${schema}, older than that of accueil 0.10.0 (${oldestSchema}): start it once with accueil 0.10.0, then with this version`;
  }
  return undefined;
}
