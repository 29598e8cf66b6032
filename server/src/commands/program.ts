import { Command } from 'commander';
import { settings } from '../config.ts';
import type { Context } from './context.ts';
import { serve } from './serve.ts';

/** The command line: what each command is called and takes. */
export function buildProgram(context: Context): Command {
  const program = new Command('accueil')
    .description('The front desk of a group of care residences, as one service')
    .version(context.version)
    .showHelpAfterError()
    .addHelpText('after', `\nSettings are environment variables:\n${settingsText()}`);
  program
    .command('serve', { isDefault: true })
    .description('serve until told to stop (the default)')
    .action(() => serve(context));
  return program;
}

function settingsText(): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  return settings
    .map(
      ({ name, meaning, fallback }) =>
        `  ${name.padEnd(width)}  ${meaning}${fallback === '' ? '' : ` (${fallback})`}`,
    )
    .join('\n');
}
