import { auditedOperation } from '../../access/audit.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type EntryErasure, eraseEntry } from './erase-entry.ts';

const setDone = statement<{ requestId: number; entryId: number }>()((db, p) =>
  db
    .insertInto('privacy_request_entries')
    .values({ request_id: p.requestId, entry_id: p.entryId, state: 'done', reason: null })
    .onConflict((conflict) =>
      conflict.columns(['request_id', 'entry_id']).doUpdateSet({ state: 'done', reason: null }),
    ),
);

const requestById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('privacy_requests').select('id').where('id', '=', p.id),
);

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
    if (requestId !== undefined && (await tx.first(requestById, { id: requestId })) === undefined)
      throw new ValidationError('requestId', `no request has the id ${requestId}`);
    const result = await eraseEntry(
      tx,
      { entryId, author, requestId, digest, reason: 'request' },
      { now: context.now, secrets: context.secrets },
    );
    if (result.state !== 'changed' && requestId !== undefined) await tx.run(setDone, { requestId, entryId });
    if (result.state === 'erased') {
      const { counts } = result.plan;
      await context.record({ action: 'erased', subject: 'entry', subjectId: entryId, detail: { counts } });
    }
    return result.state;
  },
);
