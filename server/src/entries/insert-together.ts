import { sql } from 'kysely';
import type { Transaction } from '../database/port.ts';
import { rawStatement, statement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';
import { type CountChange, foldCounts } from './contact-counts.ts';
import type { Creation } from './create-entries.ts';
import { newestStage } from './entry-stage.ts';
import { wordsOfNew } from './entry-words.ts';
import { foldLeads, type LeadChange } from './lead-counts.ts';
import { forgetExpired } from './receipts.ts';

/** One batch as four JSON arrays in one statement: a round trip for all of it. */
const insertBatch = rawStatement<
  { entries: string; counts: string; leads: string; delays: string },
  { n: number; id: number }
>(
  (p) => sql`
with input as materialized (
  select nextval('entries_id_seq') as id, x.*
  from json_to_recordset(${p.entries}::json) as x(
    n integer, kind text, "establishmentId" integer, "callerId" bigint, "partnerId" bigint, "customId" text,
    type text, "sejourType" text, resultat text, motif text, stage text, status text, test boolean, "contactDate" date,
    "receivedAt" timestamptz, comment text, "commentBy" text, gclid text, partnerid text, "announcementId" bigint,
    fields text, extra text, suspicion text, browser boolean, "phoneKeys" json, relations json, actions json, receipts json, words json)
), stored_entries as (
  insert into entries (id, kind, establishment_id, caller_id, partner_id, custom_id, type, sejour_type, resultat,
    motif, stage, status, flagged, test, contact_date, received_at, comment, comment_by, gclid, advertised, partnerid,
    announcement_id, fields, extra, spam, suspicion, browser)
  select id, kind, "establishmentId", "callerId", "partnerId", "customId", type, "sejourType", resultat, motif, stage, status,
    0, test::integer, "contactDate", "receivedAt", comment, "commentBy", gclid, (gclid is not null)::integer, partnerid,
    "announcementId", fields::json, extra::json, (suspicion is not null)::integer, suspicion,
    coalesce(browser, false)::integer
  from input
), stored_receipts as (
  insert into receipts (sender, key, content_hash, entry_id, expires_at)
  select r.sender, r.key, r."contentHash", input.id, r."expiresAt"
  from input, json_to_recordset(input.receipts) as r(sender text, key text, "contentHash" text, "expiresAt" timestamptz)
), stored_phones as (
  insert into entry_phones (key, entry_id)
  select k.key, input.id from input, json_array_elements_text(input."phoneKeys") as k(key)
), stored_relations as (
  insert into relations (entry_id, position, fields, extra)
  select input.id, r.position - 1, r.fields::json, r.extra::json
  from input, rows from (json_to_recordset(input.relations) as (fields text, extra text))
    with ordinality as r(fields, extra, position)
), stored_actions as (
  insert into actions (entry_id, position, date, time, comment, stage, done, author, extra)
  select input.id, a.position - 1, a.date, a.time, a.comment, a.stage, a.done::integer, a.author, a.extra::json
  from input, rows from (json_to_recordset(input.actions)
      as (date date, time text, comment text, stage text, done boolean, author text, extra text))
    with ordinality as a(date, time, comment, stage, done, author, extra, position)
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
  returning 1
), leads_counted as (
  -- Once those of the year are locked: in the order of a change (change-entry.ts), so that neither waits for the other.
  insert into lead_counts (year, establishment_id, month, type, advertised, reached, count)
  select * from json_to_recordset(${p.leads}::json)
    as c(year integer, "establishmentId" integer, month integer, type text, advertised integer, reached integer, count integer)
  where (select count(*) from counted) is not null
  on conflict (year, establishment_id, month, type, advertised, reached) do update
    set count = lead_counts.count + excluded.count
  returning 1
), delays_counted as (
  insert into delay_counts (year, establishment_id, measure, month, value, count)
  select * from json_to_recordset(${p.delays}::json)
    as c(year integer, "establishmentId" integer, measure text, month integer, value integer, count integer)
  where (select count(*) from leads_counted) is not null
  on conflict (year, establishment_id, measure, month, value) do update
    set count = delay_counts.count + excluded.count
)
select n, id from input`,
);
const insertFile = statement<{ entryId: number; name: string; type: string; content: Uint8Array }>()(
  (db, p) =>
    db.insertInto('files').values({ entry_id: p.entryId, name: p.name, type: p.type, content: p.content }),
);

/** Stores new entries with everything that belongs to them in one statement. Answers their ids. */
export async function insertTogether(
  tx: Transaction,
  creations: readonly Creation[],
  counts: readonly CountChange[],
  leadChanges: readonly LeadChange[],
  now: Instant,
): Promise<number[]> {
  // A lone creation may be one that failed in its batch because a receipt that has ended was in its way.
  if (creations.length === 1) await forgetExpired(tx, creations[0]?.receipts ?? [], now);
  const entries = creations.map(({ entry: { file: _, ...entry }, receipts }, n) => ({
    n,
    ...entry,
    stage: newestStage(entry.actions),
    words: wordsOfNew(entry),
    receipts,
  }));
  const { leads, delays } = foldLeads(leadChanges);
  const rows = await tx.all(insertBatch, {
    entries: JSON.stringify(entries),
    counts: JSON.stringify(foldCounts(counts)),
    leads: JSON.stringify(leads),
    delays: JSON.stringify(delays),
  });
  const ids: number[] = [];
  for (const { n, id } of rows) ids[n] = id;
  for (const [n, { entry }] of creations.entries()) {
    const entryId = ids[n];
    if (entry.file !== null && entryId !== undefined) await tx.run(insertFile, { entryId, ...entry.file });
  }
  return ids;
}
