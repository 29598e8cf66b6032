import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { keyState } from '../access/key-check.ts';
import { type Config, parseConfig } from '../config.ts';
import { secretsOf } from '../secrets.ts';
import { appliedMigrations } from '../store/applied-migrations.ts';
import { migrate } from '../store/migrate.ts';
import { unusableSchema } from '../store/migration-files.ts';
import { connect } from '../store/sqlite/connection.ts';
import { FolderInUse, lockFolder } from '../store/sqlite/folder-lock.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { syncFile, syncFolder } from '../store/sync.ts';
import { checksumFile, checksumOf } from './backup.ts';
import { CommandError, type Context } from './context.ts';
import { eraseAgain } from './erase-restored.ts';
import { type KeptDecisions, keepDecisions } from './keep-decisions.ts';
import { type JsonOption, printResult } from './output.ts';
import { stopMessagesIn, stoppedLine } from './privacy/stop-messages.ts';
import { withProgress } from './progress.ts';
import { restoredAccess } from './restored-access.ts';
import { readSecretKey } from './secret-key.ts';
import { runSqliteJob } from './sqlite-job.ts';

/** `accueil restore`. */
export function restoreCommand(program: Command, context: Context): void {
  program
    .command('restore')
    .description('replace the database with a backup (SQLite; the service must be stopped)')
    .argument('<file>', 'a file written by backup')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe backup is checked first. The present database is kept beside it, as accueil.db.before-restore-TIME.',
    )
    .action((file: string, options: JsonOption) => run(context, file, options));
}

async function run(context: Context, file: string, options: JsonOption): Promise<void> {
  const config = parseConfig(context.env);
  const { database, dataDir } = config;
  if (database.engine === 'postgres') {
    throw new CommandError('restore is for SQLite; this is PostgreSQL: use pg_restore on what pg_dump wrote');
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = preventServing(dataDir);
  const copy = `${database.file}.restoring`;
  try {
    await takeCopy(context, file, copy);
    await check(context, file, copy);
    // The backup may be older than the columns that follow.
    await migrate({ engine: 'sqlite', file: copy }, new Date());
    const files = { present: database.file, copy };
    const decisions = keepDecisions(database.file, copy, context);
    const { repeated, corrected } = await eraseAgain(context, config, files);
    const stopped = await stopMessagesIn(copy);
    const uncorrected = [...new Set([...decisions.corrected, ...corrected])];
    const restored = existsSync(database.file) ? restoredAccess(database.file, copy, new Date()) : [];
    const kept = replace(database.file, copy);
    printResult(
      context,
      options,
      {
        file: database.file,
        kept,
        decisionsFrom: decisions.from,
        correctAgain: uncorrected,
        erasedAgain: repeated,
        messagesStopped: stopped,
        goodAgain: restored ?? null,
      },
      [
        `${database.file} is now what ${file} held.`,
        ...(kept === null ? [] : [`What was there before is ${kept}.`]),
        ...decisionLines(decisions, uncorrected),
        ...(repeated === 0 ? [] : [repeatedLine(repeated)]),
        ...(stopped === 0 ? [] : [stoppedLine(stopped)]),
        ...restoredAccessLines(restored),
      ],
    );
    await warnOfKey(context, config, database.file);
  } finally {
    for (const rest of ['', '-wal', '-shm']) rmSync(copy + rest, { force: true });
    unlock();
  }
}

const repeatedLine = (repeated: number): string =>
  repeated === 1
    ? '1 erasure made since the backup was repeated in it.'
    : `${repeated} erasures made since the backup were repeated in it.`;

function decisionLines({ from }: KeptDecisions, uncorrected: readonly number[]): string[] {
  return [
    ...(from === 'later' ? [decisionsKept] : []),
    ...(uncorrected.length === 0
      ? []
      : [`Corrected since for their persons, and to be corrected again: entries ${uncorrected.join(', ')}.`]),
  ];
}
const decisionsKept =
  'Requests of persons, objections, limitations, holds, retention rules and the audit trail are still those of before.';

/** Lists access that was revoked after the backup was made, and has to be revoked again. */
function restoredAccessLines(restored: readonly string[] | undefined): string[] {
  if (restored === undefined)
    return ['What was there before could not be read: see yourself what was revoked or disabled since.'];
  if (restored.length === 0) return [];
  return [
    'Good again, though no longer in what was there before:',
    ...restored.map((name) => `  ${name}`),
    'Revoke or disable them again before you serve.',
  ];
}

/** Locks the folder, so that no service can start meanwhile. */
export function preventServing(dataDir: string): () => void {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderInUse) {
      throw new CommandError(`A service runs on ${dataDir}, or another restore or move: stop it first`);
    }
    throw error;
  }
}

