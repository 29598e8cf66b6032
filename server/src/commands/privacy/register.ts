import { parseConfig } from '../../config.ts';
import { writeRegister } from '../../privacy/register/register.ts';
import { countUnnamedFields } from '../../privacy/register/unnamed-fields.ts';
import type { AddCommand } from '../command.ts';
import type { Context } from '../context.ts';

/** `accueil privacy register`. */
export function registerCommand(command: AddCommand, context: Context): void {
  const description = 'print the register of treatments (article 30), in French, as JSON';
  command('register', description, {}, async ({ database }) => {
    const { mail, sms, publicUrl } = parseConfig(context.env);
    const json = {
      ...(await writeRegister({ database, mail, sms, publicUrl: () => publicUrl }, new Date())),
      unnamedFields: await countUnnamedFields(database),
    };
    return { json, lines: [JSON.stringify(json, null, 2)] };
  });
}
