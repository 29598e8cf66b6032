import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { sql } from 'kysely';
import { formatLine } from '../../privacy/ledger/line.ts';
import { installationOf } from '../../privacy/ledger/read.ts';
import { erasuresAfter } from '../../privacy/ledger/rows.ts';
import { statement } from '../../store/statement.ts';
import { CommandError, type Context } from '../context.ts';
import { type JsonOption, printResult } from '../output.ts';
import { syncFile, syncFolder } from '../sync.ts';
import { withInstallation } from '../with-installation.ts';

/** `accueil privacy ledger`. */
export function ledgerCommand(privacy: Command, context: Context): void {
  privacy
    .command('ledger')
    .description('print what was erased, without personal data, or write it to a file')
    .argument('[file]', 'a file that does not exist yet')
    .option('--json', 'print JSON')
    .action((file: string | undefined, options: JsonOption) => run(context, file, options));
}

const waitingEvents = statement()((db) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('event', '=', sql.lit('erased'))
    .where('state', '=', sql.lit('pending')),
);

async function run(context: Context, file: string | undefined, options: JsonOption): Promise<void> {
  const lines = await withInstallation(context, async ({ database, secrets }) => {
    const installation = installationOf(secrets);
    const waiting = (await database.background.first(waitingEvents, {}))?.count ?? 0;
    // A restore of PostgreSQL loses them, and repeated erasures make none.
    if (waiting > 0)
      context.notice(
        `${waiting} « erased » events are still to be delivered: before you restore a database, let them arrive or tell these sites yourself`,
      );
    const chunks = await Array.fromAsync(erasuresAfter(database.background));
    return chunks.flat().map(({ erasure }) => formatLine(installation, erasure));
  });
  if (file === undefined) {
    printResult(
      context,
      options,
      lines.map((line) => JSON.parse(line)),
      lines,
    );
    return;
  }
  const target = resolve(file);
  write(target, lines);
  printResult(context, options, { file: target, erasures: lines.length }, [
    `${target}: ${lines.length} erasures`,
  ]);
}

function write(target: string, lines: readonly string[]): void {
  if (existsSync(target)) throw new CommandError(`${target} is there already: name a new file`);
  const handle = openSync(target, 'wx', 0o600);
  try {
    writeFileSync(handle, lines.map((line) => `${line}\n`).join(''));
  } finally {
    closeSync(handle);
  }
  syncFile(target);
  syncFolder(dirname(target));
}
