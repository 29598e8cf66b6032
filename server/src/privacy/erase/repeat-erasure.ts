import { recordHistory } from '../../entries/change/history.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { repeatRelationErasure } from '../relation/erase-relation.ts';
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
 * Erases again an entry, or a related person of it, that a restored backup has brought back. Nobody is told: that was done
 * by the erasure itself. Holds are ignored: the entry was under none when it was erased.
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
  const isKnown = (await tx.all(recorded, { entryId, erasedAt: erasure.erasedAt })).some(
    (row) => row.received_at === receivedAt && row.relation === relation,
  );
  if (!isKnown) await recordErasure(tx, erasure);
  if (entry.restriction === 'erased') return 'already erased';
  if (relation !== null) {
    // Also when it is known: without the secret key a restore does not recognize the texts that named the person.
    await repeatRelationErasure(tx, { ...erasure, relation }, author, context);
    return isKnown ? 'already erased' : 'erased';
  }
  await blankEntry(tx, entry, context);
  await markErased(tx, { id: entryId, sequence: entry.sequence }, context.now);
  const at = context.now.toISOString();
  await recordHistory(tx, { entryId, at, author, change: 'erased', detail: {} });
  return 'erased';
}
