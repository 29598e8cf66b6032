import { auditedOperation } from '../../access/audit.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../requests/steps.ts';
import { type EntryErasure, eraseEntry } from './erase-entry.ts';

/** The erasure of one entry that a user asked for. */
type AskedErasure = Pick<EntryErasure, 'entryId' | 'author' | 'requestId'> & {
  readonly digest: string;
};

/**
 * Erases one entry, unless it has changed since the plan. A list is erased entry by entry, so that no write takes long.
 * Rejects with NOTFOUND for an unknown entry or request, with HELD for an entry under a hold.
 */
export const eraseOneEntry = auditedOperation(
  'eraseOneEntry',
  async (tx, { entryId, author, requestId, digest }: AskedErasure, { now, secrets, record }) => {
    if (requestId !== undefined) await lockOpenRequest(tx, requestId);
    const asked = { entryId, author, requestId, digest, reason: 'request' };
    const result = await eraseEntry(tx, asked, { now, secrets });
    if (result.state === 'changed') return result.state;
    if (requestId !== undefined) await setOutcome(tx, requestId, entryId, { state: 'done' });
    if (result.state === 'already erased') return result.state;
    const { counts } = result.plan;
    if (requestId !== undefined)
      await recordStep(tx, requestId, {
        at: now.toISOString(),
        author,
        step: 'erased',
        detail: { entryId, counts },
      });
    await record({ action: 'erased', subject: 'entry', subjectId: entryId, detail: { counts } });
    return result.state;
  },
);
