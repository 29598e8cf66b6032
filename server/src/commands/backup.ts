import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { parseConfig } from '../config.ts';
import { syncFile, syncFolder } from '../store/sync.ts';
import { CommandError, type Context } from './context.ts';
import { type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { runSqliteJob } from './sqlite-job.ts';

/** `accueil backup`. */
export function backupCommand(program: Command, context: Context): void {
  program
    .command('backup')
    .description('write a consistent copy of the database, CVs included, while the service runs (SQLite)')
    .argument('<file>', 'a file that does not exist yet')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nThe secret key is not in it: keep DATA_DIR/secret.key, or SECRET_KEY, apart.')
    .action((file: string, options: JsonOption) => run(context, file, options));
}

async function run(context: Context, file: string, options: JsonOption): Promise<void> {
  const { database, secretKey, dataDir } = parseConfig(context.env);
  if (database.engine === 'postgres') {
    throw new CommandError(
      'backup is for SQLite; this is PostgreSQL: use pg_dump, such as pg_dump -Fc -f FILE URL',
    );
  }
  if (!existsSync(database.file)) throw new CommandError(`There is no database: ${database.file}`);
  const target = resolve(file);
  refuseOverwriting(target);
  const partial = `${target}.partial`;
  try {
    // Readable by its owner only. SQLite accepts an existing empty file; a second backup at the same time fails here.
    closeSync(openSync(partial, 'wx', 0o600));
  } catch (error) {
    throw isExistsError(error)
      ? new CommandError(`${partial} is there: another backup runs, or was killed`)
      : error;
  }
  try {
    const expected = megabytes(statSync(database.file).size);
    await withProgress(
      context,
      () => `Backing up: ${megabytes(statSync(partial).size)} of about ${expected} MB`,
      () => runSqliteJob(context, { kind: 'copy', file: database.file, target: partial }),
    );
    syncFile(partial);
    refuseOverwriting(target);
    // That of an earlier file of this name would refuse the new one, should this end before it is written.
    rmSync(checksumFile(target), { force: true });
    renameSync(partial, target);
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true });
    throw error;
  }
  const sha256 = await checksumOf(target);
  writeFileSync(checksumFile(target), `${sha256}  ${basename(target)}\n`, { mode: 0o600 });
  syncFile(checksumFile(target));
  syncFolder(dirname(target));
  const { size: bytes } = statSync(target);
  printResult(context, options, { file: target, bytes, sha256 }, [`${target}: ${megabytes(bytes)} MB`]);
  const key = secretKey === undefined ? `${dataDir}/secret.key` : 'SECRET_KEY';
  context.notice(`The secret key is not in it. Keep ${key} apart: without it no password works.`);
}

/** The file beside a backup that `restore`, or `sha256sum -c`, compares it with. */
export const checksumFile = (file: string): string => `${file}.sha256`;

export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

function refuseOverwriting(target: string): void {
  if (existsSync(target)) throw new CommandError(`${target} is there already: name a new file`);
}

const isExistsError = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
