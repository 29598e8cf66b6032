import { type Actor, auditedOperation } from '../../access/audit.ts';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { factsOf } from '../entry-facts.ts';
import { requireErasureOf } from '../records/gates.ts';
import { requestEntry } from '../records/requests.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../records/steps.ts';
import { eraseRelation, type RelationErasure } from './erase-relation.ts';

type RelationErasureInput = Omit<RelationErasure, 'author'> & { readonly by: Actor };

/** Erases one related person of an entry for a request that is about them, see {@link eraseRelation}. */
export const eraseOneRelation = auditedOperation(
  'eraseOneRelation',
  async (tx, { by, ...erasure }: RelationErasureInput, { record, ...context }) => {
    const { entryId, position, requestId } = erasure;
    const request = await lockOpenRequest(tx, requestId);
    const linked = await requestEntry(tx, requestId, entryId);
    const people = requireErasureOf(position, entryId, request, linked);
    const result = await eraseRelation(tx, { ...erasure, author: authorOf(by) }, context);
    if (result.state === 'changed') return result;
    const { persons = [] } = (await factsOf(tx, entryId, parisDay(context.now))) ?? {};
    // Not done while the data of others whom the request concerns is there.
    if (!persons.some(({ person }) => people.includes(person)))
      await setOutcome(tx, requestId, entryId, { state: 'done' });
    if (result.state === 'already erased') return result;
    const detail = { act: 'relation-erased', relation: position };
    await record({ action: 'changed', subject: 'entry', subjectId: entryId, detail });
    await recordStep(tx, requestId, {
      at: context.now.toISOString(),
      author: authorOf(by),
      step: 'relation-erased',
      detail: { entryId, relation: position },
    });
    return result;
  },
);
