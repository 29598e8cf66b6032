-- Erasures that waited for a second user get a moment; what is pending is not done. Deliberately no shorter than 72 hours.
create table pending_erasures_dated (
  entry_id $bigint primary key references entries (id) on delete cascade,
  reason text not null,
  request_id $bigint references privacy_requests (id) on delete set null,
  digest text,
  decided_at $instant not null,
  decided_by text not null,
  due_at $instant not null
) $strict;
sqlite: insert into pending_erasures_dated select entry_id, reason, request_id, digest, decided_at, decided_by,
sqlite:   coalesce(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+72 hours')) from pending_erasures;
postgres: insert into pending_erasures_dated select entry_id, reason, request_id, digest, decided_at, decided_by,
postgres:   coalesce(due_at, date_trunc('milliseconds', now()) + interval '72 hours') from pending_erasures;
drop table pending_erasures;
alter table pending_erasures_dated rename to pending_erasures;
create index pending_erasures_due on pending_erasures (due_at);
create index pending_erasures_request on pending_erasures (request_id) where request_id is not null;
delete from retention_rules where name = 'erasure';
update privacy_request_entries set state = 'found' where exists (
  select 1 from pending_erasures p
  where p.request_id = privacy_request_entries.request_id and p.entry_id = privacy_request_entries.entry_id);
-- Of each entry, the contact by which the identity was checked.
alter table privacy_request_entries add column contact text;
