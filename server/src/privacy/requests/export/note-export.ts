import { type Actor, auditedOperation } from '../../../access/audit.ts';
import { requireIdentity } from '../../records/gates.ts';
import { findRequest } from '../../records/requests.ts';
import { recordStep, setOutcome } from '../../records/steps.ts';

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
    const request = await findRequest(tx, requestId, { isLocked: true });
    requireIdentity(request);
    const detail = { count: entryIds.length };
    await recordStep(tx, requestId, { by, now, step: 'exported', detail });
    const isAsked = request.kind === 'access' || request.kind === 'portability';
    if (isAsked && request.closedAt === null)
      for (const entryId of entryIds) await setOutcome(tx, requestId, entryId, { state: 'done' });
    const about = { subject: 'privacy-request', subjectId: requestId } as const;
    await record({ action: 'exported', ...about, detail: { ...detail, entryIds } });
  },
);
