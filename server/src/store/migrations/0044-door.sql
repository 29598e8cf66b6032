-- Phone numbers are read better than before: by what entries are found is made anew after the start.
insert into installation (name, value) select 'search', '{"after":0}' where exists (select 1 from entries);
-- Where the fields of a caller's site go, as JSON; null for none.
alter table callers add column fields $json;
-- The page that a form without script leads to; null for none.
alter table callers add column thanks_url text;
