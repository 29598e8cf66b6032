import Type from 'typebox';
import { auditedOperation } from '../../access/audit.ts';
import { changeEndpoint, type EndpointSettings, refuseSecondUrl } from '../../access/endpoints.ts';
import { normalizeWebhookUrl } from '../../access/identifiers.ts';
import { type Grant, isNowhere, reachOf } from '../../access/roles.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite, writing } from '../../http/desk-route.ts';
import {
  listEndpoints,
  lockEndpoint,
  sendWaitingNow,
  switchEndpointOff,
  switchEndpointOn,
} from '../../outbox/endpoints.ts';
import { eventNames } from '../../outbox/event-names.ts';
import type { Queries } from '../../store/database.ts';
import { readHeader } from '../../validation/header.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { integrations } from './credentials.ts';
import { endpointNotFound, registerEndpoint, rotateEndpointSecret, testEndpoint } from './operations.ts';

const Events = orNull(
  Type.Array(Type.Enum(eventNames, { type: 'string' }), {
    minItems: 1,
    maxItems: eventNames.length,
  }),
);
const Url = Type.String({ maxLength: 2_000 });
/** What the receiver asks for, `NAME: VALUE`; it is shown never again. */
const Header = orNull(Type.String({ maxLength: 1_000 }));
const Secret = Type.String();

/** An endpoint as administrators see it. */
export const Endpoint = Type.Object({
  id: Type.Integer(),
  callerId: Type.Integer(),
  caller: Type.String(),
  url: Type.String(),
  events: orNull(Type.Array(Type.String())),
  state: Type.Enum(['on', 'held', 'off'], { type: 'string' }),
  reason: orNull(Type.String()),
  failingSince: orNull(Type.String()),
  waiting: Type.Integer(),
  previousUntil: orNull(Type.String()),
  createdAt: Type.String(),
  hasHeader: Type.Boolean(),
});
const given = { events: Type.Optional(Events), header: Type.Optional(Header) };
const State = Type.Enum(['on', 'off'], { type: 'string' });

const listAll = deskRoute('listEndpoints', 'GET /desk/endpoints', {
  ...integrations,
  answer: Type.Object({ data: Type.Array(Endpoint) }),
  run: async ({ database }: DeskDeps) => ({ data: await listEndpoints(database.background) }),
});

const addEndpoint = deskRoute('addEndpoint', 'POST /desk/callers/:id/endpoints', {
  ...integrations,
  body: exactly({ url: Url, ...given }),
  answer: Type.Object({
    id: Type.Integer(),
    url: Type.String(),
    events: orNull(Type.Array(Type.String())),
    secret: Secret,
  }),
  operation: registerEndpoint,
  async run({ database, clock, refusalOfUrl }: DeskDeps, { id: callerId, by, ...typed }) {
    const url = checkedUrl('url', typed.url, refusalOfUrl);
    const events = onceEach(typed.events ?? null);
    const header = checkedHeader(typed.header ?? null);
    const added = await database.write(registerEndpoint, { by, callerId, url, events, header }, clock());
    return { ...added, url, events };
  },
});

interface Revision {
  readonly id: number;
  readonly change: EndpointSettings;
  readonly state: 'on' | 'off' | undefined;
}

const reviseEndpoint = auditedOperation(
  'reviseEndpoint',
  async (tx, { id, change, state }: Revision, { now, secrets, record }) => {
    await lockEndpoint(tx, id);
    const before = await endpointOf(tx, id);
    if (change.url !== undefined && change.url !== before.url) {
      await refuseSecondUrl(tx, before.callerId, change.url);
      // What one receiver asks for is not for another one to see.
      if (before.hasHeader && change.header === undefined)
        throw new ValidationError('header', 'expected with a new url: it is given anew, or null');
    }
    await changeEndpoint(tx, { secrets }, id, change);
    // Switching on an endpoint that is on would reset every retry schedule.
    const isSwitched = state !== undefined && state !== before.state;
    if (isSwitched && state === 'on') await switchEndpointOn(tx, id, now.toISOString());
    if (isSwitched && state === 'off') await switchEndpointOff(tx, id, 'It was switched off by hand');
    const changed = [...Object.keys(change), ...(isSwitched ? ['state'] : [])];
    if (changed.length === 0) return before;
    const detail = { changed, ...(isSwitched && { state }) };
    await record({ action: 'changed', subject: 'endpoint', subjectId: id, detail });
    return endpointOf(tx, id);
  },
);

