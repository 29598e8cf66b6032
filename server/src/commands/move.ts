import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { parseConfig } from '../config.ts';
import { appliedMigrations } from '../store/applied-migrations.ts';
import { migrate } from '../store/migrate.ts';
import { newestMigration, unusableSchema } from '../store/migration-files.ts';
import { connect } from '../store/sqlite/connection.ts';
import { syncFolder } from '../store/sync.ts';
import { CommandError, type Context, Stopped } from './context.ts';
import { type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { emptyWal, preventServing } from './restore.ts';
import { readSecretKey } from './secret-key.ts';

/** `accueil move`. */
export function moveCommand(program: Command, context: Context): void {
  program
    .command('move')
    .description('move everything from SQLite to PostgreSQL (the service must be stopped)')
    .argument('<url>', 'postgres://…, an empty database')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Every row is copied with its number, in one transaction, and compared afterwards: what fails or is stopped leaves both
databases as they were. Then the SQLite file is kept as accueil.db.moved-TIME, so that nothing is stored in it by mistake.
Afterwards set DATABASE_URL to the URL and SECRET_KEY to the key there is now, and keep DATA_DIR: the ledger of erasures is
in it. The way back is to rename the file, without what has come in since.`,
    )
    .action((url: string, options: JsonOption) => run(context, url, options));
}

async function run(context: Context, url: string, options: JsonOption): Promise<void> {
  const { database, dataDir, secretKey } = parseConfig(context.env);
  if (database.engine === 'postgres') {
    throw new CommandError(
      'move is from SQLite, and DATABASE_URL names PostgreSQL: unset it for this command',
    );
  }
  const { file } = database;
  if (!existsSync(file)) throw new CommandError(`There is no database: ${file}`);
  // Without it nothing of what is moved could be opened again.
  const key = readSecretKey({ secretKey, dataDir });
  const target = parseTarget(url, key, dataDir);
  const unlock = preventServing(dataDir);
  try {
    await checkSchemas(file, target.url);
    await migrate(target, new Date());
    const rows = await copy(context, file, target.url);
    const kept = keepUnderNewName(file);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    printResult(context, options, { kept, rows }, [
      `${total} rows of ${Object.keys(rows).length} tables are in PostgreSQL, the same as in ${file}.`,
      `That file is now ${kept}. Delete it when you no longer need it: it holds personal data.`,
      'Before you start accueil again, set',
      '  DATABASE_URL  to the URL given here',
      ...(secretKey === undefined ? [`  SECRET_KEY    to what ${dataDir}/secret.key holds`] : []),
      `and keep ${dataDir}: the ledger of erasures is there. Then see what « accueil doctor » says.`,
    ]);
  } finally {
    unlock();
  }
}

/** Reads the URL as the setting DATABASE_URL will be read. */
function parseTarget(url: string, secretKey: string, dataDir: string) {
  const { database } = parseConfig({ DATABASE_URL: url, SECRET_KEY: secretKey, DATA_DIR: dataDir });
  if (database.engine !== 'postgres') throw new CommandError('Expected the URL of PostgreSQL, postgres://…');
  return database;
}

/** Refuses a source of another version, and a target that holds what is not accueil's. */
async function checkSchemas(file: string, url: string): Promise<void> {
  const schema = Math.max(0, ...((await appliedMigrations({ engine: 'sqlite', file })) ?? []));
  if (schema !== newestMigration) {
    const reason =
      unusableSchema(schema) ??
      `schema ${schema}, and this accueil ${newestMigration}: bring it up to date with « accueil migrate » first`;
    throw new CommandError(`${file} has ${reason}`);
  }
  if ((await appliedMigrations({ engine: 'postgres', url })) !== undefined) return;
  const { withClient } = await import('../store/postgres/client.ts');
  const { rows } = await withClient(url, 'accueil move', (client) =>
    client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = current_schema()',
    ),
  );
  const [table] = rows;
  if (table !== undefined) {
    throw new CommandError(
      `The target has a table ${table.name} that is not accueil's: name an empty database`,
    );
  }
}

async function copy(context: Context, file: string, url: string): Promise<Record<string, number>> {
  const { withClient } = await import('../store/postgres/client.ts');
  const { copyFromSqlite } = await import('../store/postgres/copy-from-sqlite.ts');
  let isStopped = false;
  void context.stopped.then(() => {
    isStopped = true;
  });
  let progress = 'Copying…';
  const source = connect(file);
  try {
    return await withProgress(
      context,
      () => progress,
      () =>
        withClient(url, 'accueil move', (client) =>
          copyFromSqlite(source, client, (table, rows) => {
            if (isStopped) throw new Stopped();
            progress = `Copying: ${table}, ${rows} rows`;
          }),
        ),
    );
  } finally {
    source.close();
  }
}

/** Returns the name under which the database is kept. A service started by mistake without DATABASE_URL then refuses. */
function keepUnderNewName(file: string): string {
  const kept = `${file}.moved-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
  emptyWal(file);
  renameSync(file, kept);
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`);
  rmSync(`${file}-shm`, { force: true });
  syncFolder(dirname(file));
  return kept;
}
