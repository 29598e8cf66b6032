// `npm run schema` writes the schema dumps that stand in the tree; with `--check` it compares them instead.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dumpSchema } from '../src/database/dump-schema.ts';
import { type Location, migrate } from '../src/database/migrate.ts';
import { createDatabase, startPostgres } from './fixtures/postgres.ts';

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;

const folder = mkdtempSync(join(tmpdir(), 'accueil-schema-'));
const postgres = await startPostgres();
try {
  const places: Location[] = [
    { engine: 'sqlite', file: join(folder, 'accueil.db') },
    { engine: 'postgres', url: await createDatabase(postgres.url) },
  ];
  for (const place of places) {
    await migrate(place, new Date());
    const file = new URL(`../src/database/schema/${place.engine}.sql`, import.meta.url);
    const dump = await dumpSchema(place);
    if (!check) writeFileSync(file, dump);
    else if (readFileSync(file, 'utf8') !== dump) {
      process.exitCode = 1;
      console.error(
        `server/src/database/schema/${place.engine}.sql is not what the migrations lead to: npm run schema`,
      );
    }
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