const patchEndpoint = deskRoute('patchEndpoint', 'PATCH /desk/endpoints/:id', {
  ...integrations,
  body: exactly({ url: Type.Optional(Url), ...given, state: Type.Optional(State) }, { minProperties: 1 }),
  answer: Endpoint,
  operation: reviseEndpoint,
  async run({ database, clock, refusalOfUrl }: DeskDeps, { id, by, state, url, events, header }) {
    const change = {
      ...(url !== undefined && { url: checkedUrl('url', url, refusalOfUrl) }),
      ...(events !== undefined && { events: onceEach(events) }),
      ...(header !== undefined && { header: checkedHeader(header) }),
    };
    return database.write(reviseEndpoint, { by, id, change, state }, clock());
  },
});

const rotateSecret = deskRoute('rotateSecret', 'POST /desk/endpoints/:id/rotate', {
  ...integrations,
  answer: Type.Object({ id: Type.Integer(), secret: Secret, previousUntil: Type.String() }),
  ...writing(rotateEndpointSecret),
});

const sendWaitingDeliveries = deskWrite('sendWaitingDeliveries', 'POST /desk/endpoints/:id/send-now', {
  ...integrations,
  answer: Type.Object({ count: Type.Integer() }),
  async run(tx, { id }, { now, record }) {
    await lockEndpoint(tx, id);
    const { state } = await endpointOf(tx, id);
    if (state !== 'on') throw new RequestError('INVALID', 'This endpoint is not on: switch it on first');
    const count = await sendWaitingNow(tx, id, now);
    await record({ action: 'sent-again', subject: 'delivery', detail: { endpointId: id, count } });
    return { count };
  },
});

const sendTest = deskRoute('sendTest', 'POST /desk/endpoints/:id/test', {
  ...integrations,
  answer: Type.Object({ deliveryId: Type.Integer() }),
  ...writing(testEndpoint),
});

export const endpointRoutes = [
  listAll,
  addEndpoint,
  patchEndpoint,
  rotateSecret,
  sendWaitingDeliveries,
  sendTest,
] as const;

async function endpointOf(read: Queries, id: number) {
  const found = (await listEndpoints(read)).find((endpoint) => endpoint.id === id);
  if (found === undefined) throw endpointNotFound(id);
  return found;
}

/**
 * Returns an endpoint's URL in normal form. Throws a {@link ValidationError} for an invalid one, and for one that
 * `refusalOf` refuses: otherwise its failure would only be noticed days later.
 */
export function checkedUrl(field: string, typed: string, refusalOf: DeskDeps['refusalOfUrl']): string {
  const url = normalizeWebhookUrl(typed);
  if (url === undefined)
    throw new ValidationError(field, 'expected a URL that begins with https:// or http://, without a user');
  const refusal = refusalOf(url);
  if (refusal !== null) throw new ValidationError(field, `nothing could be sent there: ${refusal}`);
  return url;
}

/**
 * Returns an endpoint's URL as the user may see it: only the origin without the right `integrations`, because the path
 * often holds a token.
 */
export function addressFor(grants: readonly Grant[], url: string): string {
  return isNowhere(reachOf(grants, 'integrations')) ? new URL(url).origin : url;
}

/** Throws a {@link ValidationError}, which holds nothing of a secret, for what is no header. */
function checkedHeader(typed: string | null): string | null {
  if (typed === null) return null;
  const header = readHeader(typed.trim());
  const expected = 'expected NAME: VALUE, with no name that HTTP, the body or the signature has';
  if (header === undefined) throw new ValidationError('header', expected);
  return `${header.name}: ${header.value}`;
}

function onceEach<T>(events: readonly T[] | null): T[] | null {
  return events === null ? null : [...new Set(events)];
}
