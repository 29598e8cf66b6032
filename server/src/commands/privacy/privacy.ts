import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { eraseCommand } from './erase.ts';
import { ledgerCommand } from './ledger.ts';
import { registerCommand } from './register.ts';
import { replayCommand } from './replay.ts';
import { retentionCommand } from './retention.ts';

/** `accueil privacy …`. */
export function privacyCommands(program: Command, context: Context): void {
  const privacy = program
    .command('privacy')
    .description('personal data: erasures, retention, the register of treatments');
  eraseCommand(privacy, context);
  ledgerCommand(privacy, context);
  registerCommand(privacy, context);
  replayCommand(privacy, context);
  retentionCommand(privacy, context);
}
