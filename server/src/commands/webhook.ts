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
import { CommandError, type Context } from './context.ts';
import type { Installation } from './installation.ts';
import { type JsonOption, printResult, tableLines } from './output.ts';
import { runOperation } from './run-operation.ts';
import { endpointCommands } from './webhook-endpoints.ts';
import { withInstallation } from './with-installation.ts';

interface ListOptions extends JsonOption {
  readonly failed?: true;
  readonly before?: number;
  readonly limit?: number;
}

interface ResendOptions extends JsonOption {
  readonly failedSince?: string;
  readonly dryRun?: true;
}

const defaultLimit = 50;

/** `accueil webhook …`: lists, shows, resends and tests deliveries. */
export function webhookCommands(program: Command, context: Context): void {
  const webhook = program.command('webhook').description('events on their way to callers');
  webhook
    .command('list')
    .description('list the newest deliveries')
    .option('--failed', 'only those that were given up')
    .option('--before <id>', 'those before this one', parseId)
    .option('--limit <count>', `how many, ${defaultLimit} by default`, parseId)
    .option('--json', 'print JSON')
    .action((options: ListOptions) => list(context, options));
  webhook
    .command('show')
    .description('show a delivery, what was sent, and every attempt')
    .argument('<id>', 'as « webhook list » shows it', parseId)
    .option('--json', 'print JSON')
    .action((id: number, options: JsonOption) => show(context, id, options));
  webhook
    .command('resend')
    .description('send a delivery again, or all that were given up since a moment')
    .argument('[id]', 'as « webhook list » shows it', parseId)
    .option('--failed-since <moment>', 'all given up since then, such as 2026-03-04', parseMoment)
    .option('--dry-run', 'only count them')
    .option('--json', 'print JSON')
    .action((id: number | undefined, options: ResendOptions) => resend(context, id, options));
  webhook
    .command('test')
    .description('send a « test » event to an endpoint')
    .argument('<endpoint>', 'as « webhook endpoints » shows it', parseId)
    .option('--json', 'print JSON')
    .action((endpoint: number, options: JsonOption) => test(context, endpoint, options));
  endpointCommands(webhook, context);
}

async function list(context: Context, options: ListOptions): Promise<void> {
  const { failed, before = Number.MAX_SAFE_INTEGER, limit = defaultLimit } = options;
  if (failed && before !== Number.MAX_SAFE_INTEGER) throw new CommandError('--failed has no --before');
  const found = await withInstallation(context, ({ database: { read } }) =>
    failed
      ? listFailed(read, { limit })
      : findDeliveries(read, {}, { from: [before], backwards: false, limit }),
  );
  // A page is read with one extra row, which is not shown.
  const deliveries = found.slice(0, limit);
  const rows = deliveries.map((one) => [
    String(one.id),
    one.createdAt,
    one.caller,
    one.event,
    one.state,
    String(one.attempts),
    one.state === 'pending' ? (one.nextAt ?? '') : '',
  ]);
  const header = ['ID', 'WRITTEN', 'CALLER', 'EVENT', 'STATE', 'ATTEMPTS', 'NEXT'];
  printResult(context, options, deliveries, tableLines(header, rows));
}

async function show(context: Context, id: number, options: JsonOption): Promise<void> {
  const delivery = await withInstallation(context, ({ database }) => showDelivery(database.read, id));
  if (delivery === undefined) throw deliveryNotFound(id);
  const { webhookId, caller, url, event, sequence, state, nextAt, body, log } = delivery;
  const rows = log.map(({ at, status, ms, cause, answer }) => [
    at,
    status === null ? '-' : String(status),
    String(ms),
    cause ?? '',
    // Escaped, because a response may contain terminal control sequences.
    JSON.stringify(answer),
  ]);
  printResult(context, options, delivery, [
    `${webhookId}: ${event}, sequence ${sequence}, to ${caller} at ${url}`,
    state === 'pending' ? `pending, next attempt ${nextAt}` : state,
    body,
    ...tableLines(['AT', 'STATUS', 'MS', 'CAUSE', 'ANSWER'], rows),
  ]);
}

async function resend(context: Context, id: number | undefined, options: ResendOptions): Promise<void> {
  const { failedSince: since, dryRun = false } = options;
  if ((id === undefined) === (since === undefined)) {
    throw new CommandError('Expected either the id of a delivery or --failed-since');
  }
  const deliveries = await withInstallation(context, (installation) =>
    since === undefined
      ? resendOne(installation, id ?? 0, dryRun)
      : resendFailed(installation, since, dryRun),
  );
  printResult(context, options, { deliveries, dryRun }, [
    `${deliveries} to be sent again${dryRun ? '; nothing was changed' : ''}`,
  ]);
}

async function resendOne(installation: Installation, id: number, dryRun: boolean): Promise<number> {
  if (!dryRun) await runOperation(installation, resendOneDelivery, { id });
  else if ((await showDelivery(installation.database.read, id)) === undefined) throw deliveryNotFound(id);
  return 1;
}

async function resendFailed(installation: Installation, since: string, dryRun: boolean): Promise<number> {
  if (dryRun) return countFailedSince(installation.database.read, since);
  return (await runOperation(installation, resendFailedDeliveries, { since })).count;
}

async function test(context: Context, endpoint: number, options: JsonOption): Promise<void> {
  const { deliveryId: id } = await withInstallation(context, (installation) =>
    runOperation(installation, testEndpoint, { id: endpoint }),
  );
  printResult(context, options, { id }, [
    `Delivery ${id}: the service sends it; « accueil webhook show ${id} » tells what became of it`,
  ]);
}
