import type { Command } from 'commander';
import { recordAudit } from '../access/audit.ts';
import { findCaller } from '../access/callers.ts';
import { registerEndpoint, rotateEndpointSecret } from '../desk/integrations/operations.ts';
import { listEndpoints, switchEndpointOff, switchEndpointOn } from '../outbox/endpoints.ts';
import type { EventName } from '../outbox/event-names.ts';
import { parseEvents, parseId, parseWebhook } from './arguments.ts';
import { CommandError, type Context } from './context.ts';
import { type JsonOption, printResult, tableLines } from './output.ts';
import { byCommand, runOperation } from './run-operation.ts';
import { refuseBadAddress } from './webhook-address.ts';
import { withInstallation } from './with-installation.ts';

interface AddOptions extends JsonOption {
  readonly events?: EventName[];
}

/** `accueil webhook endpoints|add|on|off|rotate`: where events are sent. */
export function endpointCommands(webhook: Command, context: Context): void {
  const ofEndpoint = (name: string, description: string) =>
    webhook
      .command(name)
      .description(description)
      .argument('<endpoint>', 'as « webhook endpoints » shows it', parseId)
      .option('--json', 'print JSON');
  webhook
    .command('endpoints')
    .description('list endpoints, and how many events wait for each')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => list(context, options));
  webhook
    .command('add')
    .description('add an endpoint for a caller')
    .argument('<caller>', 'its name or id')
    .argument('<url>', 'where events on its entries are sent', parseWebhook)
    .option('--events <names>', 'comma-separated events; all by default', parseEvents)
    .option('--json', 'print JSON')
    .action((caller: string, url: string, options: AddOptions) => add(context, caller, url, options));
  ofEndpoint('on', 'switch an endpoint on: what waits for it is sent').action(
    (id: number, options: JsonOption) => switchTo(context, 'on', id, options),
  );
  ofEndpoint('off', 'switch an endpoint off: its events wait').action((id: number, options: JsonOption) =>
    switchTo(context, 'off', id, options),
  );
  ofEndpoint('rotate', 'make a new signing secret; the old one is used too for 24 hours').action(
    (id: number, options: JsonOption) => rotate(context, id, options),
  );
}

async function list(context: Context, options: JsonOption): Promise<void> {
  const endpoints = await withInstallation(context, ({ database }) => listEndpoints(database.read));
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
  printResult(context, options, endpoints, tableLines(header, rows));
}

async function add(context: Context, caller: string, url: string, options: AddOptions): Promise<void> {
  const { events = null } = options;
  refuseBadAddress(context, url);
  const { id, secret } = await withInstallation(context, async (installation) => {
    const { id: callerId } = await findCaller(installation.database.read, caller);
    return runOperation(installation, registerEndpoint, { callerId, url, events });
  });
  printResult(context, options, { id, url, events, webhookSecret: secret }, [
    `Endpoint ${id}: ${url}`,
    `  Webhook secret: ${secret}`,
    '  Shown this once.',
  ]);
}

/** Unlike the desk, restarts the schedule of what waits even when the endpoint is on already. */
async function switchTo(
  context: Context,
  state: 'on' | 'off',
  id: number,
  options: JsonOption,
): Promise<void> {
  await withInstallation(context, ({ database }) =>
    database.transaction(async (tx) => {
      const at = database.clock().toISOString();
      const isThere =
        state === 'on'
          ? await switchEndpointOn(tx, id, at)
          : await switchEndpointOff(tx, id, 'It was switched off by hand');
      if (!isThere) throw new CommandError(`There is no endpoint ${id}`);
      const detail = { changed: ['state'], state };
      await recordAudit(tx, {
        at: database.clock().toISOString(),
        ...byCommand,
        action: 'changed',
        subject: 'endpoint',
        subjectId: id,
        detail,
      });
    }),
  );
  printResult(context, options, { id, state }, [`Endpoint ${id} is ${state}`]);
}

async function rotate(context: Context, id: number, options: JsonOption): Promise<void> {
  const { secret, previousUntil } = await withInstallation(context, (installation) =>
    runOperation(installation, rotateEndpointSecret, { id }),
  );
  printResult(context, options, { id, webhookSecret: secret, previousUntil }, [
    `Endpoint ${id}`,
    `  Webhook secret: ${secret}`,
    `  Shown this once. The one before signs too until ${previousUntil}.`,
  ]);
}
