-- The rule of retention says how long an objection is kept.
alter table objections drop column expires_on;
-- Processes keep the objections in memory.
insert into revisions (subject, number) values ('objections', 1);
sqlite: create trigger revise_objections_insert after insert on objections begin update revisions set number = number + 1 where subject = 'objections'; end;
sqlite: create trigger revise_objections_update after update on objections begin update revisions set number = number + 1 where subject = 'objections'; end;
sqlite: create trigger revise_objections_delete after delete on objections begin update revisions set number = number + 1 where subject = 'objections'; end;
postgres: create trigger revise_objections after insert or update or delete on objections
postgres:   for each statement execute function revise('objections');

-- As its caller knew it, while an entry is out of sight. Those that are already limited show nothing.
alter table entries add column told $json;
update entries set told = '{}' where restriction = 'limited';
-- Messages of partners about entries that are out of sight.
create table withheld_messages (
  id $id,
  entry_id $bigint not null references entries (id),
  author text not null,
  received_at $instant not null,
  kind text not null check (kind in ('update', 'followup')),
  message $json not null
) $strict;
create index withheld_messages_entry on withheld_messages (entry_id);
