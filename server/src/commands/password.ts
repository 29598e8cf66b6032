import { type Command, Option } from 'commander';
import { addPassword, findCaller, revokePassword } from '../access/callers.ts';
import type { Scope } from '../access/credentials.ts';
import { parseId, parseOrigin } from './arguments.ts';
import { recordByCommand } from './audit-by-command.ts';
import { CommandError, type Context } from './context.ts';
import { withInstallation } from './with-installation.ts';

interface AddOptions {
  readonly scope: Scope;
  readonly origin: readonly string[];
  readonly json?: true;
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
    .option('--json', 'print JSON')
    .action((caller: string, options: AddOptions) => add(context, caller, options));
  password
    .command('revoke')
    .description('revoke a password: it is refused from the next request on')
    .argument('<id>', 'its id, as « caller list » shows it', parseId)
    .option('--json', 'print JSON')
    .action((id: number, options: { json?: true }) => revoke(context, id, options));
}

async function add(
  context: Context,
  caller: string,
  { scope, origin: origins, json }: AddOptions,
): Promise<void> {
  if (scope === 'full' && origins.length > 0) {
    throw new CommandError('--origin is for passwords of scope browser: add --scope browser');
  }
  const now = new Date();
  const added = await withInstallation(context, ({ database, secrets }) =>
    database.transaction(async (tx) => {
      const { id: callerId } = await findCaller(tx, caller);
      const made = await addPassword(tx, { secrets, now }, { caller: callerId, scope, origins });
      await recordByCommand(tx, now, {
        action: 'added',
        subject: 'password',
        subjectId: made.id,
        detail: { callerId, scope, origins },
      });
      return made;
    }),
  );
  if (json) {
    context.print(JSON.stringify(added));
    return;
  }
  context.print(`Password ${added.id} of ${caller}, scope ${scope}: ${added.password}`);
  if (scope === 'browser') context.print(`  Origins: ${origins.join(' ') || 'any'}`);
  context.print('  Shown this once: only a hash is kept.');
}

async function revoke(context: Context, id: number, { json }: { json?: true }): Promise<void> {
  const now = new Date();
  await withInstallation(context, ({ database }) =>
    database.transaction(async (tx) => {
      await revokePassword(tx, id, now);
      await recordByCommand(tx, now, {
        action: 'removed',
        subject: 'password',
        subjectId: id,
      });
    }),
  );
  context.print(json ? JSON.stringify({ id }) : `Password ${id} is revoked.`);
}
