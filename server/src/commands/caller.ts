import { lookup } from 'node:dns';
import type { Command } from 'commander';
import { listCallers } from '../access/callers.ts';
import { parseConfig } from '../config.ts';
import { registerCaller } from '../desk/integrations/operations.ts';
import { addressGuard } from '../webhooks/address-guard.ts';
import { parseName, parseWebhook } from './arguments.ts';
import { argument, commandsOf, dayOf, option, shownOnce, sinceDay, table } from './command.ts';
import { CommandError, type Context } from './context.ts';

const header = ['ID', 'NAME', 'WEBHOOK', 'PASSWORD', 'SCOPE', 'ORIGINS', 'ADDED', 'REVOKED'];

/** `accueil caller add|list`. */
export function callerCommands(program: Command, context: Context): void {
  const caller = program
    .command('caller')
    .description('callers of the main API: sites, agencies, call centres');
  const command = commandsOf(context, caller);
  command(
    'add',
    'add a caller, with a first password of scope full',
    {
      name: argument('<name>', 'what to call it', parseName),
      webhook: option('--webhook <url>', 'where events on its entries are sent', parseWebhook),
    },
    async ({ run }, { name, webhook }) => {
      const { id, passwordId, password, webhookSecret } = await run(registerCaller, { name, webhook });
      const lines = [
        `Caller ${id}: ${name}`,
        `  Password ${passwordId}, scope full: ${password}`,
        ...(webhookSecret === null ? [] : [`  Webhook secret: ${webhookSecret}`]),
        shownOnce,
      ];
      return { json: { caller: { id, name }, passwordId, password, webhookSecret }, lines };
    },
    ({ webhook }) => {
      if (webhook !== undefined) refuseBadAddress(context, webhook);
    },
  );
  command('list', 'list callers and their passwords, none of them readable', {}, async ({ database }) => {
    const callers = await listCallers(database.read);
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

/**
 * Checks an endpoint's URL by the rules of deliveries, where a refusal would only be noticed days later. Throws a
 * {@link CommandError}. Host names are not resolved, because their addresses may change.
 */
function refuseBadAddress({ env }: Context, url: string): void {
  const refusal = addressGuard(parseConfig(env).webhookAllow, lookup).refusalOfUrl(url);
  if (refusal !== null) throw new CommandError(`Nothing could be sent to ${url}: ${refusal}`);
}
