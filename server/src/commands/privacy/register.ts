import type { Command } from 'commander';
import { parseConfig } from '../../config.ts';
import { registerRows } from '../../privacy/register/csv.ts';
import { writeRegister } from '../../privacy/register/register.ts';
import type { Context } from '../context.ts';
import { type JsonOption, printResult, tableLines } from '../output.ts';
import { withInstallation } from '../with-installation.ts';

/** `accueil privacy register`. */
export function registerCommand(privacy: Command, context: Context): void {
  privacy
    .command('register')
    .description('print the register of treatments (article 30), in French')
    .option('--json', 'print JSON')
    .action(async (options: JsonOption) => {
      const { mail, publicUrl } = parseConfig(context.env);
      const register = await withInstallation(context, ({ database }) =>
        writeRegister({ database, mail, publicUrl: () => publicUrl }, new Date()),
      );
      const [header, ...rows] = registerRows(register).map((row) => row.map((cell) => cell ?? ''));
      printResult(context, options, register, tableLines(header ?? [], rows));
    });
}
