-- No entry is a duplicate of itself. SQLite adds no check to a table that is there: its one writer checks it.
postgres: alter table entries add constraint entries_duplicate_of_another check (duplicate_of <> id) not valid;
