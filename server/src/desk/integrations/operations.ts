import { auditedOperation } from '../../access/audit.ts';
import { addCaller, addPassword, findCaller, revokePassword } from '../../access/callers.ts';
import type { Scope } from '../../access/credentials.ts';
import { addEndpoint, refuseSecondUrl, rotateSecret } from '../../access/endpoints.ts';
import { addPartner, addToken, revokeToken } from '../../access/partners.ts';
import { RequestError } from '../../contract/request-error.ts';
import { appendTest } from '../../outbox/append.ts';
import { resendDelivery, resendFailedSince } from '../../outbox/resend.ts';

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
  /** Whether people get a receipt of what comes with it. */
  readonly receipts: boolean;
}

export const registerPassword = auditedOperation(
  'registerPassword',
  async (tx, { callerId, scope, origins, label, receipts }: NewPassword, context) => {
    const added = await addPassword(tx, context, { caller: callerId, scope, origins, label, receipts });
    const detail = {
      callerId,
      scope,
      origins,
      ...(label !== null && { label }),
      ...(receipts && { receipts }),
    };
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
  async (tx, endpoint: Parameters<typeof addEndpoint>[2], context) => {
    const { callerId, url, events = null } = endpoint;
    await findCaller(tx, callerId);
    await refuseSecondUrl(tx, callerId, url);
    const added = await addEndpoint(tx, context, endpoint);
    const detail = { callerId, events };
    await context.record({ action: 'added', subject: 'endpoint', subjectId: added.id, detail });
    return added;
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

export function deliveryNotFound(id: number): RequestError {
  return new RequestError('NOTFOUND', `There is no delivery ${id}`);
}

export function endpointNotFound(id: number): RequestError {
  return new RequestError('NOTFOUND', `There is no endpoint ${id}`);
}
