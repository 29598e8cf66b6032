import { RequestError } from '../../contract/request-error.ts';
import type { Transaction } from '../../store/database.ts';
import { insert } from '../../store/rows.ts';
import type { Instant } from '../../store/tables.ts';
import { findRequest, linkEntry, requestEntry, type StoredRequest, updateEntry } from './requests.ts';

/** What was done for a request. Must not hold personal data. */
export interface Step {
  readonly at: Instant;
  readonly author: string;
  readonly step:
    | 'received'
    | 'identity'
    | 'searched'
    | 'extended'
    | 'linked'
    | 'changed'
    | 'exported'
    | 'rectified'
    | 'erasure-decided'
    | 'erasure-confirmed'
    | 'erasure-cancelled'
    | 'erased'
    /** Until 0029: a related person alone. */
    | 'relation-erased'
    /** A correction without trace. */
    | 'redacted'
    | 'objected'
    | 'held'
    | 'user-linked'
    | 'user-erased'
    | 'decided'
    | 'answered'
    | 'closed'
    /** Not shown: what recipients.ts keeps. */
    | 'told';
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Adds what was done for a request, in the transaction of the act. */
export async function recordStep(tx: Transaction, requestId: number, step: Step): Promise<void> {
  const detail = JSON.stringify(step.detail ?? {});
  await insert(tx, 'privacy_request_steps', { request_id: requestId, ...step, detail });
}

/** Locks a request that acts may still be done for. Rejects with NOTFOUND, and with CONFLICT for a closed one. */
export async function lockOpenRequest(tx: Transaction, id: number): Promise<StoredRequest> {
  return requireOpen(await findRequest(tx, id, { isLocked: true }));
}

/** Throws CONFLICT for a closed request. */
export function requireOpen(request: StoredRequest): StoredRequest {
  if (request.closedAt !== null)
    throw new RequestError('CONFLICT', `Request ${request.id} is closed: nothing of it can be changed`);
  return request;
}

/** Sets what became of an entry for a request, and lists the entry there if it was not. */
export async function setOutcome(
  tx: Transaction,
  requestId: number,
  entryId: number,
  outcome: { readonly state: 'found' | 'done' } | { readonly state: 'refused'; readonly reason: string },
): Promise<void> {
  await linkEntry(tx, requestId, entryId, null);
  const linked = await requestEntry(tx, requestId, entryId);
  if (linked !== undefined) await updateEntry(tx, { ...linked, reason: null, ...outcome });
}
