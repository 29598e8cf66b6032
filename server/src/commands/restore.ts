import { closeSync, existsSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { keyState } from '../access/key-check.ts';
import { type Config, parseConfig } from '../config.ts';
import { secretsOf } from '../secrets.ts';
import { appliedMigrations } from '../store/applied-migrations.ts';
import { newestMigration } from '../store/migrate.ts';
import { connect } from '../store/sqlite/connection.ts';
import { FolderInUse, lockFolder } from '../store/sqlite/folder-lock.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { CommandError, type Context } from './context.ts';
import { goodAgain } from './good-again.ts';
import { withProgress } from './progress.ts';
import { readSecretKey } from './secret-key.ts';
import { runSqliteJob } from './sqlite-job.ts';
import { syncFile, syncFolder } from './sync.ts';

/** `accueil restore`. */
export function restoreCommand(program: Command, context: Context): void {
  program
    .command('restore')
    .description('put a backup in the place of the database (SQLite; the service must be stopped)')
    .argument('<file>', 'what backup wrote')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe backup is checked first. The present database is kept beside it, as accueil.db.before-restore-TIME.',
    )
    .action((file: string, options: { json?: true }) => run(context, file, options));
}

async function run(context: Context, file: string, { json }: { json?: true }): Promise<void> {
  const config = parseConfig(context.env);
  const { database, dataDir } = config;
  if (database.engine === 'postgres') {
    throw new CommandError('restore is for SQLite; this is PostgreSQL: use pg_restore on what pg_dump wrote');
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = stopServing(dataDir);
  const copy = `${database.file}.restoring`;
  try {
    await takeCopy(context, file, copy);
    await check(context, file, copy);
    const good = existsSync(database.file) ? goodAgain(database.file, copy, new Date()) : [];
    const kept = replace(database.file, copy);
    if (json) context.print(JSON.stringify({ file: database.file, kept, goodAgain: good ?? null }));
    else {
      context.print(`${database.file} is now what ${file} held.`);
      if (kept !== null) context.print(`What was there before is ${kept}.`);
      showGoodAgain(context, good);
    }
    await warnOfKey(context, config, database.file);
  } finally {
    for (const rest of ['', '-wal', '-shm']) rmSync(copy + rest, { force: true });
    unlock();
  }
}

/** What was revoked since the backup was made has to be revoked once more. */
function showGoodAgain(context: Context, good: readonly string[] | undefined): void {
  if (good === undefined)
    context.print(
      'What was there before could not be read: see yourself what was revoked or disabled since.',
    );
  else if (good.length > 0) {
    context.print('Good again, though no longer in what was there before:');
    for (const one of good) context.print(`  ${one}`);
    context.print('Revoke or disable them again before you serve.');
  }
}

/** Holds the folder until the end, so that nobody begins to serve in the middle. */
function stopServing(dataDir: string): () => void {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderInUse) {
      throw new CommandError(`A service runs on ${dataDir}, or another restore: stop it first`);
    }
    throw error;
  }
}

async function takeCopy(context: Context, file: string, copy: string): Promise<void> {
  const { size } = statSync(file);
  const wal = `${file}-wal`;
  if (existsSync(wal) && statSync(wal).size > 0) {
    throw new CommandError(`${file} is a database in use, not a backup: ${wal} holds a part of it`);
  }
  rmSync(copy, { force: true });
  // It holds personal data: for nobody else's eyes.
  closeSync(openSync(copy, 'wx', 0o600));
  await withProgress(
    context,
    () => `Copying: ${Math.round((100 * statSync(copy).size) / Math.max(size, 1))} %`,
    () => copyFile(file, copy),
  );
}

/** The copy is checked, not the file: what is checked is what is going to be used. */
async function check(context: Context, file: string, copy: string): Promise<void> {
  let problems: readonly string[];
  try {
    problems = await withProgress(
      context,
      () => 'Checking the backup…',
      () => runSqliteJob(context, { kind: 'check', file: copy, target: '' }),
    );
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(`${file}: ${error.message}`) : error;
  }
  if (problems.length > 0) throw new CommandError(`${file} is damaged: ${problems.slice(0, 3).join('; ')}`);
  const applied = await appliedMigrations({ engine: 'sqlite', file: copy });
  if (applied === undefined) throw new CommandError(`${file} is not a database of accueil`);
  const newest = newestMigration('sqlite');
  const schema = Math.max(0, ...applied);
  if (schema > newest) {
    throw new CommandError(
      `${file} has schema ${schema}, newer than this accueil (${newest}): install the newer version`,
    );
  }
}

/** Answers under which name the present database is kept; null when there is none. */
function replace(file: string, copy: string): string | null {
  syncFile(copy);
  let kept: string | null = null;
  if (existsSync(file)) {
    emptyWal(file);
    kept = `${file}.before-restore-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
    keepUnder(file, kept);
    // What is left of a WAL goes with its own database: beside another one it would damage it.
    if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`);
    rmSync(`${file}-shm`, { force: true });
  }
  renameSync(copy, file);
  syncFolder(dirname(file));
  return kept;
}

/** Brings what stands in the WAL into the database, so that one file is all of it. */
function emptyWal(file: string): void {
  try {
    const connection = connect(file);
    connection.exec('pragma wal_checkpoint(truncate)');
    connection.close();
  } catch {
    // A damaged database may be why there is a restore: it is kept as it is, WAL and all.
  }
}

/** A second name, so that at no instant there is no database: an empty one would begin without a word. */
function keepUnder(file: string, kept: string): void {
  try {
    linkSync(file, kept);
  } catch (error) {
    // A file system without hard links.
    if (!(error instanceof Error && 'code' in error) || error.code === 'EEXIST') throw error;
    renameSync(file, kept);
  }
}

async function warnOfKey({ notice }: Context, config: Config, file: string): Promise<void> {
  let key: string;
  try {
    key = readSecretKey(config);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    notice(error.message);
    return;
  }
  const database = await openSqlite({ file, secretKey: key });
  try {
    if ((await keyState(database.read, secretsOf(key))) !== 'wrong') return;
  } finally {
    await database.close();
  }
  notice('The secret key here is not the one this backup was made with: put that one back before you serve.');
}
