import { sql } from 'kysely';
import type { Transaction } from '../../store/database.ts';
import { type EntryRow, type InsertedColumn, insertedColumns, pick } from '../../store/entry-columns.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Tables } from '../../store/tables.ts';
import { type ActionRow, actionColumns, actionRow } from '../change/actions.ts';
import { insertPhone } from '../search/phone-keys.ts';
import { insertSearchTerms, searchTermsOfNew } from '../search/search-terms.ts';
import { insertIdempotencyKeys } from './idempotency-keys.ts';
import type { NewEntryRequest } from './new-entry-request.ts';
import { insertFile, newRow } from './new-row.ts';

/** The highest id ever assigned. */
const lastId = rawStatement<Record<never, never>, { seq: number }>(
  () => sql`select seq from sqlite_sequence where name = 'entries'`,
);
// Ids are assigned here: `insert … returning` opens a savepoint, and each savepoint flushes the full-text index.
const insertEntry = statement<Pick<EntryRow, InsertedColumn | 'id'>>()((db, p) =>
  db.insertInto('entries').values(pick(p, ['id', ...insertedColumns])),
);
const insertRelation = statement<Tables['relations']>()((db, p) =>
  db.insertInto('relations').values(pick(p, ['entry_id', 'position', 'fields', 'extra'])),
);
const insertAction = statement<ActionRow>()((db, p) =>
  db.insertInto('actions').values(pick(p, actionColumns)),
);

/**
 * Stores new entries with everything that belongs to them. Returns their ids in the order of requests. SQLite is fastest
 * with one prepared statement per row, table by table.
 */
export async function insertOnSqlite(tx: Transaction, requests: readonly NewEntryRequest[]) {
  const [{ seq } = { seq: 0 }] = await tx.all(lastId, {});
  const stored = requests.map((request, n) => ({ ...request, entryId: seq + 1 + n }));
  await tx.each(
    insertEntry,
    stored.map(({ entry, entryId }) => ({ ...newRow(entry), id: entryId })),
  );
  await tx.each(
    insertPhone,
    stored.flatMap(({ entry, entryId }) => entry.phoneKeys.map((key) => ({ key, entryId }))),
  );
  await tx.each(
    insertRelation,
    stored.flatMap(({ entry, entryId }) =>
      entry.relations.map((relation, position) => ({ ...relation, entry_id: entryId, position })),
    ),
  );
  await tx.each(
    insertAction,
    stored.flatMap(({ entry, entryId }) =>
      entry.actions.map((action, position) => ({
        ...actionRow(action),
        entry_id: entryId,
        position,
      })),
    ),
  );
  for (const { entry, entryId } of stored) await insertFile(tx, entryId, entry);
  await insertIdempotencyKeys(tx, stored);
  await insertSearchTerms(
    tx,
    stored.map(({ entry, entryId }) => ({ id: entryId, words: searchTermsOfNew(entry) })),
  );
  return stored.map(({ entryId }) => entryId);
}
