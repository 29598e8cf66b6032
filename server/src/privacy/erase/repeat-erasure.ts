import { recordHistory } from '../../entries/change/history.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { eraseRelationAgain } from '../relation/erase-relation.ts';
import { blankEntry, markErased } from './erase-entry.ts';
import { type Erasure, recordErasure } from './ledger.ts';

/** `other`: the database has no such entry, or another one of its id. */
export type Repeated = 'erased' | 'already erased' | 'other';

const recorded = statement<{ entryId: number; erasedAt: string }>()((db, p) =>
  db
    .selectFrom('erasures')
    .select(['received_at', 'relation'])
    .where('entry_id', '=', p.entryId)
    .where('erased_at', '=', p.erasedAt),
);

/**
 * Erases again an entry, or one related person of it, that a restored backup has brought back. No event is sent: the
 * erasure itself has sent it. Holds are ignored: the entry was under none when it was erased.
 */
export async function repeatErasure(
  tx: Transaction,
  erasure: Erasure,
  author: string,
  context: OperationContext,
): Promise<Repeated> {
  const { entryId, receivedAt, relation } = erasure;
  const entry = await findAndLockEntry(tx, entryId);
  if (entry === undefined || entry.received_at !== receivedAt) return 'other';
  const isErased =
    entry.restriction === 'erased' ||
    !(relation === null
      ? await eraseAgain(tx, entry, author, context)
      : await eraseRelationAgain(tx, entry, { ...erasure, relation, author }, context));
  const known = await tx.all(recorded, { entryId, erasedAt: erasure.erasedAt });
  if (!known.some((row) => row.received_at === receivedAt && row.relation === relation))
    await recordErasure(tx, erasure);
  return isErased ? 'already erased' : 'erased';
}

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
