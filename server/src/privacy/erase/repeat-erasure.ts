import { type Actor, auditedOperation } from '../../access/audit.ts';
import { recordHistory } from '../../entries/change/history.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { noteDeletion } from '../records/deletions.ts';
import { type Erasure, recordErasure } from '../records/erasures.ts';
import { blankEntry, markErased } from './erase-entry.ts';
import { eraseRelationAgain } from './erase-relation.ts';

const recorded = statement<{ entryId: number; erasedAt: string }>()((db, p) =>
  db
    .selectFrom('erasures')
    .select(['received_at', 'relation'])
    .where('entry_id', '=', p.entryId)
    .where('erased_at', '=', p.erasedAt),
);

const requestOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('privacy_requests').select('id').where('id', '=', p.id),
);

interface RepeatedErasure {
  readonly erasure: Erasure;
  /** The author in the history too. */
  readonly by: Actor;
}

/**
 * Erases again an entry, or one related person of it, that a restored backup has brought back. No event is sent: the
 * erasure itself has sent it. Holds are ignored: the entry was under none when it was erased. Returns whether there was
 * anything to erase.
 */
export const repeatErasure = auditedOperation(
  'repeatErasure',
  async (tx, { erasure, by }: RepeatedErasure, { record, ...context }): Promise<boolean> => {
    const { entryId, receivedAt, relation, requestId, erasedAt } = erasure;
    const entry = await findAndLockEntry(tx, entryId);
    if (entry === undefined || entry.received_at !== receivedAt) return false;
    const isErased =
      entry.restriction !== 'erased' &&
      (relation === null
        ? await eraseAgain(tx, entry, by.author, context)
        : await eraseRelationAgain(tx, entry, { ...erasure, relation, author: by.author }, context));
    const known = await tx.all(recorded, { entryId, erasedAt });
    if (!known.some((row) => row.received_at === receivedAt && row.relation === relation)) {
      // The backup may be older than the request, whose number is then given to another one.
      const request = requestId === null ? undefined : await tx.first(requestOf, { id: requestId });
      await recordErasure(tx, { ...erasure, requestId: request?.id ?? null });
    }
    if (!isErased) return false;
    await noteDeletion(tx);
    await record({ action: 'erased', subject: 'entry', subjectId: entryId, detail: { again: erasedAt } });
    return true;
  },
);

async function eraseAgain(
  tx: Transaction,
  entry: EntryRow,
  author: string,
  context: OperationContext,
): Promise<true> {
  const { id: entryId, sequence } = entry;
  await blankEntry(tx, entry, context);
  await markErased(tx, { id: entryId, sequence }, context.now);
  const at = context.now.toISOString();
  await recordHistory(tx, { entryId, at, author, change: 'erased', detail: {} });
  return true;
}
