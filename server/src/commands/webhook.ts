import type { Command } from 'commander';
import {
  deliveryNotFound,
  resendFailedDeliveries,
  resendOneDelivery,
  testEndpoint,
} from '../desk/integrations/operations.ts';
import { findDeliveries, listFailed, showDelivery } from '../outbox/deliveries.ts';
import { countFailedSince } from '../outbox/resend.ts';
import { parseId, parseMoment } from './arguments.ts';
import { argument, commandsOf, flag, option, table } from './command.ts';
import { CommandError, type Context } from './context.ts';
import { endpointCommands } from './webhook-endpoints.ts';

const defaultLimit = 50;

/** `accueil webhook …`: lists, shows, resends and tests deliveries. */
export function webhookCommands(program: Command, context: Context): void {
  const webhook = program.command('webhook').description('events on their way to callers');
  const command = commandsOf(context, webhook);
  command(
    'list',
    'list the newest deliveries',
    {
      failed: flag('--failed', 'only those that were given up'),
      before: option('--before <id>', 'those before this one', parseId),
      limit: option('--limit <count>', `how many, ${defaultLimit} by default`, parseId),
    },
    async ({ database: { read } }, { failed, before, limit = defaultLimit }) => {
      const found = failed
        ? await listFailed(read, { limit })
        : await findDeliveries(
            read,
            {},
            { from: [before ?? Number.MAX_SAFE_INTEGER], backwards: false, limit },
          );
      // A page is read with one extra row, which is not shown.
      const deliveries = found.slice(0, limit);
      const rows = deliveries.map(({ id, createdAt, caller, event, state, attempts, nextAt }) => [
        ...[id, createdAt, caller, event, state, attempts],
        state === 'pending' ? nextAt : '',
      ]);
      return table(deliveries, ['ID', 'WRITTEN', 'CALLER', 'EVENT', 'STATE', 'ATTEMPTS', 'NEXT'], rows);
    },
    ({ failed, before }) => {
      if (failed && before !== undefined) throw new CommandError('--failed has no --before');
    },
  );
  command(
    'show',
    'show a delivery, what was sent, and every attempt',
    { id: argument('<id>', 'as « webhook list » shows it', parseId) },
    async ({ database }, { id }) => {
      const delivery = await showDelivery(database.read, id);
      if (delivery === undefined) throw deliveryNotFound(id);
      const { webhookId, caller, url, event, sequence, state, nextAt, body, log } = delivery;
      // Escaped, because a response may contain terminal control sequences.
      const rows = log.map(({ at, status, ms, cause, answer }) => [
        at,
        status ?? '-',
        ms,
        cause,
        JSON.stringify(answer),
      ]);
      const { json, lines } = table(delivery, ['AT', 'STATUS', 'MS', 'CAUSE', 'ANSWER'], rows);
      const head = `${webhookId}: ${event}, sequence ${sequence}, to ${caller} at ${url}`;
      const next = state === 'pending' ? `pending, next attempt ${nextAt}` : state;
      return { json, lines: [head, next, body, ...lines] };
    },
  );
  command(
    'resend',
    'send a delivery again, or all that were given up since a moment',
    {
      id: argument<number | undefined>('[id]', 'as « webhook list » shows it', parseId),
      failedSince: option(
        '--failed-since <moment>',
        'all given up since then, such as 2026-03-04',
        parseMoment,
      ),
      dryRun: flag('--dry-run', 'only count them'),
    },
    async ({ database: { read }, run }, { id, failedSince: since, dryRun = false }) => {
      let deliveries = 1;
      if (id !== undefined) {
        if (!dryRun) await run(resendOneDelivery, { id });
        else if ((await showDelivery(read, id)) === undefined) throw deliveryNotFound(id);
      } else if (since !== undefined) {
        deliveries = dryRun
          ? await countFailedSince(read, since)
          : (await run(resendFailedDeliveries, { since })).count;
      }
      const line = `${deliveries} to be sent again${dryRun ? '; nothing was changed' : ''}`;
      return { json: { deliveries, dryRun }, lines: [line] };
    },
    ({ id, failedSince }) => {
      if ((id === undefined) === (failedSince === undefined))
        throw new CommandError('Expected either the id of a delivery or --failed-since');
    },
  );
  command(
    'test',
    'send a « test » event to an endpoint',
    { endpoint: argument('<endpoint>', 'as « webhook endpoints » shows it', parseId) },
    async ({ run }, { endpoint }) => {
      const { deliveryId: id } = await run(testEndpoint, { id: endpoint });
      const line = `Delivery ${id}: the service sends it; « accueil webhook show ${id} » tells what became of it`;
      return { json: { id }, lines: [line] };
    },
  );
  endpointCommands(command, context);
}
