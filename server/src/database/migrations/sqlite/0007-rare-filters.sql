-- What is rarely true of an entry, each with all that lists filter by: so that a list of which little is wanted reads
-- little. A new entry is in none of them.
create index entries_staged on entries (
  kind, stage, id, establishment_id, contact_date, status, flagged, type, sejour_type, resultat, motif, partner_id
) where stage is not null and test = 0 and spam = 0 and duplicate_of is null;
create index entries_ended on entries (
  kind, resultat, id, establishment_id, contact_date, status, flagged, type, sejour_type, motif, stage, partner_id
) where resultat is not null and test = 0 and spam = 0 and duplicate_of is null;
create index entries_reasoned on entries (
  kind, motif, id, establishment_id, contact_date, status, flagged, type, sejour_type, resultat, stage, partner_id
) where motif is not null and test = 0 and spam = 0 and duplicate_of is null;
create index entries_oriented on entries (
  kind, id, establishment_id, contact_date, status, flagged, type, sejour_type, resultat, motif, stage, partner_id
) where partner_id is not null and test = 0 and spam = 0 and duplicate_of is null;
create index entries_unassigned on entries (kind, id)
  where establishment_id is null and test = 0 and spam = 0 and duplicate_of is null;

-- The same of what waits for somebody: those few were looked up one by one.
drop index entries_waiting;
create index entries_waiting on entries (
  kind, id, establishment_id, contact_date, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where status = 'new' and test = 0 and spam = 0 and duplicate_of is null;
drop index entries_flagged;
create index entries_flagged on entries (
  kind, id, establishment_id, contact_date, status, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where flagged = 1 and test = 0 and spam = 0 and duplicate_of is null;

-- An entry that arrives is in no other list than that of what waits: the two that are as wide are of what staff have
-- dealt with. Lists of both read both (desk/entries/list-statements.ts). A third less to write for each that arrives.
drop index entries_listed;
create index entries_listed on entries (
  kind, establishment_id, id, contact_date, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;
drop index entries_listed_all;
create index entries_listed_all on entries (
  kind, id, establishment_id, contact_date, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;
