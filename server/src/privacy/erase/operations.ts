import { auditedOperation } from '../../access/audit.ts';
import { requireErasureOf } from '../records/gates.ts';
import { requestEntry } from '../records/requests.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../records/steps.ts';
import { type EntryErasure, eraseEntry } from './erase-entry.ts';

/** An erasure for a request. */
type RequestedErasure = Pick<EntryErasure, 'entryId' | 'author'> & {
  readonly requestId: number;
  readonly digest: string;
};

/**
 * Erases one entry, unless it has changed since the plan. A list is erased entry by entry, so that no write takes long.
 * Rejects with NOTFOUND for an unknown entry or request, with CONFLICT unless the request is about this erasure
 * ({@link requireErasureOf}), with HELD for an entry under a hold.
 */
export const eraseOne = auditedOperation(
  'eraseOne',
  async (tx, erasure: RequestedErasure, { record, ...context }) => {
    const { entryId, author, requestId } = erasure;
    const request = await lockOpenRequest(tx, requestId);
    requireErasureOf(entryId, request, await requestEntry(tx, requestId, entryId));
    const result = await eraseEntry(tx, { ...erasure, reason: 'request' }, context);
    if (result.state === 'changed') return result.state;
    await setOutcome(tx, requestId, entryId, { state: 'done' });
    if (result.state === 'already erased') return result.state;
    const { counts } = result;
    const at = context.now.toISOString();
    await recordStep(tx, requestId, { at, author, step: 'erased', detail: { entryId, counts } });
    await record({ action: 'erased', subject: 'entry', subjectId: entryId, detail: { counts } });
    return result.state;
  },
);
