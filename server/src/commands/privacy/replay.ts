import type { Command } from 'commander';
import { installationOf, readLedger } from '../../privacy/ledger/file.ts';
import { CommandError, type Context } from '../context.ts';
import { type JsonOption, printResult } from '../output.ts';
import { withProgress } from '../progress.ts';
import { withInstallation } from '../with-installation.ts';
import { repeatErasures } from './repeat-erasures.ts';

/** `accueil privacy replay`. */
export function replayCommand(privacy: Command, context: Context): void {
  privacy
    .command('replay')
    .description('erase again what a restored database has brought back; callers are not told again')
    .argument('<file>', 'erasures.jsonl of the data folder, or what « ledger » wrote')
    .option('--json', 'print JSON')
    .action((file: string, options: JsonOption) => run(context, file, options));
}

async function run(context: Context, file: string, options: JsonOption): Promise<void> {
  const { broken, ...counts } = await withInstallation(context, async ({ database, secrets }) => {
    const ledger = await readLedger(file, installationOf(secrets));
    if (ledger.isForeign)
      throw new CommandError(`${file} is the ledger of another installation: nothing was erased`);
    let done = 0;
    const repeated = await withProgress(
      context,
      () => `Erasing again: ${done} of ${ledger.erasures.length}`,
      () => repeatErasures(database, secrets, ledger.erasures, () => done++),
    );
    return { ...repeated, broken: ledger.broken };
  });
  printResult(context, options, { ...counts, broken }, [
    `${counts.erased} erased again, ${counts.alreadyErased} were erased, ${counts.other} are not in this database`,
  ]);
  if (broken.length > 0) throw new CommandError(brokenLines(file, broken));
}

/** Names the lines of a ledger that could not be read. */
export function brokenLines(
  file: string,
  broken: readonly { readonly line: number; readonly problem: string }[],
): string {
  const lines = broken.map(({ line, problem }) => `  line ${line}: ${problem}`);
  return [`${file} has lines that can't be read; the others were used:`, ...lines].join('\n');
}
