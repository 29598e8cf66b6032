import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { eraseCommand } from './erase.ts';
import { ledgerCommand } from './ledger.ts';
import { replayCommand } from './replay.ts';
import { retentionCommand } from './retention.ts';
import { findCommand } from './find.ts';

/** `accueil privacy …`. */
export function privacyCommands(program: Command, context: Context): void {
  const privacy = program
    .command('privacy')
    .description('personal data: searches for a person, erasures, retention');
  findCommand(privacy, context);
  eraseCommand(privacy, context);
  ledgerCommand(privacy, context);
  replayCommand(privacy, context);
  retentionCommand(privacy, context);
}
