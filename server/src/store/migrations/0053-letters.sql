-- E-mails to staff and letters to persons get a table each; ids and keys stay what they were.
create table notices (
  id $id,
  message_id $text not null unique,
  user_id $bigint not null references users (id),
  entry_id $bigint references entries (id) on delete cascade,
  subject $text not null,
  body $text not null,
  created_at $instant not null,
  state $text not null check (state in ('pending', 'sent', 'failed')),
  attempts $integer not null,
  next_at $instant,
  finished_at $instant,
  failure_reason $text,
  secret $flag not null default 0
) $strict;
create table letters (
  id $id,
  entry_id $bigint not null references entries (id) on delete cascade,
  use $text not null check (use in ('free', 'answer', 'visit', 'visit-moved', 'visit-cancelled', 'reminder', 'receipt')),
  channel $text not null check (channel in ('email', 'sms')),
  person $text not null,
  recipient $text,
  recipient_hash $text,
  author $text not null,
  subject $text not null,
  body $text not null,
  sender $text,
  reply_to $text,
  unsubscribe $flag not null,
  key $text unique,
  visit $text,
  visit_date $day,
  visit_time $text,
  calendar $text,
  message_id $text not null unique,
  created_at $instant not null,
  state $text not null check (state in ('pending', 'sent', 'failed', 'cancelled')),
  attempts $integer not null,
  next_at $instant,
  finished_at $instant,
  failure_reason $text,
  returned_at $instant
) $strict;
insert into notices (id, message_id, user_id, entry_id, subject, body, created_at, state, attempts, next_at, finished_at,
  failure_reason, secret)
postgres: overriding system value
select id, message_id, user_id, entry_id, subject, body, created_at, state, attempts, next_at, finished_at,
  failure_reason, secret from mails where user_id is not null order by id;
-- Without a use, one was cancelled. A key that began with `visit:` or `reminder:` named a visit, its day and its time.
insert into letters (id, entry_id, use, channel, person, recipient, recipient_hash, author, subject, body, sender, reply_to,
  unsubscribe, key, visit, visit_date, visit_time, calendar, message_id, created_at, state, attempts, next_at, finished_at,
  failure_reason, returned_at)
postgres: overriding system value
select id, entry_id, coalesce(use, 'free'), coalesce(channel, 'email'), coalesce(person, 'entry'), recipient, recipient_hash,
  coalesce(author, ''), subject, body, sender, reply_to, unsubscribe, case when key not like 'visit:%' then key end,
  case when day > 0 then substr(visit, 1, day - 2) end,
  case when day > 0 then cast(substr(visit, day, 10) as $day) end,
  case when day > 0 then substr(visit, day + 11, 5) end,
  calendar, message_id, created_at, case when use is null then 'cancelled' else state end, attempts, next_at, finished_at,
  failure_reason, returned_at
from (
  select named.*,
sqlite:     instr(visit, '-') - 4 as day
postgres:     strpos(visit, '-') - 4 as day
  from (
    select mails.*, case when key like 'visit:%' then substr(key, 7) when key like 'reminder:%' then substr(key, 10) end as visit
    from mails where user_id is null and entry_id is not null
  ) named
) parts order by id;
sqlite: delete from sqlite_sequence where name in ('notices', 'letters');
sqlite: insert into sqlite_sequence (name, seq) select created.name, seq from sqlite_sequence
sqlite:   join (select 'notices' as name union all select 'letters') created where sqlite_sequence.name = 'mails';
postgres: select setval(pg_get_serial_sequence('notices', 'id'), (select max(id) from mails));
postgres: select setval(pg_get_serial_sequence('letters', 'id'), (select max(id) from mails));
drop table mails;
create index notices_state on notices (state, id);
create index notices_entry on notices (entry_id);
create index notices_user on notices (user_id, created_at);
create index notices_due on notices (next_at) where state = 'pending';
create index letters_state on letters (state, id);
create index letters_entry on letters (entry_id);
create index letters_due on letters (channel, next_at) where state = 'pending';
create index letters_recipient on letters (recipient_hash, created_at) where recipient_hash is not null;
create index letters_erased on letters (created_at) where recipient is null and recipient_hash is not null;
create index letters_author on letters (author, created_at);
create index letters_visit on letters (visit) where visit is not null;
create index letters_receipts on letters (created_at) where use = 'receipt';
-- By which letters know a visit.
alter table actions rename column told_as to uid;
alter table actions drop column told_version;
-- What is due stands in the morning mail, each day again.
alter table tokens drop column reminded_days;
alter table privacy_requests drop column reminded_days;
