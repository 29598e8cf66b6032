import { auditedOperation } from '../../access/audit.ts';
import { byRequest } from '../../entries/change/pending.ts';
import { requireErasureOf } from '../records/gates.ts';
import { requestEntry } from '../records/requests.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../records/steps.ts';
import { decideErasure, erasureDelay, refuseOtherRequest } from './pending.ts';

/** An erasure for a request. */
interface RequestedErasure {
  readonly entryId: number;
  /** The author in the history. */
  readonly author: string;
  readonly requestId: number;
  /** The plan that was shown. */
  readonly digest: string;
}

/**
 * Decides to erase one entry, unless it has changed since the plan. A list is decided entry by entry, so that no write takes
 * long. Rejects with NOTFOUND for an unknown entry or request, with CONFLICT unless the request is about this erasure
 * ({@link requireErasureOf}) or when it is to be erased for another request, with HELD for an entry under a hold.
 */
export const eraseOne = auditedOperation(
  'eraseOne',
  async (tx, { entryId, author, requestId, digest }: RequestedErasure, { record, ...context }) => {
    const request = await lockOpenRequest(tx, requestId);
    requireErasureOf(entryId, request, await requestEntry(tx, requestId, entryId));
    await refuseOtherRequest(tx, entryId, requestId);
    const days = await erasureDelay(tx);
    const decision = { entry_id: entryId, reason: byRequest, request_id: requestId, decided_by: author };
    const state = await decideErasure(tx, { ...decision, digest }, days, context);
    if (state === 'changed' || state === 'already pending') return state;
    await setOutcome(tx, requestId, entryId, { state: 'done' });
    if (state === 'already erased') return state;
    const at = context.now.toISOString();
    await recordStep(tx, requestId, { at, author, step: 'erasure-decided', detail: { entryId, days } });
    const detail = { act: 'erasure-decided', days };
    await record({ action: 'changed', subject: 'entry', subjectId: entryId, detail });
    return state;
  },
);
