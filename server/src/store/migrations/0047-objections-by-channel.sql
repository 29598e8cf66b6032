-- An objection is of a way to be contacted, not of a number: one stored by an earlier version is of calls and of SMS.
-- `entry_id` and `person` say at which entry, and of whom of it, staff have noted it.
sqlite: alter table objections rename to earlier_objections;
sqlite: create table objections (
sqlite:   id $id,
sqlite:   hash text not null,
sqlite:   kind text not null check (kind in ('phone', 'email', 'sms')),
sqlite:   objected_on $day not null,
sqlite:   request_id $bigint,
sqlite:   entry_id $bigint references entries (id) on delete set null,
sqlite:   person text,
sqlite:   unique (hash, kind)
sqlite: ) $strict;
sqlite: insert into objections (id, hash, kind, objected_on, request_id)
sqlite: select id, hash, kind, objected_on, request_id from earlier_objections;
sqlite: delete from sqlite_sequence where name = 'objections';
sqlite: insert into sqlite_sequence (name, seq) select 'objections', seq from sqlite_sequence where name = 'earlier_objections';
sqlite: drop table earlier_objections;
sqlite: create trigger revise_objections_insert after insert on objections begin update revisions set number = number + 1 where subject = 'objections'; end;
sqlite: create trigger revise_objections_update after update on objections begin update revisions set number = number + 1 where subject = 'objections'; end;
sqlite: create trigger revise_objections_delete after delete on objections begin update revisions set number = number + 1 where subject = 'objections'; end;
postgres: alter table objections drop constraint objections_hash_key, drop constraint objections_kind_check;
postgres: alter table objections add check (kind in ('phone', 'email', 'sms')), add unique (hash, kind);
postgres: alter table objections add column entry_id bigint references entries (id) on delete set null;
postgres: alter table objections add column person text;
insert into objections (hash, kind, objected_on, request_id)
select hash, 'sms', objected_on, request_id from objections where kind = 'phone';
-- `references` of deleted entries.
create index objections_entry on objections (entry_id) where entry_id is not null;
