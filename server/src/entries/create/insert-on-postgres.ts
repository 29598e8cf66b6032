import { sql } from 'kysely';
import { columnTypes } from '../../store/column.ts';
import type { Transaction } from '../../store/database.ts';
import { entryColumns, type InsertedColumn, insertedColumns } from '../../store/entry-columns.ts';
import { rawStatement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import { type ContactCountChange, foldContactCounts } from '../funnel/contact-counts.ts';
import { searchTermsOfNew } from '../search/search-terms.ts';
import { deleteExpired } from './idempotency-keys.ts';
import type { NewEntryRequest } from './new-entry-request.ts';
import { insertFile, newRow } from './new-row.ts';

// JSON columns arrive as strings inside the JSON input. They are read as text, then cast.
const recordType = (name: InsertedColumn) => {
  const { type } = entryColumns[name];
  return type === 'json' ? 'text' : columnTypes[type].postgres;
};
const recordTypes = sql.join(
  insertedColumns.map((name) => sql`${sql.ref(name)} ${sql.raw(recordType(name))}`),
);
const columnValue = (name: InsertedColumn) =>
  entryColumns[name].type === 'json' ? sql`${sql.ref(name)}::json` : sql.ref(name);

/** Stores and counts a whole batch, given as two JSON arrays, in one round trip. */
const insertBatch = rawStatement<{ entries: string; counts: string }, { n: number; id: number }>(
  (p) => sql`
with input as materialized (
  select coalesce(x."givenId", nextval('entries_id_seq')) as id, x.*
  from json_to_recordset(${p.entries}::json) as x(n integer, "givenId" bigint, ${recordTypes}, "phoneKeys" json, relations json, actions json,
    "idempotencyKeys" json, words json)
), stored_entries as (
  insert into entries (id, ${sql.join(insertedColumns.map((name) => sql.ref(name)))})
  select id, ${sql.join(insertedColumns.map(columnValue))} from input
), stored_idempotency_keys as (
  insert into idempotency_keys (sender, key, content_hash, entry_id, expires_at)
  select r.sender, r.key, r."contentHash", input.id, r."expiresAt"
  from input, json_to_recordset(input."idempotencyKeys") as r(sender text, key text, "contentHash" text, "expiresAt" timestamptz)
), stored_phones as (
  insert into entry_phones (key, entry_id)
  select k.key, input.id from input, json_array_elements_text(input."phoneKeys") as k(key)
), stored_relations as (
  insert into relations (entry_id, position, fields, extra)
  select input.id, r.position - 1, r.fields::json, r.extra::json
  from input, rows from (json_to_recordset(input.relations) as (fields text, extra text))
    with ordinality as r(fields, extra, position)
), stored_actions as (
  insert into actions (entry_id, position, date, time, comment, stage, done, author, extra, outcome, assignee_id)
  select input.id, a.position - 1, a.date, a.time, a.comment, a.stage, a.done::integer, a.author, a.extra::json, a.outcome, a."assigneeId"
  from input, rows from (json_to_recordset(input.actions)
      as (date date, time text, comment text, stage text, done boolean, author text, extra text, outcome text, "assigneeId" bigint))
    with ordinality as a(date, time, comment, stage, done, author, extra, outcome, "assigneeId", position)
), stored_words as (
  insert into entry_words (entry_id, words)
  select id, array_to_tsvector(array(select json_array_elements_text(words))) from input
  where json_array_length(words) > 0
), counted as (
  insert into contact_counts (year, establishment_id, total, has_action)
  select * from json_to_recordset(${p.counts}::json)
    as c(year integer, "establishmentId" integer, total integer, "hasAction" integer)
  on conflict (year, establishment_id) do update
    set total = contact_counts.total + excluded.total, has_action = contact_counts.has_action + excluded.has_action
)
select n, id from input`,
);

/** Stores new entries with everything that belongs to them, and counts them. Returns their ids in the order of requests. */
export async function insertOnPostgres(
  tx: Transaction,
  requests: readonly NewEntryRequest[],
  counts: readonly ContactCountChange[],
  now: Instant,
): Promise<number[]> {
  // A single request may be a retry after its batch failed because of an expired key.
  if (requests.length === 1) await deleteExpired(tx, requests[0]?.idempotencyKeys ?? [], now);
  const entries = requests.map(({ entry, idempotencyKeys, id }, n) => ({
    n,
    givenId: id,
    ...newRow(entry),
    phoneKeys: entry.phoneKeys,
    relations: entry.relations,
    actions: entry.actions,
    idempotencyKeys,
    words: searchTermsOfNew(entry),
  }));
  const rows = await tx.all(insertBatch, {
    entries: JSON.stringify(entries),
    counts: JSON.stringify(foldContactCounts(counts)),
  });
  const ids: number[] = [];
  for (const { n, id } of rows) ids[n] = id;
  for (const [n, { entry }] of requests.entries()) {
    const entryId = ids[n];
    if (entryId !== undefined) await insertFile(tx, entryId, entry);
  }
  return ids;
}
