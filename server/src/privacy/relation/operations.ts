import { auditedOperation } from '../../access/audit.ts';
import type { Officer } from '../officer.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../requests/steps.ts';
import { eraseRelation, type RelationErasure } from './erase-relation.ts';

type RelationErasureInput = Omit<RelationErasure, 'author'> & { readonly by: Officer };

/** Erases one related person of an entry, see {@link eraseRelation}. */
export const eraseOneRelation = auditedOperation(
  'eraseOneRelation',
  async (tx, { by, ...erasure }: RelationErasureInput, { record, ...context }) => {
    const { entryId, position, requestId } = erasure;
    if (requestId !== undefined) await lockOpenRequest(tx, requestId);
    const result = await eraseRelation(tx, { ...erasure, author: by.name }, context);
    if (result.state !== 'erased') return result;
    const detail = { act: 'relation-erased', relation: position };
    await record({ action: 'changed', subject: 'entry', subjectId: entryId, detail });
    if (requestId !== undefined) {
      const at = context.now.toISOString();
      await recordStep(tx, requestId, {
        at,
        author: by.name,
        step: 'relation-erased',
        detail: { entryId, relation: position },
      });
      await setOutcome(tx, requestId, entryId, { state: 'done' });
    }
    return result;
  },
);
