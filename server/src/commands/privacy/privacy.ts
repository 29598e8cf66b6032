import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { eraseCommand } from './erase.ts';
import { ledgerCommand } from './ledger.ts';
import { replayCommand } from './replay.ts';

/** `accueil privacy …`. */
export function privacyCommands(program: Command, context: Context): void {
  const privacy = program.command('privacy').description('personal data: erasures and retention');
  eraseCommand(privacy, context);
  ledgerCommand(privacy, context);
  replayCommand(privacy, context);
}
