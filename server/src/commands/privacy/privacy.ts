import type { Command } from 'commander';
import { commandsOf } from '../command.ts';
import type { Context } from '../context.ts';
import { ledgerCommand } from './ledger.ts';
import { registerCommand } from './register.ts';
import { retentionCommand } from './retention.ts';
import { stopMessagesCommand } from './stop-messages.ts';

/** `accueil privacy …`. */
export function privacyCommands(program: Command, context: Context): void {
  const privacy = program
    .command('privacy')
    .description('personal data: the ledger of erasures, retention, the register, messages after a restore');
  const command = commandsOf(context, privacy);
  ledgerCommand(command, context);
  retentionCommand(command, context);
  registerCommand(command, context);
  stopMessagesCommand(command);
}
