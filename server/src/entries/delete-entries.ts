import { sql } from 'kysely';
import type { Transaction } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import { rawStatement, statement } from '../store/statement.ts';

/** Otherwise another transaction could add rows that the next statements miss. */
const lockEntries = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('entries').select('id').where(dialect.idIn('id', p.ids))),
);
const deleteRows = deleteBy('entries', () => 'id');
// Deleted before the entry is locked: other transactions lock the two in the same order.
const deleteOrientations = deleteBy('orientations');
const deletePartsOfEntries = [
  'entry_phones',
  'relations',
  'actions',
  'files',
  'history',
  'idempotency_keys',
  'outbox',
].map((table) => deleteBy(table));
const deleteWords = deleteBy('entry_words', ({ wordsKey }) => wordsKey);

function deleteBy(table: string, column: (dialect: Dialect) => string = () => 'entry_id') {
  return rawStatement<{ ids: readonly number[] }, unknown>(
    (p, dialect) => sql`delete from ${sql.table(table)} where ${dialect.idIn(column(dialect), p.ids)}`,
  );
}

/**
 * Deletes entries with everything that belongs to them. Statistics are not changed: only for entries that count nowhere.
 * Returns how many there were.
 */
export async function deleteEntries(tx: Transaction, entryIds: readonly number[]): Promise<number> {
  if (entryIds.length === 0) return 0;
  await tx.run(deleteOrientations, { ids: entryIds });
  await tx.all(lockEntries, { ids: entryIds });
  for (const deleteParts of deletePartsOfEntries) await tx.run(deleteParts, { ids: entryIds });
  await tx.run(deleteWords, { ids: entryIds });
  return tx.run(deleteRows, { ids: entryIds });
}
