import type { Command } from 'commander';
import { trustClock } from '../clock-check.ts';
import type { Context } from './context.ts';
import { type JsonOption, printResult } from './output.ts';
import { withInstallation } from './with-installation.ts';

/** `accueil confirm-clock`. */
export function confirmClockCommand(program: Command, context: Context): void {
  program
    .command('confirm-clock')
    .description('confirm that the clock is right, after it was far off or nothing ran for days')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nUntil then, or until a service has run for a day, nothing is deleted for its age. Check the time it prints.',
    )
    .action((options: JsonOption) => confirm(context, options));
}

function confirm(context: Context, options: JsonOption): Promise<void> {
  return withInstallation(context, async ({ database }) => {
    const now = database.clock();
    await database.transaction((tx) => trustClock(tx, now));
    const clock = now.toISOString();
    printResult(context, options, { clock }, [
      `The clock says ${clock}: what has expired by it is deleted within the hour.`,
    ]);
  });
}
