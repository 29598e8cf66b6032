-- Phone numbers are read better than before: by what entries are found is made anew after the start.
insert into installation (name, value) select 'search', '{"after":0}' where exists (select 1 from entries);
