import type { Command } from 'commander';
import { findCaller } from '../access/callers.ts';
import { addEndpoint, rotateSecret } from '../access/endpoints.ts';
import { listEndpoints, switchEndpointOff, switchEndpointOn } from '../outbox/endpoints.ts';
import type { EventName } from '../outbox/event-names.ts';
import { parseEvents, parseId, parseWebhook } from './arguments.ts';
import { recordByCommand } from './audit-by-command.ts';
import { CommandError, type Context } from './context.ts';
import { tableLines } from './table.ts';
import { refuseBadAddress } from './webhook-address.ts';
import { withInstallation } from './with-installation.ts';

interface Json {
  readonly json?: true;
}

/** `accueil webhook endpoints|add|on|off|rotate`: where events are sent. */
export function endpointCommands(webhook: Command, context: Context): void {
  const printing = (command: Command) => command.option('--json', 'print JSON');
  const ofEndpoint = (name: string, description: string) =>
    printing(
      webhook
        .command(name)
        .description(description)
        .argument('<endpoint>', 'as « webhook endpoints » shows it', parseId),
    );
  printing(
    webhook.command('endpoints').description('list endpoints, and how many events wait for each'),
  ).action((options: Json) => list(context, options));
  printing(
    webhook
      .command('add')
      .description('add an endpoint for a caller')
      .argument('<caller>', 'its name or id')
      .argument('<url>', 'where events on its entries are sent', parseWebhook)
      .option('--events <names>', 'comma-separated events; all by default', parseEvents),
  ).action((caller: string, url: string, options: { events?: EventName[] } & Json) =>
    add(context, caller, url, options),
  );
  ofEndpoint('on', 'switch an endpoint on: what waits for it is sent').action((id: number, options: Json) =>
    switchTo(context, 'on', id, options),
  );
  ofEndpoint('off', 'switch an endpoint off: its events wait').action((id: number, options: Json) =>
    switchTo(context, 'off', id, options),
  );
  ofEndpoint('rotate', 'make a new signing secret; the old one is used too for 24 hours').action(
    (id: number, options: Json) => rotate(context, id, options),
  );
}

async function list(context: Context, { json }: Json): Promise<void> {
  const endpoints = await withInstallation(context, ({ database }) => listEndpoints(database.read));
  if (json) {
    context.print(JSON.stringify(endpoints));
    return;
  }
  const rows = endpoints.map(({ id, caller, url, events, state, waiting, failingSince, reason }) => [
    String(id),
    caller,
    url,
    events?.join(' ') ?? 'all',
    state,
    String(waiting),
    failingSince ?? '',
    reason ?? '',
  ]);
  const header = ['ID', 'CALLER', 'URL', 'EVENTS', 'STATE', 'WAITING', 'FAILING SINCE', 'WHY'];
  for (const line of tableLines(header, rows)) context.print(line);
}

async function add(
  context: Context,
  caller: string,
  url: string,
  { events, json }: { events?: EventName[] } & Json,
): Promise<void> {
  refuseBadAddress(context, url);
  const now = new Date();
  const { id, secret } = await withInstallation(context, ({ database, secrets }) =>
    database.transaction(async (tx) => {
      const { id: callerId } = await findCaller(tx, caller);
      const endpoint = { callerId, url, events: events ?? null };
      const added = await addEndpoint(tx, { secrets, now }, endpoint);
      await recordByCommand(tx, now, {
        action: 'added',
        subject: 'endpoint',
        subjectId: added.id,
        detail: { callerId, events: endpoint.events },
      });
      return added;
    }),
  );
  if (json) {
    context.print(JSON.stringify({ id, url, events: events ?? null, webhookSecret: secret }));
    return;
  }
  context.print(`Endpoint ${id}: ${url}`);
  context.print(`  Webhook secret: ${secret}`);
  context.print('  Shown this once.');
}

async function switchTo(context: Context, state: 'on' | 'off', id: number, { json }: Json): Promise<void> {
  const now = new Date();
  const known = await withInstallation(context, ({ database }) =>
    database.transaction(async (tx) => {
      const isThere =
        state === 'on'
          ? await switchEndpointOn(tx, id, now.toISOString())
          : await switchEndpointOff(tx, id, 'It was switched off by hand');
      if (isThere)
        await recordByCommand(tx, now, {
          action: 'changed',
          subject: 'endpoint',
          subjectId: id,
          detail: { changed: ['state'], state },
        });
      return isThere;
    }),
  );
  if (!known) throw new CommandError(`There is no endpoint ${id}`);
  if (json) context.print(JSON.stringify({ id, state }));
  else context.print(`Endpoint ${id} is ${state}`);
}

async function rotate(context: Context, id: number, { json }: Json): Promise<void> {
  const now = new Date();
  const rotated = await withInstallation(context, ({ database, secrets }) =>
    database.transaction(async (tx) => {
      const made = await rotateSecret(tx, { secrets, now }, id);
      if (made !== undefined)
        await recordByCommand(tx, now, {
          action: 'changed',
          subject: 'endpoint',
          subjectId: id,
          detail: { changed: ['secret'] },
        });
      return made;
    }),
  );
  if (rotated === undefined) throw new CommandError(`There is no endpoint ${id}`);
  const { secret, previousUntil } = rotated;
  if (json) {
    context.print(JSON.stringify({ id, webhookSecret: secret, previousUntil }));
    return;
  }
  context.print(`Endpoint ${id}`);
  context.print(`  Webhook secret: ${secret}`);
  context.print(`  Shown this once. The one before signs too until ${previousUntil}.`);
}
