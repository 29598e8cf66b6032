import { notFound, RequestError } from '../../contract/request-error.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { allColumns, type EntryRow, pick, toColumns, updatedColumns } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { isUnanswered } from './complaints.ts';
import type { EntryPatch } from './patch.ts';

const byId = statement<{ id: number }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('entries').select(allColumns).where('id', '=', p.id)),
);
const update = statement<EntryRow>()((db, p) =>
  db.updateTable('entries').set(pick(p, updatedColumns)).where('id', '=', p.id),
);

/** Reads an entry's row and, on PostgreSQL, locks it until the transaction ends. Returns undefined for an unknown id. */
export function findAndLockEntry(tx: Transaction, id: number): Promise<EntryRow | undefined> {
  return tx.first(byId, { id });
}

const unlocked = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select(allColumns).where('id', '=', p.id),
);

/** Reads an entry's row. Returns undefined for an unknown id. */
export function findEntry(read: Queries, id: number): Promise<EntryRow | undefined> {
  return read.first(unlocked, { id });
}

/** Like {@link findAndLockEntry}, but rejects with NOTFOUND for an unknown id. */
export async function lockEntry(tx: Transaction, id: number): Promise<EntryRow> {
  const entry = await findAndLockEntry(tx, id);
  if (entry === undefined) throw notFound('entry', id);
  return entry;
}

/**
 * Locks an entry, after the one that it was united with: everywhere, the kept one is locked first. Returns the kept one;
 * undefined when there is none.
 */
export async function lockKeptFirst(tx: Transaction, id: number): Promise<EntryRow | undefined> {
  const lockKeptOf = (entry: EntryRow | undefined) => {
    const keptId = entry?.duplicate_of ?? null;
    return keptId === null ? undefined : findAndLockEntry(tx, keptId);
  };
  const kept = await lockKeptOf(await findEntry(tx, id));
  const entry = await findAndLockEntry(tx, id);
  // Another process may have united it meanwhile. This order may deadlock, which PostgreSQL ends and we try again.
  return entry?.duplicate_of === kept?.id ? kept : lockKeptOf(entry);
}

/** The error for changing an entry whose data is erased. */
export function erasedEntry(id: number): RequestError {
  return new RequestError('ERASED', `The data of entry ${id} was erased: nothing of it can be changed`);
}

export async function storeRow(tx: Transaction, row: EntryRow): Promise<void> {
  await tx.run(update, row);
}

/** The row after a change. */
export function applyPatch(before: EntryRow, patch: EntryPatch): EntryRow {
  const { fields: _, extra: __, commentBy = before.comment_by, status = before.status, ...values } = patch;
  const decided = patch.spam === undefined ? before.suspicion : null;
  const after = { ...before, ...toColumns(values) };
  return {
    ...after,
    status:
      status === 'processed' && isUnanswered({ ...before, comment: after.comment }) ? before.status : status,
    comment_by: after.comment === before.comment ? before.comment_by : commentBy,
    // A decision by staff clears the suspicion.
    suspicion: patch.suspicion === undefined ? decided : patch.suspicion,
    owner_id: ownerAfter(before, patch, after.establishment_id),
  };
}

/** Moving an entry to another residence removes its owner. */
function ownerAfter(before: EntryRow, { ownerId }: EntryPatch, establishmentId: number | null) {
  if (ownerId !== undefined) return ownerId;
  return establishmentId === before.establishment_id ? before.owner_id : null;
}
