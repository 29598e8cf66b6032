import type { Command } from 'commander';
import { commandLine } from '../../access/audit.ts';
import { eraseOneEntry } from '../../privacy/erase/operations.ts';
import { maxErased, planErasures } from '../../privacy/erase/plan-list.ts';
import { parseId } from '../arguments.ts';
import { CommandError, type Context } from '../context.ts';
import type { Installation } from '../installation.ts';
import { type JsonOption, printResult, tableLines } from '../output.ts';
import { runOperation } from '../run-operation.ts';
import { withInstallation } from '../with-installation.ts';
import { completeLedger } from './complete-ledger.ts';

interface Options extends JsonOption {
  readonly dryRun?: true;
}

/** `accueil privacy erase`. */
export function eraseCommand(privacy: Command, context: Context): void {
  privacy
    .command('erase')
    .description('erase the personal data of entries for good; figures of past years stay')
    .argument('<entry...>', `ids of entries, at most ${maxErased}`, parseIds)
    .option('--dry-run', 'only say what would be erased')
    .option('--json', 'print JSON')
    .action((entryIds: readonly number[], options: Options) =>
      options.dryRun ? plan(context, entryIds, options) : erase(context, entryIds, options),
    );
}

function parseIds(value: string, previous: readonly number[] = []): number[] {
  return [...previous, parseId(value)];
}

function planned({ database }: Installation, entryIds: readonly number[]) {
  if (entryIds.length > maxErased) throw new CommandError(`Expected at most ${maxErased} entries`);
  return planErasures(database.read, entryIds, new Date());
}

async function plan(context: Context, entryIds: readonly number[], options: Options): Promise<void> {
  const list = await withInstallation(context, (installation) => planned(installation, entryIds));
  const rows = list.plans.map(({ entryId, counts, hold, erased }) => [
    String(entryId),
    erased ? 'erased already' : hold === null ? 'to be erased' : `held until ${hold.until}`,
    Object.entries(counts)
      .map(([place, rows]) => `${place} ${rows}`)
      .join(', '),
  ]);
  printResult(context, options, { ...list, dryRun: true }, tableLines(['ENTRY', 'STATE', 'ROWS'], rows));
}

async function erase(context: Context, entryIds: readonly number[], options: Options): Promise<void> {
  const counts = await withInstallation(context, async (installation) => {
    const { plans } = await planned(installation, entryIds);
    const held = plans.find(({ hold }) => hold !== null);
    if (held !== undefined)
      throw new CommandError(`Entry ${held.entryId} is held until ${held.hold?.until}: ${held.hold?.reason}`);
    const done = { erased: 0, alreadyErased: 0 };
    for (const { entryId, digest } of plans) {
      const erasure = { entryId, digest, author: commandLine, requestId: undefined };
      const state = await runOperation(installation, eraseOneEntry, erasure);
      if (state === 'changed')
        throw new CommandError(
          `Entry ${entryId} has just changed: it was not erased. ${done.erased} before it were; please run the command again`,
        );
      done[state === 'erased' ? 'erased' : 'alreadyErased']++;
    }
    await completeLedger(context, installation);
    return done;
  });
  printResult(context, options, { ...counts, dryRun: false }, [
    `${counts.erased} erased, ${counts.alreadyErased} had been erased before`,
  ]);
}
