import { Command } from 'commander';
import { settings } from '../config.ts';
import { CommandError, type Context } from './context.ts';
import { refuseMoved } from './moved.ts';
import { withCommit } from './release.ts';
import { serve } from './serve.ts';

/** Builds the command line. The other commands are loaded only if `args` may need them. */
export async function buildProgram(context: Context, args: readonly string[]): Promise<Command> {
  refuseMoved(args);
  const program = new Command('accueil')
    .description('The front desk of a group of care residences, as one service')
    .version(withCommit(context.version))
    .showHelpAfterError()
    .addHelpText(
      'after',
      `\nSettings are environment variables; docs/operations.md has all of them:\n${settingsText()}`,
    );
  program
    .command('serve', { isDefault: true })
    .description('serve until told to stop (the default)')
    .option('--without-worker', 'let « accueil worker » deliver webhooks')
    .option('--new', 'begin an empty database although the one of before is missing')
    .allowExcessArguments()
    .action((options: { withoutWorker?: boolean; new?: boolean }, { args: [unknown] }: Command) => {
      // An unknown command arrives here as an argument of the default command.
      if (unknown !== undefined)
        throw new CommandError(`unknown command '${unknown}': « accueil --help » lists them`);
      const { withoutWorker = false, new: isNew = false } = options;
      return serve(context, { worker: !withoutWorker, isNew });
    });
  // `serve` starts faster without the other commands.
  if (args.length > 0 && args[0] !== 'serve') {
    const { addOtherCommands } = await import('./other-commands.ts');
    addOtherCommands(program, context);
  }
  return program;
}

/** Those that most installations set. */
const usual: ReadonlySet<string> = new Set([
  ...['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'SECRET_KEY', 'LOG_LEVEL', 'TRUSTED_PROXIES'],
  ...['WEBHOOK_ALLOW', 'SMTP_URL', 'MAIL_FROM', 'FIRST_ADMIN'],
]);

function settingsText(): string {
  return settings
    .filter(({ name }) => usual.has(name))
    .map(({ name, meaning, fallback }) => {
      const byDefault = fallback === '' ? '' : ` (${fallback})`;
      return `  ${name.padEnd(17)}${meaning}${byDefault}`;
    })
    .join('\n');
}
