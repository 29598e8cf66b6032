import { type Command, Option } from 'commander';
import { findCaller } from '../access/callers.ts';
import type { Scope } from '../access/credentials.ts';
import { registerPassword, removePassword } from '../desk/integrations/operations.ts';
import { parseId, parseLabel, parseOrigin } from './arguments.ts';
import { CommandError, type Context } from './context.ts';
import { type JsonOption, printResult } from './output.ts';
import { runOperation } from './run-operation.ts';
import { withInstallation } from './with-installation.ts';

interface AddOptions extends JsonOption {
  readonly scope: Scope;
  readonly origin: readonly string[];
  readonly label?: string;
}

/** `accueil password add|revoke`. */
export function passwordCommands(program: Command, context: Context): void {
  const password = program.command('password').description('passwords of callers');
  password
    .command('add')
    .description('give a caller another password')
    .argument('<caller>', 'its name or id')
    .addOption(
      new Option('--scope <scope>', 'full: every route; browser: only creation routes, may be used in a page')
        .choices(['full', 'browser'])
        .default('full'),
    )
    .addOption(
      new Option(
        '--origin <url>',
        'origin of pages that may use a browser password: https://example.org; repeatable',
      )
        .argParser((text, before: readonly string[]) => [...new Set([...before, parseOrigin(text)])])
        .default([], 'anywhere'),
    )
    .option('--label <text>', 'what it is for, at most 100 characters', parseLabel)
    .option('--json', 'print JSON')
    .action((caller: string, options: AddOptions) => add(context, caller, options));
  password
    .command('revoke')
    .description('revoke a password: it is refused from the next request on')
    .argument('<id>', 'its id, as « caller list » shows it', parseId)
    .option('--json', 'print JSON')
    .action((id: number, options: JsonOption) => revoke(context, id, options));
}

async function add(context: Context, caller: string, options: AddOptions): Promise<void> {
  const { scope, origin: origins, label = null } = options;
  if (scope === 'full' && origins.length > 0) {
    throw new CommandError('--origin is for passwords of scope browser: add --scope browser');
  }
  const added = await withInstallation(context, async (installation) => {
    const { id: callerId } = await findCaller(installation.database.read, caller);
    return runOperation(installation, registerPassword, { callerId, scope, origins, label });
  });
  printResult(context, options, added, [
    `Password ${added.id} of ${caller}, scope ${scope}: ${added.password}`,
    ...(scope === 'browser' ? [`  Origins: ${origins.join(' ') || 'any'}`] : []),
    '  Shown this once: only a hash is kept.',
  ]);
}

async function revoke(context: Context, id: number, options: JsonOption): Promise<void> {
  await withInstallation(context, (installation) => runOperation(installation, removePassword, { id }));
  printResult(context, options, { id }, [`Password ${id} is revoked.`]);
}
