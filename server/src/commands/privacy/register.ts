import { parseConfig } from '../../config.ts';
import { registerRows } from '../../privacy/register/csv.ts';
import { writeRegister } from '../../privacy/register/register.ts';
import { type AddCommand, table } from '../command.ts';
import type { Context } from '../context.ts';

/** `accueil privacy register`. */
export function registerCommand(command: AddCommand, context: Context): void {
  const description = 'print the register of treatments (article 30), in French';
  command('register', description, {}, async ({ database }) => {
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
