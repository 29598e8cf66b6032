-- Beside entries_dated, for the statistics: they count erased and limited entries too. No creation writes it.
create index entries_restricted on entries (kind, contact_date, id)
  where test = 0 and spam = 0 and duplicate_of is null and restriction is not null;
sqlite: insert into sqlite_stat1 (tbl, idx, stat) values ('entries', 'entries_restricted', '1000000 1000000 300 1');
sqlite: analyze sqlite_schema;
