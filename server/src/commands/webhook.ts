import type { Command } from 'commander';
import { appendTest } from '../outbox/append.ts';
import { findDeliveries, listFailed, showDelivery } from '../outbox/deliveries.ts';
import { countFailedSince, resendDelivery, resendFailedSince } from '../outbox/resend.ts';
import { parseId, parseMoment } from './arguments.ts';
import { recordByCommand } from './audit-by-command.ts';
import { CommandError, type Context } from './context.ts';
import { tableLines } from './table.ts';
import { endpointCommands } from './webhook-endpoints.ts';
import { withInstallation } from './with-installation.ts';

interface Json {
  readonly json?: true;
}

const defaultLimit = 50;

/** `accueil webhook …`: lists, shows, resends and tests deliveries. */
export function webhookCommands(program: Command, context: Context): void {
  const webhook = program.command('webhook').description('events on their way to callers');
  const printing = (command: Command) => command.option('--json', 'print JSON');
  printing(
    webhook
      .command('list')
      .description('list the newest deliveries')
      .option('--failed', 'only those that were given up')
      .option('--before <id>', 'those before this one', parseId)
      .option('--limit <count>', `how many, ${defaultLimit} by default`, parseId),
  ).action((options: { failed?: true; before?: number; limit?: number } & Json) => list(context, options));
  printing(
    webhook
      .command('show')
      .description('show a delivery, what was sent, and every attempt')
      .argument('<id>', 'as « webhook list » shows it', parseId),
  ).action((id: number, options: Json) => show(context, id, options));
  printing(
    webhook
      .command('resend')
      .description('send a delivery again, or all that were given up since a moment')
      .argument('[id]', 'as « webhook list » shows it', parseId)
      .option('--failed-since <moment>', 'all given up since then, such as 2026-03-04', parseMoment)
      .option('--dry-run', 'only count them'),
  ).action((id: number | undefined, options: ResendOptions) => resend(context, id, options));
  printing(
    webhook
      .command('test')
      .description('send a « test » event to an endpoint')
      .argument('<endpoint>', 'as « webhook endpoints » shows it', parseId),
  ).action((endpoint: number, options: Json) => test(context, endpoint, options));
  endpointCommands(webhook, context);
}

async function list(
  context: Context,
  {
    failed,
    before = Number.MAX_SAFE_INTEGER,
    limit = defaultLimit,
    json,
  }: {
    failed?: true;
    before?: number;
    limit?: number;
  } & Json,
): Promise<void> {
  if (failed && before !== Number.MAX_SAFE_INTEGER) throw new CommandError('--failed has no --before');
  const found = await withInstallation(context, ({ database: { read } }) =>
    failed
      ? listFailed(read, { limit })
      : findDeliveries(read, {}, { from: [before], backwards: false, limit }),
  );
  // A page is read with one extra row, which is not shown.
  const deliveries = found.slice(0, limit);
  if (json) {
    context.print(JSON.stringify(deliveries));
    return;
  }
  const rows = deliveries.map((one) => [
    String(one.id),
    one.createdAt,
    one.caller,
    one.event,
    one.state,
    String(one.attempts),
    one.state === 'pending' ? (one.nextAt ?? '') : '',
  ]);
  for (const line of tableLines(['ID', 'WRITTEN', 'CALLER', 'EVENT', 'STATE', 'ATTEMPTS', 'NEXT'], rows))
    context.print(line);
}

async function show(context: Context, id: number, { json }: Json): Promise<void> {
  const delivery = await withInstallation(context, ({ database }) => showDelivery(database.read, id));
  if (delivery === undefined) throw new CommandError(`There is no delivery ${id}`);
  if (json) {
    context.print(JSON.stringify(delivery));
    return;
  }
  const { webhookId, caller, url, event, sequence, state, nextAt, body, log } = delivery;
  context.print(`${webhookId}: ${event}, sequence ${sequence}, to ${caller} at ${url}`);
  context.print(state === 'pending' ? `pending, next attempt ${nextAt}` : state);
  context.print(body);
  const rows = log.map(({ at, status, ms, cause, answer }) => [
    at,
    status === null ? '-' : String(status),
    String(ms),
    cause ?? '',
    // Escaped, because a response may contain terminal control sequences.
    JSON.stringify(answer),
  ]);
  for (const line of tableLines(['AT', 'STATUS', 'MS', 'CAUSE', 'ANSWER'], rows)) context.print(line);
}

type ResendOptions = { readonly failedSince?: string; readonly dryRun?: true } & Json;

async function resend(
  context: Context,
  id: number | undefined,
  { failedSince: since, dryRun, json }: ResendOptions,
): Promise<void> {
  if ((id === undefined) === (since === undefined)) {
    throw new CommandError('Expected either the id of a delivery or --failed-since');
  }
  const count = await withInstallation(context, async ({ database }) => {
    const now = new Date();
    const act = { action: 'sent-again', subject: 'delivery' } as const;
    if (since !== undefined) {
      if (dryRun) return countFailedSince(database.read, since);
      return database.transaction(async (tx) => {
        const again = await resendFailedSince(tx, since, now.toISOString());
        await recordByCommand(tx, now, { ...act, detail: { since, count: again } });
        return again;
      });
    }
    const found = id ?? 0;
    const known = dryRun
      ? (await showDelivery(database.read, found)) !== undefined
      : await database.transaction(async (tx) => {
          const isThere = await resendDelivery(tx, found, now.toISOString());
          if (isThere) await recordByCommand(tx, now, { ...act, subjectId: found });
          return isThere;
        });
    if (!known) throw new CommandError(`There is no delivery ${found}`);
    return 1;
  });
  if (json) context.print(JSON.stringify({ deliveries: count, dryRun: dryRun ?? false }));
  else context.print(`${count} to be sent again${dryRun ? '; nothing was changed' : ''}`);
}

async function test(context: Context, endpoint: number, { json }: Json): Promise<void> {
  const now = new Date();
  const id = await withInstallation(context, ({ database }) =>
    database.transaction(async (tx) => {
      const delivery = await appendTest(tx, endpoint, now.toISOString());
      if (delivery !== undefined)
        await recordByCommand(tx, now, {
          action: 'added',
          subject: 'delivery',
          subjectId: delivery,
          detail: { event: 'test', endpointId: endpoint },
        });
      return delivery;
    }),
  );
  if (id === undefined) throw new CommandError(`There is no endpoint ${endpoint}`);
  if (json) context.print(JSON.stringify({ id }));
  else
    context.print(
      `Delivery ${id}: the service sends it; « accueil webhook show ${id} » tells what became of it`,
    );
}
