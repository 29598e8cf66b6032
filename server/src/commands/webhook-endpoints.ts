import { recordAudit } from '../access/audit.ts';
import { findCaller } from '../access/callers.ts';
import { registerEndpoint, rotateEndpointSecret } from '../desk/integrations/operations.ts';
import { listEndpoints, switchEndpointOff, switchEndpointOn } from '../outbox/endpoints.ts';
import type { Database } from '../store/database.ts';
import { parseEvents, parseId, parseWebhook } from './arguments.ts';
import { type AddCommand, argument, option, table } from './command.ts';
import { CommandError, type Context } from './context.ts';
import { byCommand } from './run-operation.ts';
import { refuseBadAddress } from './webhook-address.ts';

const header = ['ID', 'CALLER', 'URL', 'EVENTS', 'STATE', 'WAITING', 'FAILING SINCE', 'WHY'];

/** `accueil webhook endpoints|add|on|off|rotate`: where events are sent. */
export function endpointCommands(command: AddCommand, context: Context): void {
  const id = argument('<endpoint>', 'as « webhook endpoints » shows it', parseId);
  command('endpoints', 'list endpoints, and how many events wait for each', {}, async ({ database }) => {
    const endpoints = await listEndpoints(database.read);
    const rows = endpoints.map(({ id, caller, url, events, state, waiting, failingSince, reason }) => [
      ...[id, caller, url, events?.join(' ') ?? 'all', state, waiting, failingSince, reason],
    ]);
    return table(endpoints, header, rows);
  });
  command(
    'add',
    'add an endpoint for a caller',
    {
      caller: argument('<caller>', 'its name or id'),
      url: argument('<url>', 'where events on its entries are sent', parseWebhook),
      events: option('--events <names>', 'comma-separated events; all by default', parseEvents),
    },
    async ({ database, run }, { caller, url, events = null }) => {
      const { id: callerId } = await findCaller(database.read, caller);
      const { id, secret } = await run(registerEndpoint, { callerId, url, events });
      const lines = [`Endpoint ${id}: ${url}`, `  Webhook secret: ${secret}`, '  Shown this once.'];
      return { json: { id, url, events, webhookSecret: secret }, lines };
    },
    ({ url }) => refuseBadAddress(context, url),
  );
  for (const [state, description] of [
    ['on', 'switch an endpoint on: what waits for it is sent'],
    ['off', 'switch an endpoint off: its events wait'],
  ] as const)
    command(state, description, { id }, async ({ database }, { id }) => {
      await switchTo(database, state, id);
      return { json: { id, state }, lines: [`Endpoint ${id} is ${state}`] };
    });
  command(
    'rotate',
    'make a new signing secret; the old one is used too for 24 hours',
    { id },
    async ({ run }, { id }) => {
      const { secret, previousUntil } = await run(rotateEndpointSecret, { id });
      const lines = [
        `Endpoint ${id}`,
        `  Webhook secret: ${secret}`,
        `  Shown this once. The one before signs too until ${previousUntil}.`,
      ];
      return { json: { id, webhookSecret: secret, previousUntil }, lines };
    },
  );
}

/** Unlike the desk, restarts the schedule of what waits even when the endpoint is on already. */
function switchTo(database: Database, state: 'on' | 'off', id: number): Promise<void> {
  return database.transaction(async (tx) => {
    const at = database.clock().toISOString();
    const isThere =
      state === 'on'
        ? await switchEndpointOn(tx, id, at)
        : await switchEndpointOff(tx, id, 'It was switched off by hand');
    if (!isThere) throw new CommandError(`There is no endpoint ${id}`);
    const act = { action: 'changed', subject: 'endpoint', subjectId: id } as const;
    await recordAudit(tx, { at, ...byCommand, ...act, detail: { changed: ['state'], state } });
  });
}
