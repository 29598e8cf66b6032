import { type Actor, auditedOperation } from '../../access/audit.ts';
import { recordHistory } from '../../entries/change/history.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import { deleteRefusedOf } from '../../entries/create/refused-creations.ts';
import { byRequest } from '../../entries/restriction.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { query, statement } from '../../store/statement.ts';
import { noteDeletion } from '../records/deletions.ts';
import { type Erasure, erasureIn, keyOf, recordErasure, selectErasures } from '../records/erasures.ts';
import { blankEntry, markErased } from './blank.ts';
import { blankEarlier } from './blank-earlier.ts';

const requestOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('privacy_requests').select('id').where('id', '=', p.id),
);

interface RepeatedErasure {
  readonly erasure: Erasure;
  /** The author in the history too. */
  readonly by: Actor;
}

/**
 * Erases again an entry, or single values of it, that a restored backup has brought back; what values became instead is to
 * be corrected again. No event is sent: the erasure itself has sent it. Holds are ignored: the entry was under none when it
 * was erased. Returns whether there was anything to erase.
 */
export const repeatErasure = auditedOperation(
  'repeatErasure',
  async (tx, { erasure, by }: RepeatedErasure, { record, ...context }): Promise<boolean> => {
    const { entryId, receivedAt, requestId, erasedAt } = erasure;
    const entry = await findAndLockEntry(tx, entryId);
    if (entry === undefined || entry.received_at !== receivedAt) return false;
    const known = await tx.all(
      query((db) => selectErasures(db).where('entry_id', '=', entryId).where('erased_at', '=', erasedAt)),
    );
    const isKnown = known.some((row) => keyOf(erasureIn(row)) === keyOf(erasure));
    // What became of single values since only the ledger tells.
    const isMissing = entry.restriction !== 'erased' && (erasure.paths === null || !isKnown);
    if (isMissing) await eraseAgain(tx, entry, erasure, by.author, context);
    if (!isKnown) {
      // The backup may be older than the request, whose number is then given to another one.
      const request = requestId === null ? undefined : await tx.first(requestOf, { id: requestId });
      await recordErasure(tx, { ...erasure, requestId: request?.id ?? null });
    }
    if (!isMissing) return false;
    await noteDeletion(tx);
    await record({ action: 'erased', subject: 'entry', subjectId: entryId, detail: { again: erasedAt } });
    return true;
  },
);

async function eraseAgain(
  tx: Transaction,
  entry: EntryRow,
  { paths, reason, erasedAt }: Erasure,
  author: string,
  context: OperationContext,
): Promise<void> {
  const { id: entryId, sequence } = entry;
  if (paths === null) {
    if (reason === byRequest) await deleteRefusedOf(tx, entry, erasedAt);
    await blankEntry(tx, entry, context);
    await markErased(tx, { id: entryId, sequence }, context.now);
  } else {
    // The family's own words under a comment of staff went with it.
    const original = paths.corrected.includes('changes.comment') ? ['changes.originalComment'] : [];
    await blankEarlier(tx, entryId, paths, context.now, [...paths.removed, ...original]);
  }
  const change = paths === null ? 'erased' : 'redacted';
  await recordHistory(tx, { entryId, at: context.now.toISOString(), author, change, detail: {} });
}
