-- The rule of retention says how long an objection is kept.
alter table objections drop column expires_on;
-- Processes keep the objections in memory.
insert into revisions (subject, number) values ('objections', 1);
sqlite: create trigger revise_objections_insert after insert on objections begin update revisions set number = number + 1 where subject = 'objections'; end;
sqlite: create trigger revise_objections_update after update on objections begin update revisions set number = number + 1 where subject = 'objections'; end;
sqlite: create trigger revise_objections_delete after delete on objections begin update revisions set number = number + 1 where subject = 'objections'; end;
postgres: create trigger revise_objections after insert or update or delete on objections
postgres:   for each statement execute function revise('objections');
