-- For the lists of the desk: filters by sender and by advertisement read this index too, instead of every row.

drop index entries_filters;
create index entries_filters on entries (
  kind, id, establishment_id, contact_date, status, flagged, test, spam, suspicion, duplicate_of, type, sejour_type,
  resultat, motif, stage, partner_id, announcement_id, restriction, next_date, owner_id, application_step, caller_id,
  advertised
);
delete from sqlite_stat1 where idx = 'entries_filters';
insert into sqlite_stat1 (tbl, idx, stat) values
  ('entries', 'entries_filters', '1000000 1000000 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1');
analyze sqlite_schema;
