import type { Command } from 'commander';
import { parseConfig } from '../config.ts';
import { migrate } from '../store/migrate.ts';
import type { Context } from './context.ts';
import { prepareFolder } from './installation.ts';
import { refuseLoss } from './lost-database.ts';
import { type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { unlessStopped } from './unless-stopped.ts';

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
  const applied = await withProgress(context, 'Migrating…', () =>
    unlessStopped(context, async (onWait) => {
      await refuseLoss(config);
      // Before the database: a database without its key counts as a lost key.
      prepareFolder(config);
      return migrate(config.database, new Date(), { onWait, dataDir: config.dataDir });
    }),
  );
  const lines = applied.map((name) => `Applied ${name}`);
  printResult(context, options, { applied }, lines.length === 0 ? ['The schema is up to date.'] : lines);
}
