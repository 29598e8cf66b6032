import { type Actor, auditedOperation } from '../../../access/audit.ts';
import { authorOf } from '../../../access/authors.ts';
import { requireIdentity } from '../../records/gates.ts';
import { findRequest } from '../../records/requests.ts';
import { recordStep } from '../../records/steps.ts';

/**
 * Records that the data of a request was exported, before anything is sent. Rejects with NOTFOUND for an unknown request,
 * with CONFLICT before the identity check is noted.
 */
export const noteExport = auditedOperation(
  'noteExport',
  async (
    tx,
    { requestId, entryIds, by }: { requestId: number; entryIds: readonly number[]; by: Actor },
    { now, record },
  ) => {
    requireIdentity(await findRequest(tx, requestId, { isLocked: true }));
    const detail = { count: entryIds.length };
    await recordStep(tx, requestId, {
      at: now.toISOString(),
      author: authorOf(by),
      step: 'exported',
      detail,
    });
    const about = { subject: 'privacy-request', subjectId: requestId } as const;
    await record({ action: 'exported', ...about, detail: { ...detail, entryIds } });
  },
);
