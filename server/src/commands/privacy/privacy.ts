import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { eraseCommand } from './erase.ts';

/** `accueil privacy …`. */
export function privacyCommands(program: Command, context: Context): void {
  const privacy = program.command('privacy').description('personal data: erasures and retention');
  eraseCommand(privacy, context);
}
