import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { sql } from 'kysely';
import { formatLine } from '../../privacy/ledger/line.ts';
import { installationOf } from '../../privacy/ledger/read.ts';
import { erasuresAfter } from '../../privacy/ledger/rows.ts';
import { statement } from '../../store/statement.ts';
import { syncFile, syncFolder } from '../../store/sync.ts';
import { type AddCommand, argument } from '../command.ts';
import { CommandError, type Context } from '../context.ts';

const waitingEvents = statement()((db) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('event', '=', sql.lit('erased'))
    .where('state', '=', sql.lit('pending')),
);

/** `accueil privacy ledger`. */
export function ledgerCommand(command: AddCommand, context: Context): void {
  command(
    'ledger',
    'print what was erased, without personal data, or write it to a file',
    {
      file: argument<string | undefined>('[file]', 'a file that does not exist yet', (file) => resolve(file)),
    },
    async ({ database, secrets }, { file }) => {
      const installation = installationOf(secrets);
      const waiting = (await database.background.first(waitingEvents, {}))?.count ?? 0;
      // A restore of PostgreSQL loses them, and repeated erasures make none.
      if (waiting > 0)
        context.notice(
          `${waiting} « erased » events are still to be delivered: before you restore a database, let them arrive or tell these sites yourself`,
        );
      const chunks = await Array.fromAsync(erasuresAfter(database.background));
      const lines = chunks.flat().map(({ erasure }) => formatLine(installation, erasure));
      if (file === undefined) return { json: lines.map((line) => JSON.parse(line)), lines };
      write(file, lines);
      return { json: { file, erasures: lines.length }, lines: [`${file}: ${lines.length} erasures`] };
    },
  );
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
