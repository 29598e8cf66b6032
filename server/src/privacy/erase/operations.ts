import { auditedOperation } from '../../access/audit.ts';
import { requireErasureOf } from '../records/gates.ts';
import { requestEntry } from '../records/requests.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../records/steps.ts';
import { type EntryErasure, eraseEntry } from './erase-entry.ts';

/** The erasure of one entry, for a request. */
type AskedErasure = Pick<EntryErasure, 'entryId' | 'author'> & {
  readonly requestId: number;
  readonly digest: string;
};

/**
 * Erases one entry, unless it has changed since the plan. A list is erased entry by entry, so that no write takes long.
 * Rejects with NOTFOUND for an unknown entry or request, with CONFLICT unless the request is about this erasure
 * ({@link requireErasureOf}), with HELD for an entry under a hold.
 */
export const eraseOneEntry = auditedOperation(
  'eraseOneEntry',
  async (tx, { entryId, author, requestId, digest }: AskedErasure, { now, secrets, record }) => {
    const request = await lockOpenRequest(tx, requestId);
    requireErasureOf('entry', entryId, request, await requestEntry(tx, requestId, entryId));
    const asked = { entryId, author, requestId, digest, reason: 'request' };
    const result = await eraseEntry(tx, asked, { now, secrets });
    if (result.state === 'changed') return result.state;
    await setOutcome(tx, requestId, entryId, { state: 'done' });
    if (result.state === 'already erased') return result.state;
    const { counts } = result.plan;
    const at = now.toISOString();
    await recordStep(tx, requestId, { at, author, step: 'erased', detail: { entryId, counts } });
    await record({ action: 'erased', subject: 'entry', subjectId: entryId, detail: { counts } });
    return result.state;
  },
);