async function takeCopy(context: Context, file: string, copy: string): Promise<void> {
  const found = statSync(file);
  if (!found.isFile()) throw new CommandError(`${file} is no file`);
  const { size } = found;
  const wal = `${file}-wal`;
  if (existsSync(wal) && statSync(wal).size > 0) {
    throw new CommandError(`${file} is a database in use, not a backup: ${wal} holds a part of it`);
  }
  rmSync(copy, { force: true });
  // Readable by its owner only: it holds personal data.
  closeSync(openSync(copy, 'wx', 0o600));
  await withProgress(
    context,
    () => `Copying: ${Math.round((100 * statSync(copy).size) / Math.max(size, 1))} %`,
    () => copyFile(file, copy),
  );
  const checksum = checksumFile(file);
  if (!existsSync(checksum))
    return context.notice(`There is no ${checksum}: the backup is checked without it.`);
  const [expected] = readFileSync(checksum, 'utf8').split(' ', 1);
  if (expected !== (await checksumOf(copy)))
    throw new CommandError(`${file} is not what backup wrote: ${checksum} says otherwise`);
}

/** Checks the copy, because it is what will be used. */
async function check(context: Context, file: string, copy: string): Promise<void> {
  let problems: readonly string[];
  try {
    problems = await withProgress(context, 'Checking the backup…', () =>
      runSqliteJob(context, { kind: 'check', file: copy, target: '' }),
    );
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(`${file}: ${error.message}`) : error;
  }
  if (problems.length > 0) throw new CommandError(`${file} is damaged: ${problems.slice(0, 3).join('; ')}`);
  const applied = await appliedMigrations({ engine: 'sqlite', file: copy });
  if (applied === undefined) throw new CommandError(`${file} is not a database of accueil`);
  const reason = unusableSchema(Math.max(0, ...applied));
  if (reason !== undefined) throw new CommandError(`${file} has ${reason}`);
}

/** Replaces the database and returns the name under which the old one is kept; null when there was none. */
function replace(file: string, copy: string): string | null {
  syncFile(copy);
  const kept = `${file}.before-restore-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
  const isThere = existsSync(file);
  if (isThere) {
    emptyWal(file);
    keepUnder(file, kept);
  }
  // A remaining WAL must stay with its own database, even a lost one: it would corrupt another one.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`);
  rmSync(`${file}-shm`, { force: true });
  renameSync(copy, file);
  syncFolder(dirname(file));
  return isThere ? kept : null;
}

/** Checkpoints the WAL, so that the database is a single file. */
export function emptyWal(file: string): void {
  try {
    const connection = connect(file);
    connection.exec('pragma wal_checkpoint(truncate)');
    connection.close();
  } catch {
    // The old database may be damaged: then it is kept as it is, with its WAL.
  }
}

/** Adds a second name, so that the database always exists: otherwise a starting service would create an empty one. */
function keepUnder(file: string, kept: string): void {
  try {
    linkSync(file, kept);
  } catch (error) {
    // The file system has no hard links.
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
