import { auditedOperation } from '../../access/audit.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../requests/steps.ts';
import { type EntryErasure, eraseEntry } from './erase-entry.ts';

/** The erasure of one entry that a user asked for. */
export type AskedErasure = Pick<EntryErasure, 'entryId' | 'author' | 'requestId'> & {
  readonly digest: string;
};

/**
 * Erases one entry, unless it has changed since the plan. A list is erased entry by entry, so that no write takes long.
 * Rejects with NOTFOUND for an unknown entry, with HELD for one under a hold.
 */
export const eraseOneEntry = auditedOperation(
  'eraseOneEntry',
  async (tx, { entryId, author, requestId, digest }: AskedErasure, context) => {
    if (requestId !== undefined) await lockOpenRequest(tx, requestId);
    const result = await eraseEntry(
      tx,
      { entryId, author, requestId, digest, reason: 'request' },
      { now: context.now, secrets: context.secrets },
    );
    if (result.state !== 'changed' && requestId !== undefined)
      await setOutcome(tx, requestId, entryId, { state: 'done' });
    if (result.state === 'erased') {
      const { counts } = result.plan;
      await context.record({ action: 'erased', subject: 'entry', subjectId: entryId, detail: { counts } });
      const step = { at: context.now.toISOString(), author, step: 'erased', detail: { entryId } } as const;
      if (requestId !== undefined) await recordStep(tx, requestId, step);
    }
    return result.state;
  },
);
