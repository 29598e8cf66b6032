-- Besides mails to staff, messages to persons of an entry, which have no user.
sqlite: alter table mails rename to earlier_mails;
sqlite: create table mails (
sqlite:   id $id,
sqlite:   message_id text not null unique,
sqlite:   user_id $bigint references users (id),
sqlite:   entry_id $bigint references entries (id) on delete cascade,
sqlite:   subject text not null,
sqlite:   body text not null,
sqlite:   created_at $instant not null,
sqlite:   state text not null check (state in ('pending', 'sent', 'failed')),
sqlite:   attempts integer not null,
sqlite:   next_at $instant,
sqlite:   finished_at $instant,
sqlite:   failure_reason text,
sqlite:   secret $flag not null default 0
sqlite: ) $strict;
sqlite: insert into mails
sqlite: select id, message_id, user_id, entry_id, subject, body, created_at, state, attempts, next_at, finished_at, failure_reason, secret
sqlite: from earlier_mails;
-- The number of a mail that was purged must never name another one.
sqlite: delete from sqlite_sequence where name = 'mails';
sqlite: insert into sqlite_sequence (name, seq) select 'mails', seq from sqlite_sequence where name = 'earlier_mails';
sqlite: drop table earlier_mails;
sqlite: create index mails_state on mails (state, id);
sqlite: create index mails_entry on mails (entry_id);
sqlite: create index mails_user on mails (user_id, created_at);
postgres: alter table mails alter column user_id drop not null;
-- 0 for the mail server, 1 for the gateway of SMS.
alter table mails add column destination integer not null default 0;
postgres: drop index mails_due;
create index mails_due on mails (destination, next_at) where state = 'pending';
alter table mails add column channel text check (channel in ('email', 'sms'));
alter table mails add column use text check (use in (
  'free', 'answer', 'visit', 'visit-moved', 'visit-cancelled', 'reminder', 'receipt'
));
alter table mails add column recipient text;
alter table mails add column recipient_hash text;
alter table mails add column person text;
alter table mails add column author text;
alter table mails add column sender text;
alter table mails add column reply_to text;
-- The calendar file that goes with it.
alter table mails add column calendar text;
-- A visit is searched by how it begins, in the order of its bytes.
sqlite: alter table mails add column key text;
postgres: alter table mails add column key text collate "C";
-- When staff noted that it came back.
alter table mails add column returned_at $instant;
create index mails_recipient on mails (recipient_hash, created_at) where recipient_hash is not null;
-- Hashes of addresses that were erased: nothing but an erasure writes it.
create index mails_erased on mails (created_at) where recipient is null and recipient_hash is not null;
create index mails_author on mails (author, created_at) where author is not null;
create unique index mails_key on mails (key) where key is not null;
-- Of a visit that a family was told of: the entry and its version when it first was, `entry:version`.
alter table actions add column told_as text;
-- The version of the entry that told of it last.
alter table actions add column told_version integer;
