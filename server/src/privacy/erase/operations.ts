import { auditedOperation } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import { factsOf } from '../entry-facts.ts';
import { requireErasureOf } from '../records/gates.ts';
import { requestEntry } from '../records/requests.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../records/steps.ts';
import { type EntryErasure, eraseEntry } from './erase-entry.ts';

/** An erasure for a request. */
type RequestedErasure = Pick<EntryErasure, 'entryId' | 'relation' | 'author' | 'texts'> & {
  readonly requestId: number;
  readonly digest: string;
};

/**
 * Erases one entry, or one related person in it, unless it has changed since the plan. A list is erased entry by entry, so
 * that no write takes long. Rejects with NOTFOUND for an unknown entry, person or request, with CONFLICT unless the request
 * is about this erasure ({@link requireErasureOf}), with HELD for an entry under a hold.
 */
export const eraseOne = auditedOperation(
  'eraseOne',
  async (tx, erasure: RequestedErasure, { record, ...context }) => {
    const { entryId, relation, author, requestId } = erasure;
    const request = await lockOpenRequest(tx, requestId);
    const linked = await requestEntry(tx, requestId, entryId);
    const people = requireErasureOf(relation ?? 'entry', entryId, request, linked);
    const result = await eraseEntry(tx, { ...erasure, reason: 'request' }, context);
    if (result.state === 'changed') return result.state;
    const { persons = [] } = (await factsOf(tx, entryId, parisDay(context.now))) ?? {};
    // Not done while the data of others whom the request concerns is there.
    if (relation === undefined || !persons.some(({ person }) => people.includes(person)))
      await setOutcome(tx, requestId, entryId, { state: 'done' });
    if (result.state === 'already erased') return result.state;
    const { counts } = result;
    const step = { at: context.now.toISOString(), author };
    const about = { subject: 'entry', subjectId: entryId } as const;
    if (relation === undefined) {
      await recordStep(tx, requestId, { ...step, step: 'erased', detail: { entryId, counts } });
      await record({ action: 'erased', ...about, detail: { counts } });
    } else {
      await recordStep(tx, requestId, { ...step, step: 'relation-erased', detail: { entryId, relation } });
      await record({ action: 'changed', ...about, detail: { act: 'relation-erased', relation } });
    }
    return result.state;
  },
);
