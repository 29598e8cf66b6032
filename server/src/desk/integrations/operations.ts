import { auditedOperation } from '../../access/audit.ts';
import { addCaller, addPassword, findCaller, revokePassword } from '../../access/callers.ts';
import type { Scope } from '../../access/credentials.ts';
import { addEndpoint, changeEndpoint, rotateSecret } from '../../access/endpoints.ts';
import { addPartner, addToken, revokeToken } from '../../access/partners.ts';
import { RequestError } from '../../contract/request-error.ts';
import { appendTest } from '../../outbox/append.ts';
import {
  listEndpoints,
  lockEndpoint,
  sendWaitingNow,
  switchEndpointOff,
  switchEndpointOn,
} from '../../outbox/endpoints.ts';
import { resendDelivery, resendFailedSince, resendMail } from '../../outbox/resend.ts';
import type { Queries } from '../../store/database.ts';

export const registerCaller = auditedOperation(
  'registerCaller',
  async (tx, { name, webhook }: { name: string; webhook: string | undefined }, context) => {
    const { caller, ...rest } = await addCaller(tx, context, { name, webhook });
    const detail = { name, webhook: webhook !== undefined };
    await context.record({ action: 'added', subject: 'caller', subjectId: caller.id, detail });
    return { ...caller, ...rest };
  },
);

interface NewPassword {
  readonly callerId: number;
  readonly scope: Scope;
  readonly origins: readonly string[];
  readonly label: string | null;
}

export const registerPassword = auditedOperation(
  'registerPassword',
  async (tx, { callerId, scope, origins, label }: NewPassword, context) => {
    const added = await addPassword(tx, context, { caller: callerId, scope, origins, label });
    const detail = { callerId, scope, origins, ...(label !== null && { label }) };
    await context.record({ action: 'added', subject: 'password', subjectId: added.id, detail });
    return added;
  },
);

export const removePassword = auditedOperation(
  'removePassword',
  async (tx, { id }: { id: number }, { now, record }) => {
    await revokePassword(tx, id, now);
    await record({ action: 'removed', subject: 'password', subjectId: id });
  },
);

export const registerPartner = auditedOperation(
  'registerPartner',
  async (tx, { slug }: { slug: string }, context) => {
    const { partner, tokenId, token } = await addPartner(tx, context, { slug });
    await context.record({ action: 'added', subject: 'partner', subjectId: partner.id, detail: { slug } });
    return { ...partner, tokenId, token };
  },
);

export const registerToken = auditedOperation(
  'registerToken',
  async (
    tx,
    { partnerId, until, label }: { partnerId: number; until: string | null; label: string | null },
    context,
  ) => {
    const added = await addToken(tx, context, { partner: partnerId, until, label });
    const detail = { partnerId, until, ...(label !== null && { label }) };
    await context.record({ action: 'added', subject: 'token', subjectId: added.id, detail });
    return added;
  },
);

export const removeToken = auditedOperation(
  'removeToken',
  async (tx, { id }: { id: number }, { now, record }) => {
    await revokeToken(tx, id, now);
    await record({ action: 'removed', subject: 'token', subjectId: id });
  },
);

export const registerEndpoint = auditedOperation(
  'registerEndpoint',
  async (
    tx,
    { callerId, url, events }: { callerId: number; url: string; events: readonly string[] | null },
    context,
  ) => {
    await findCaller(tx, callerId);
    const added = await addEndpoint(tx, context, { callerId, url, events });
    const detail = { callerId, events };
    await context.record({ action: 'added', subject: 'endpoint', subjectId: added.id, detail });
    return added;
  },
);

interface EndpointChange {
  readonly id: number;
  readonly change: Parameters<typeof changeEndpoint>[2];
  readonly state: 'on' | 'off' | undefined;
}

/** Returns the endpoint as changed. */
export const reviseEndpoint = auditedOperation(
  'reviseEndpoint',
  async (tx, { id, change, state }: EndpointChange, { now, record }) => {
    await lockEndpoint(tx, id);
    const before = await endpointOf(tx, id);
    await changeEndpoint(tx, id, change);
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

/** Makes the waiting deliveries of an endpoint due. Returns how many. Throws `INVALID` for one that is not on. */
export const sendWaitingDeliveries = auditedOperation(
  'sendWaitingDeliveries',
  async (tx, { id }: { id: number }, { now, record }) => {
    await lockEndpoint(tx, id);
    const { state } = await endpointOf(tx, id);
    if (state !== 'on') throw new RequestError('INVALID', 'This endpoint is not on: switch it on first');
    const count = await sendWaitingNow(tx, id, now);
    const detail = { endpointId: id, count };
    await record({ action: 'sent-again', subject: 'delivery', detail });
    return { count };
  },
);

export const rotateEndpointSecret = auditedOperation(
  'rotateEndpointSecret',
  async (tx, { id }: { id: number }, context) => {
    const rotated = await rotateSecret(tx, context, id);
    if (rotated === undefined) throw endpointNotFound(id);
    const detail = { changed: ['secret'] };
    await context.record({ action: 'changed', subject: 'endpoint', subjectId: id, detail });
    return { id, ...rotated };
  },
);

/** Appends a `test` event for an endpoint. */
export const testEndpoint = auditedOperation(
  'testEndpoint',
  async (tx, { id }: { id: number }, { now, record }) => {
    const deliveryId = await appendTest(tx, id, now.toISOString());
    if (deliveryId === undefined) throw endpointNotFound(id);
    const detail = { event: 'test', endpointId: id };
    await record({ action: 'added', subject: 'delivery', subjectId: deliveryId, detail });
    return { deliveryId };
  },
);

export const resendOneDelivery = auditedOperation(
  'resendOneDelivery',
  async (tx, { id }: { id: number }, { now, record }) => {
    const outcome = await resendDelivery(tx, id, now.toISOString());
    if (outcome === 'unknown') throw deliveryNotFound(id);
    if (outcome === 'erased')
      throw new RequestError('ERASED', 'The data of this event was erased: only « erased » is sent again');
    await record({ action: 'sent-again', subject: 'delivery', subjectId: id });
  },
);

export const resendFailedDeliveries = auditedOperation(
  'resendFailedDeliveries',
  async (tx, { since }: { since: string }, { now, record }) => {
    const count = await resendFailedSince(tx, since, now.toISOString());
    await record({ action: 'sent-again', subject: 'delivery', detail: { since, count } });
    return { count };
  },
);

export const resendGivenUpMail = auditedOperation(
  'resendGivenUpMail',
  async (tx, { id }: { id: number }, { now, record }) => {
    const outcome = await resendMail(tx, id, now.toISOString());
    if (outcome === 'unknown') throw new RequestError('NOTFOUND', `There is no mail ${id}`);
    if (outcome === 'secret')
      throw new RequestError('CONFLICT', 'This mail held a link to choose a password: send a new one');
    if (outcome === 'not-given-up')
      throw new RequestError('CONFLICT', 'This mail was not given up: it was sent, or is on its way');
    await record({ action: 'sent-again', subject: 'mail', subjectId: id });
  },
);

export function deliveryNotFound(id: number): RequestError {
  return new RequestError('NOTFOUND', `There is no delivery ${id}`);
}

function endpointNotFound(id: number): RequestError {
  return new RequestError('NOTFOUND', `There is no endpoint ${id}`);
}

async function endpointOf(read: Queries, id: number) {
  const found = (await listEndpoints(read)).find((endpoint) => endpoint.id === id);
  if (found === undefined) throw endpointNotFound(id);
  return found;
}
