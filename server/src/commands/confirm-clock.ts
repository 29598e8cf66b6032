import type { Command } from 'commander';
import { trustClock } from '../clock-check.ts';
import { commandsOf } from './command.ts';
import type { Context } from './context.ts';

/** `accueil confirm-clock`. */
export function confirmClockCommand(program: Command, context: Context): void {
  commandsOf(context, program)(
    'confirm-clock',
    'confirm that the clock is right, after it was far off or nothing ran for days',
    {},
    async ({ database }) => {
      const now = database.clock();
      await database.transaction((tx) => trustClock(tx, now));
      const clock = now.toISOString();
      const line = `The clock says ${clock}: what has expired by it is deleted within the hour.`;
      return { json: { clock }, lines: [line] };
    },
  ).addHelpText(
    'after',
    '\nUntil then, or until a service has run for a day, nothing is deleted for its age. Check the time it prints.',
  );
}
