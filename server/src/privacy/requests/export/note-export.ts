import { type Actor, auditedOperation } from '../../../access/audit.ts';
import { authorOf } from '../../../access/authors.ts';
import { requireIdentity } from '../../records/gates.ts';
import { lockRequest } from '../../records/requests.ts';
import { recordStep, requestNotFound } from '../../records/steps.ts';

interface NewExport {
  readonly requestId: number;
  readonly entryIds: readonly number[];
  readonly by: Actor;
}

/**
 * Records that the data of a request was exported, before anything is sent. Rejects with NOTFOUND for an unknown request,
 * with CONFLICT before the identity check is noted.
 */
export const noteExport = auditedOperation(
  'noteExport',
  async (tx, { requestId, entryIds, by }: NewExport, { now, record }) => {
    const request = await lockRequest(tx, requestId);
    if (request === undefined) throw requestNotFound(requestId);
    requireIdentity(request);
    const detail = { count: entryIds.length };
    await recordStep(tx, requestId, {
      at: now.toISOString(),
      author: authorOf(by),
      step: 'exported',
      detail,
    });
    await record({
      action: 'exported',
      subject: 'privacy-request',
      subjectId: requestId,
      detail: { ...detail, entryIds },
    });
  },
);
