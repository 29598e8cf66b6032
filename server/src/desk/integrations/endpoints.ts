import Type from 'typebox';
import { insertEndpoint } from '../../access/new-credentials.ts';
import { type Grant, isNowhere, reachOf } from '../../access/roles.ts';
import { hourMs } from '../../clock.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { appendTest } from '../../outbox/append.ts';
import {
  listEndpoints,
  lockEndpoint,
  sendWaitingNow,
  switchEndpointOff,
  switchEndpointOn,
} from '../../outbox/endpoints.ts';
import { eventNames } from '../../outbox/event-names.ts';
import { newWebhookSecret } from '../../secrets.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { readHeader } from '../../validation/header.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { integrations } from './credentials.ts';

/** How long the previous secret of an endpoint signs beside the new one: its receiver has to learn the new one. */
const rotationHours = 24;

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

const showEndpoints = deskRoute('showEndpoints', 'GET /desk/endpoints', {
  ...integrations,
  answer: Type.Object({ data: Type.Array(Endpoint) }),
  run: async ({ database }: DeskDeps) => ({ data: await listEndpoints(database.background) }),
});

const addEndpoint = deskWrite('addEndpoint', 'POST /desk/callers/:id/endpoints', {
  ...integrations,
  body: exactly({ url: Url, ...given }),
  answer: Type.Object({
    id: Type.Integer(),
    url: Type.String(),
    events: orNull(Type.Array(Type.String())),
    secret: Secret,
  }),
  prepare: ({ refusalOfUrl }: DeskDeps, { url }) => ({ url: checkedUrl('url', url, refusalOfUrl) }),
  async run(tx, { id: callerId, url, ...typed }, context) {
    const events = onceEach(typed.events ?? null);
    const header = checkedHeader(typed.header ?? null);
    await lockCaller(tx, callerId);
    await refuseSecondUrl(tx, callerId, url);
    const { id, secret } = await insertEndpoint(tx, context, { callerId, url, events, header });
    const detail = { callerId, events };
    await context.record({ action: 'added', subject: 'endpoint', subjectId: id, detail });
    return { id, url, events, secret };
  },
});

const patchEndpoint = deskWrite('patchEndpoint', 'PATCH /desk/endpoints/:id', {
  ...integrations,
  body: exactly({ url: Type.Optional(Url), ...given, state: Type.Optional(State) }, { minProperties: 1 }),
  answer: Endpoint,
  prepare: ({ refusalOfUrl }: DeskDeps, { url }) =>
    url === undefined ? {} : { url: checkedUrl('url', url, refusalOfUrl) },
  async run(tx, { id, state, url, ...typed }, { now, secrets, record }) {
    const events = typed.events && onceEach(typed.events);
    const header = typed.header === undefined ? undefined : checkedHeader(typed.header);
    await lockEndpoint(tx, id);
    const before = await endpointOf(tx, id);
    if (url !== undefined && url !== before.url) {
      await lockCaller(tx, before.callerId);
      await refuseSecondUrl(tx, before.callerId, url);
      // What one receiver asks for is not for another one to see.
      if (before.hasHeader && header === undefined)
        throw new ValidationError('header', 'expected with a new url: it is given anew, or null');
    }
    // Pending deliveries go to the new address.
    const change = {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: events && JSON.stringify(events) }),
      ...(header !== undefined && { header: header && secrets.encrypt(header) }),
    };
    if (Object.keys(change).length > 0) await update(tx, 'endpoints', id, change);
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
});

const rotateSecret = deskWrite('rotateSecret', 'POST /desk/endpoints/:id/rotate', {
  ...integrations,
  answer: Type.Object({ id: Type.Integer(), secret: Secret, previousUntil: Type.String() }),
  async run(tx, { id }, { now, secrets, record }) {
    const secret = newWebhookSecret();
    const encrypted = secrets.encrypt(secret);
    const previousUntil = new Date(now.getTime() + rotationHours * hourMs).toISOString();
    const rotated = await tx.run(
      query((db) =>
        db
          .updateTable('endpoints')
          .set((eb) => ({
            previous_secret: eb.ref('secret'),
            previous_until: previousUntil,
            secret: encrypted,
          }))
          .where('id', '=', id),
      ),
    );
    if (rotated === 0) throw notFound('endpoint', id);
    const detail = { changed: ['secret'] };
    await record({ action: 'changed', subject: 'endpoint', subjectId: id, detail });
    return { id, secret, previousUntil };
  },
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

const sendTest = deskWrite('sendTest', 'POST /desk/endpoints/:id/test', {
  ...integrations,
  answer: Type.Object({ deliveryId: Type.Integer() }),
  async run(tx, { id }, { now, record }) {
    const deliveryId = await appendTest(tx, id, now.toISOString());
    if (deliveryId === undefined) throw notFound('endpoint', id);
    const detail = { event: 'test', endpointId: id };
    await record({ action: 'added', subject: 'delivery', subjectId: deliveryId, detail });
    return { deliveryId };
  },
});

export const endpointRoutes = [
  showEndpoints,
  addEndpoint,
  patchEndpoint,
  rotateSecret,
  sendWaitingDeliveries,
  sendTest,
] as const;

async function endpointOf(read: Queries, id: number) {
  const found = (await listEndpoints(read)).find((endpoint) => endpoint.id === id);
  if (found === undefined) throw notFound('endpoint', id);
  return found;
}

/** Until the transaction ends, so that of two endpoints that are added at once the second finds the first. */
async function lockCaller(tx: Transaction, id: number): Promise<void> {
  const caller = await tx.first(
    query((db, dialect) => dialect.forUpdate(db.selectFrom('callers').select('id').where('id', '=', id))),
  );
  if (caller === undefined) throw notFound('caller', id);
}

/** Each event would arrive twice. */
async function refuseSecondUrl(tx: Transaction, callerId: number, url: string): Promise<void> {
  const known = await tx.first(
    query((db) =>
      db.selectFrom('endpoints').select('id').where('caller_id', '=', callerId).where('url', '=', url),
    ),
  );
  if (known !== undefined)
    throw new RequestError('INVALID', `url: endpoint ${known.id} of this caller has it already`);
}

/**
 * Returns an endpoint's URL in normal form. Throws a {@link ValidationError} for an invalid one, and for one that
 * `refusalOf` refuses: otherwise its failure would only be noticed days later.
 */
export function checkedUrl(field: string, typed: string, refusalOf: DeskDeps['refusalOfUrl']): string {
  const url = URL.parse(typed);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ValidationError(field, 'expected a URL that begins with https:// or http://, without a user');
  const refusal = refusalOf(url.href);
  if (refusal !== null) throw new ValidationError(field, `nothing could be sent there: ${refusal}`);
  return url.href;
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
