import { lookup } from 'node:dns';
import type { Command } from 'commander';
import { parseConfig } from '../config.ts';
import { addCaller, checkedName, readCallers } from '../desk/integrations/callers.ts';
import { checkedUrl } from '../desk/integrations/endpoints.ts';
import { addressGuard } from '../webhooks/address-guard.ts';
import { parserOf } from './arguments.ts';
import { argument, commandsOf, dayOf, option, shownOnce, sinceDay, table } from './command.ts';
import type { Context } from './context.ts';

const header = ['ID', 'NAME', 'WEBHOOK', 'PASSWORD', 'SCOPE', 'ORIGINS', 'ADDED', 'REVOKED'];

/** `accueil caller add|list`. */
export function callerCommands(program: Command, context: Context): void {
  const caller = program
    .command('caller')
    .description('callers of the main API: sites, agencies, call centres');
  const command = commandsOf(context, caller);
  const reachableUrl = (typed: string) => {
    const { refusalOfUrl } = addressGuard(parseConfig(context.env).webhookAllow, lookup);
    return checkedUrl('webhook', typed, refusalOfUrl);
  };
  command(
    'add',
    'add a caller, with a first password of scope full',
    {
      name: argument('<name>', 'what to call it', parserOf(checkedName)),
      webhook: option('--webhook <url>', 'where events on its entries are sent', parserOf(reachableUrl)),
    },
    async ({ run }, { name, webhook = null }) => {
      const added = await run(addCaller.operation, { name, webhook });
      const { id, passwordId, password, webhookSecret } = added;
      const lines = [
        `Caller ${id}: ${name}`,
        `  Password ${passwordId}, scope full: ${password}`,
        ...(webhookSecret === null ? [] : [`  Webhook secret: ${webhookSecret}`]),
        shownOnce,
      ];
      return { json: { caller: { id, name }, passwordId, password, webhookSecret }, lines };
    },
  );
  command('list', 'list callers and their passwords, none of them readable', {}, async ({ database }) => {
    const callers = await readCallers(database.read);
    const rows = callers.flatMap(({ id, name, webhook, passwords }) => {
      const shown = [id, name, webhook ?? '-'];
      if (passwords.length === 0) return [[...shown, '-']];
      return passwords.map((password) => [
        ...[...shown, password.id, password.scope, password.origins.join(' ') || 'any'],
        ...[dayOf(password.createdAt), sinceDay(password.revokedAt)],
      ]);
    });
    return table(callers, header, rows);
  });
}
