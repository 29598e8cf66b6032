import { CommandError } from './context.ts';

/** Commands of the version before, and where their work is done. */
const moved = {
  conversions: 'on the desk: « Statistiques », « Conversions »',
} as const;

/** Throws a {@link CommandError} for a command of the version before. */
export function refuseMoved(args: readonly string[]): void {
  for (const [name, where] of Object.entries(moved))
    if (`${args.join(' ')} `.startsWith(`${name} `))
      throw new CommandError(`« accueil ${name} » is ${where}`);
}
