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
import { openLedgerFile, stopWaiting, unwrittenLedger } from '../privacy/ledger/file.ts';
import { ledgerFileOf } from '../privacy/ledger/read.ts';
import { secretsOf } from '../secrets.ts';
import { appliedMigrations } from '../store/applied-migrations.ts';
import type { Database } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { unusableSchema } from '../store/migration-files.ts';
import { connect } from '../store/sqlite/connection.ts';
import { FolderInUse, lockFolder } from '../store/sqlite/folder-lock.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { syncFile, syncFolder } from '../store/sync.ts';
import { checksumFile, checksumOf } from './backup.ts';
import { CommandError, type Context } from './context.ts';
import { messageOf } from './failure.ts';
import { type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { readSecretKeyIfAny } from './secret-key.ts';
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
    const remarks = new Set<string>();
    const onRemark = (remark: string) => remarks.add(remark);
    // Also where the key is not here.
    await withSqlite(copy, '', (opened) => stopWaiting(opened, null, new Date(), onRemark));
    try {
      const untold = keepNumbers(database.file, copy);
      if (untold > 0)
        onRemark(`${untold} « erased » events were still to be delivered: tell these sites yourself`);
      // What it alone knows goes into the ledger's file.
      await completeLedger(context, config, context.notice);
    } catch (error) {
      onRemark(`${onlyFiles} (${messageOf(error)})`);
    }
    const kept = replace(database.file, copy);
    if (!(await completeLedger(context, config, onRemark))) context.notice(otherKey);
    printResult(context, options, { file: database.file, kept, remarks: [...remarks] }, [
      `${database.file} is now what ${file} held.`,
      ...(kept === null ? [] : [`What was there before is ${kept}.`]),
      ...remarks,
    ]);
  } finally {
    for (const rest of ['', '-wal', '-shm']) rmSync(copy + rest, { force: true });
    unlock();
  }
}

const onlyFiles =
  "The database of before can't be read: what was done since the backup is known from erasures.jsonl and audit-position.json alone";
const otherKey =
  'The secret key that this backup was made with is not here: put it back before you serve. The start then replays what was erased and decided since.';

/** Completes the database and the ledger's file from each other, as each start does. Returns false without the right key. */
async function completeLedger(
  { notice }: Context,
  config: Config,
  onRemark: (remark: string) => void,
): Promise<boolean> {
  const { database: location, dataDir } = config;
  const key = readSecretKeyIfAny(config);
  if (key === undefined || location.engine !== 'sqlite') return false;
  const secrets = secretsOf(key);
  return withSqlite(location.file, key, async (database) => {
    if ((await keyState(database.read, secrets)) === 'wrong') return false;
    const ledger = openLedgerFile({
      ...{ database, secrets, clock: database.clock, file: ledgerFileOf(dataDir), onRemark },
      onProblem: (error) => notice(`${unwrittenLedger}: ${messageOf(error)}`),
    });
    await ledger.complete();
    return true;
  });
}

async function withSqlite<T>(
  file: string,
  secretKey: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openSqlite({ file, secretKey });
  try {
    return await work(database);
  } finally {
    // Also empties the WAL.
    await database.close();
  }
}

/**
 * Numbers that the present database has given since are not given again: persons and proofs have them. Returns how many
 * `erased` events it has still to deliver. Throws when it can't be read.
 */
function keepNumbers(present: string, copy: string): number {
  if (!existsSync(present)) throw new CommandError(`there is no ${present}`);
  // To attach a file that is no database would delete its WAL, which is kept beside it.
  connect(present).close();
  const connection = connect(copy);
  try {
    connection.prepare('attach database ? as present').run(present);
    connection.exec(`
      insert into main.sqlite_sequence (name, seq)
        select name, 0 from present.sqlite_sequence where name not in (select name from main.sqlite_sequence);
      update main.sqlite_sequence set seq = max(seq, (
        select coalesce(max(seq), 0) from present.sqlite_sequence p where p.name = sqlite_sequence.name))`);
    const untold = `select count(*) as count from present.outbox where event = 'erased' and state = 'pending'`;
    return Number(connection.prepare(untold).get()?.count);
  } finally {
    connection.close();
  }
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
