import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { eraseCommand } from './erase.ts';
import { findCommand } from './find.ts';

/** `accueil privacy …`. */
export function privacyCommands(program: Command, context: Context): void {
  const privacy = program
    .command('privacy')
    .description('personal data: searches for a person, erasures, retention');
  findCommand(privacy, context);
  eraseCommand(privacy, context);
}
