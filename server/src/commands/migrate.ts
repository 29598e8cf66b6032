import { mkdirSync } from 'node:fs';
import type { Command } from 'commander';
import { parseConfig } from '../config.ts';
import { migrate } from '../store/migrate.ts';
import type { Context } from './context.ts';
import { type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { obtainSecretKey } from './secret-key.ts';

/** `accueil migrate`. */
export function migrateCommand(program: Command, context: Context): void {
  program
    .command('migrate')
    .description('bring the schema up to date, as serve does when it starts')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => run(context, options));
}

async function run(context: Context, options: JsonOption): Promise<void> {
  const config = parseConfig(context.env);
  if (config.database.engine === 'sqlite') mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  // Before the database: a database without its key counts as a lost key.
  obtainSecretKey(config);
  const applied = await withProgress(
    context,
    () => 'Migrating…',
    () => migrate(config.database, new Date()),
  );
  const lines = applied.map((name) => `Applied ${name}`);
  printResult(context, options, { applied }, lines.length === 0 ? ['The schema is up to date.'] : lines);
}
