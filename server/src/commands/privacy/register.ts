import type { Command } from 'commander';
import { parseConfig } from '../../config.ts';
import { registerRows } from '../../privacy/register/csv.ts';
import { writeRegister } from '../../privacy/register/register.ts';
import { commandsOf, table } from '../command.ts';
import type { Context } from '../context.ts';

/** `accueil privacy register`. */
export function registerCommand(privacy: Command, context: Context): void {
  const description = 'print the register of treatments (article 30), in French';
  commandsOf(context, privacy)('register', description, {}, async ({ database }) => {
    const { mail, publicUrl } = parseConfig(context.env);
    const register = await writeRegister({ database, mail, publicUrl: () => publicUrl }, new Date());
    const [header = [], ...rows] = registerRows(register);
    return table(
      register,
      header.map((cell) => cell ?? ''),
      rows,
    );
  });
}
