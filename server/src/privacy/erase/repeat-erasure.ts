import { type Actor, auditedOperation } from '../../access/audit.ts';
import { recordHistory } from '../../entries/change/history.ts';
import { storedRelations } from '../../entries/change/relations.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { query, statement } from '../../store/statement.ts';
import { noteDeletion } from '../records/deletions.ts';
import { type Erasure, recordErasure, selectErasures } from '../records/erasures.ts';
import { blankEntry, markErased } from './blank-entry.ts';
import { blankRelation } from './blank-relation.ts';
import { historyOf, textMark } from './erase-entry.ts';
import { planErasure } from './plan.ts';

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
      entry.restriction !== 'erased' && (await eraseAgain(tx, entry, erasure, by.author, context));
    const known = await tx.all(
      query((db) => selectErasures(db).where('entry_id', '=', entryId).where('erased_at', '=', erasedAt)),
    );
    if (!known.some((row) => row.receivedAt === receivedAt && row.relation === relation)) {
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
  { relation, counts }: Erasure,
  author: string,
  context: OperationContext,
): Promise<boolean> {
  const { id: entryId, sequence } = entry;
  if (relation === null) {
    await blankEntry(tx, entry, context);
    await markErased(tx, { id: entryId, sequence }, context.now);
  } else {
    const relations = await storedRelations(tx, entryId);
    // The backup was made before the person was added.
    if (!relations.some(({ position }) => position === relation)) return false;
    const plan = await planErasure(tx, entry, relation, context.secrets.contentKey);
    // Texts that were rewritten are emptied: the ledger does not hold what they became.
    const texts = plan.texts.filter(({ key }) => counts[textMark + key] !== undefined);
    if (Object.keys(plan.counts).length === 0 && texts.length === 0) return false;
    const replaced = new Map(texts.map(({ text }) => [text, null]));
    await blankRelation(tx, entry, { relation, replaced }, context);
  }
  const at = context.now.toISOString();
  await recordHistory(tx, { entryId, at, author, ...historyOf(relation ?? undefined) });
  return true;
}
