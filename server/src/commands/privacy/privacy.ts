import type { Command } from 'commander';
import { commandsOf } from '../command.ts';
import type { Context } from '../context.ts';
import { ledgerCommand } from './ledger.ts';
import { stopMessagesCommand } from './stop-messages.ts';

/** `accueil privacy …`. */
export function privacyCommands(program: Command, context: Context): void {
  const privacy = program
    .command('privacy')
    .description('what a restore of PostgreSQL needs: the ledger of erasures, messages that wait');
  const command = commandsOf(context, privacy);
  ledgerCommand(command, context);
  stopMessagesCommand(command);
}
