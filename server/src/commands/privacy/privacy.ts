import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { findCommand } from './find.ts';
import { ledgerCommand } from './ledger.ts';
import { registerCommand } from './register.ts';
import { retentionCommand } from './retention.ts';

/** `accueil privacy …`. */
export function privacyCommands(program: Command, context: Context): void {
  const privacy = program
    .command('privacy')
    .description('personal data: searches for a person, erasures, their ledger, retention, the register');
  findCommand(privacy, context);
  ledgerCommand(privacy, context);
  retentionCommand(privacy, context);
  registerCommand(privacy, context);
}
