import { Command } from 'commander';
import { settings } from '../config.ts';
import { backupCommand } from './backup.ts';
import { callerCommands } from './caller.ts';
import { checkCommand } from './check.ts';
import type { Context } from './context.ts';
import { conversionsCommand } from './conversions.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { importCommands } from './import.ts';
import { migrateCommand } from './migrate.ts';
import { partnerCommands } from './partner.ts';
import { passwordCommands } from './password.ts';
import { restoreCommand } from './restore.ts';
import { serve } from './serve.ts';
import { tokenCommands } from './token.ts';
import { userCommands } from './user.ts';
import { webhookCommands } from './webhook.ts';
import { workerCommand } from './worker.ts';

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
    .option('--without-worker', 'leave it to « accueil worker » to deliver webhooks')
    .allowExcessArguments()
    .action(({ withoutWorker = false }: { withoutWorker?: boolean }, { args: [unknown] }: Command) =>
      // What no command is called comes here, to the default one.
      unknown === undefined
        ? serve(context, { worker: !withoutWorker })
        : program.error(`error: unknown command '${unknown}'`),
    );
  workerCommand(program, context);
  demoCommand(program, context);
  migrateCommand(program, context);
  callerCommands(program, context);
  passwordCommands(program, context);
  partnerCommands(program, context);
  tokenCommands(program, context);
  userCommands(program, context);
  webhookCommands(program, context);
  importCommands(program, context);
  conversionsCommand(program, context);
  backupCommand(program, context);
  restoreCommand(program, context);
  doctorCommand(program, context);
  checkCommand(program, context);
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
