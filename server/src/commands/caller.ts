import type { Command } from 'commander';
import { listCallers } from '../access/callers.ts';
import { registerCaller } from '../desk/integrations/operations.ts';
import { parseName, parseWebhook } from './arguments.ts';
import type { Context } from './context.ts';
import { type JsonOption, printResult, tableLines } from './output.ts';
import { runOperation } from './run-operation.ts';
import { refuseBadAddress } from './webhook-address.ts';
import { withInstallation } from './with-installation.ts';

interface AddOptions extends JsonOption {
  readonly webhook?: string;
}

/** `accueil caller add|list`. */
export function callerCommands(program: Command, context: Context): void {
  const caller = program
    .command('caller')
    .description('callers of the main API: sites, agencies, call centres');
  caller
    .command('add')
    .description('add a caller, with a first password of scope full')
    .argument('<name>', 'what to call it', parseName)
    .option('--webhook <url>', 'where events on its entries are sent', parseWebhook)
    .option('--json', 'print JSON')
    .action((name: string, options: AddOptions) => add(context, name, options));
  caller
    .command('list')
    .description('list callers and their passwords, none of them readable')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => list(context, options));
}

async function add(context: Context, name: string, options: AddOptions): Promise<void> {
  const { webhook } = options;
  if (webhook !== undefined) refuseBadAddress(context, webhook);
  const { id, passwordId, password, webhookSecret } = await withInstallation(context, (installation) =>
    runOperation(installation, registerCaller, { name, webhook }),
  );
  printResult(context, options, { caller: { id, name }, passwordId, password, webhookSecret }, [
    `Caller ${id}: ${name}`,
    `  Password ${passwordId}, scope full: ${password}`,
    ...(webhookSecret === null ? [] : [`  Webhook secret: ${webhookSecret}`]),
    '  Shown this once: only a hash is kept.',
  ]);
}

async function list(context: Context, options: JsonOption): Promise<void> {
  const callers = await withInstallation(context, ({ database }) => listCallers(database.read));
  const rows = callers.flatMap(({ id, name, webhook, passwords }) => {
    const shown = [String(id), String(name), webhook ?? '-'];
    if (passwords.length === 0) return [[...shown, '-', '', '', '', '']];
    return passwords.map((password) => [
      ...shown,
      String(password.id),
      String(password.scope),
      password.origins.join(' ') || 'any',
      String(password.createdAt).slice(0, 10),
      password.revokedAt === null ? '' : `since ${String(password.revokedAt).slice(0, 10)}`,
    ]);
  });
  const header = ['ID', 'NAME', 'WEBHOOK', 'PASSWORD', 'SCOPE', 'ORIGINS', 'ADDED', 'REVOKED'];
  printResult(context, options, callers, tableLines(header, rows));
}
