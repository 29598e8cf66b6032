import { readdirSync, readFileSync } from 'node:fs';
import type { Engine } from './dialect.ts';
import type { Migration } from './migrator.ts';

const folder = new URL('./migrations/', import.meta.url);
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort();
const numberOf = (file = '') => Number(file.slice(0, 4));

/** The number of the newest migration in this program. */
export const newestMigration = numberOf(files.at(-1));
const oldestMigration = numberOf(files[0]);

/** What a word of a migration means on each engine. Types with one name on both need none. */
const words: Readonly<Record<string, Readonly<Record<Engine, string>>>> = {
  // A key that the database counts. On SQLite too the number of a deleted row is not used again.
  $id: {
    sqlite: 'integer primary key autoincrement',
    postgres: 'bigint generated always as identity primary key',
  },
  $bigint: { sqlite: 'integer', postgres: 'bigint' },
  $flag: { sqlite: 'integer', postgres: 'smallint' },
  $day: { sqlite: 'text', postgres: 'date' },
  $instant: { sqlite: 'text', postgres: 'timestamptz' },
  $json: { sqlite: 'text', postgres: 'json' },
  $bytes: { sqlite: 'blob', postgres: 'bytea' },
  // At the end of a table: whether SQLite stores its rows in the order of the primary key.
  $strict: { sqlite: 'strict', postgres: '' },
  $clustered: { sqlite: 'strict, without rowid', postgres: '' },
};

/** Returns a migration's SQL for one engine: without the lines of the other one (`sqlite: …`), and with its words replaced. */
export function sqlFor(engine: Engine, text: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const [, indent, of, rest] = /^( *)(sqlite|postgres): (.*)$/.exec(line) ?? [];
      if (of === undefined) return [line];
      return of === engine ? [`${indent}${rest}`] : [];
    })
    .join('\n')
    .replace(/\$[a-z]+/g, (word) => {
      const meaning = words[word];
      if (meaning === undefined) throw new Error(`A migration has the unknown word ${word}`);
      return meaning[engine];
    });
}

/** Returns the migrations of this program in their order. */
export function migrationsOf(engine: Engine): Migration[] {
  return files.map((file) => ({
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
  if (schema > 0 && schema < oldestMigration) {
    const commits = schema < 15 ? 'e55049f8, then 192c5427' : '192c5427';
    return `schema ${schema}, and this accueil knows none before ${oldestMigration}: migrate it first with commit ${commits}`;
  }
  return undefined;
}
