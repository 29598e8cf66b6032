import type { Command } from 'commander';
import { findPartner } from '../access/partners.ts';
import { parisDay } from '../clock.ts';
import { registerToken, removeToken } from '../desk/integrations/operations.ts';
import { parseDay, parseId, parseLabel } from './arguments.ts';
import type { Context } from './context.ts';
import { type JsonOption, printResult } from './output.ts';
import { runOperation } from './run-operation.ts';
import { withInstallation } from './with-installation.ts';

interface AddOptions extends JsonOption {
  readonly until?: string;
  readonly label?: string;
}

/** `accueil token add|revoke`. */
export function tokenCommands(program: Command, context: Context): void {
  const token = program.command('token').description('tokens of placement partners');
  token
    .command('add')
    .description('give a partner another token')
    .argument('<slug>', 'the partner')
    .option('--until <date>', 'its last valid day in Europe/Paris, YYYY-MM-DD (default: no end)', parseDay)
    .option('--label <text>', 'what it is for, at most 100 characters', parseLabel)
    .option('--json', 'print JSON')
    .action((slug: string, options: AddOptions) => add(context, slug, options));
  token
    .command('revoke')
    .description('revoke a token: it is refused from the next request on')
    .argument('<id>', 'its id, as « partner list » shows it', parseId)
    .option('--json', 'print JSON')
    .action((id: number, options: JsonOption) => revoke(context, id, options));
}

async function add(context: Context, slug: string, options: AddOptions): Promise<void> {
  const { until = null, label = null } = options;
  const added = await withInstallation(context, async (installation) => {
    const { id: partnerId } = await findPartner(installation.database.read, slug);
    return runOperation(installation, registerToken, { partnerId, until, label });
  });
  if (until !== null && until < parisDay(new Date())) context.notice('This token has already ended.');
  printResult(context, options, added, [
    `Token ${added.id} of ${slug}: ${added.token}`,
    `  Good until: ${until ?? 'no end'}`,
    '  Shown this once: only a hash is kept.',
  ]);
}

async function revoke(context: Context, id: number, options: JsonOption): Promise<void> {
  await withInstallation(context, (installation) => runOperation(installation, removeToken, { id }));
  printResult(context, options, { id }, [`Token ${id} is revoked.`]);
}
