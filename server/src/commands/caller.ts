import type { Command } from 'commander';
import { addCaller, listCallers } from '../access/callers.ts';
import { parseName, parseWebhook } from './arguments.ts';
import { recordByCommand } from './audit-by-command.ts';
import type { Context } from './context.ts';
import { tableLines } from './table.ts';
import { refuseBadAddress } from './webhook-address.ts';
import { withInstallation } from './with-installation.ts';

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
    .action((name: string, options: { webhook?: string; json?: true }) => add(context, name, options));
  caller
    .command('list')
    .description('list callers and their passwords, none of them readable')
    .option('--json', 'print JSON')
    .action((options: { json?: true }) => list(context, options));
}

async function add(
  context: Context,
  name: string,
  { webhook, json }: { webhook?: string; json?: true },
): Promise<void> {
  if (webhook !== undefined) refuseBadAddress(context, webhook);
  const now = new Date();
  const added = await withInstallation(context, ({ database, secrets }) =>
    database.transaction(async (tx) => {
      const made = await addCaller(tx, { secrets, now }, { name, webhook });
      await recordByCommand(tx, now, {
        action: 'added',
        subject: 'caller',
        subjectId: made.caller.id,
        detail: { name, webhook: webhook !== undefined },
      });
      return made;
    }),
  );
  if (json) {
    context.print(JSON.stringify(added));
    return;
  }
  context.print(`Caller ${added.caller.id}: ${name}`);
  context.print(`  Password ${added.passwordId}, scope full: ${added.password}`);
  if (added.webhookSecret !== null) context.print(`  Webhook secret: ${added.webhookSecret}`);
  context.print('  Shown this once: only a hash is kept.');
}

async function list(context: Context, { json }: { json?: true }): Promise<void> {
  const callers = await withInstallation(context, ({ database }) => listCallers(database.read));
  if (json) {
    context.print(JSON.stringify(callers));
    return;
  }
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
  for (const line of tableLines(header, rows)) context.print(line);
}
