-- Privacy: what is restricted or erased, requests of persons, retention.

-- `limited`: only the data protection officer reads it. `erased`: its personal data is gone.
alter table entries add column restriction text check (restriction in ('limited', 'erased'));
alter table outbox add column blanked_at text;

-- The indexes of the lists, which leave restricted entries out.
drop index entries_filters;
drop index entries_dated;
drop index entries_waiting;
drop index entries_flagged;
drop index entries_spam;
drop index entries_unassigned;
create index entries_filters on entries (
  kind, id, establishment_id, contact_date, status, flagged, test, spam, suspicion, duplicate_of, type, sejour_type,
  resultat, motif, stage, partner_id, announcement_id, restriction
);
create index entries_dated on entries (kind, contact_date, id)
  where test = 0 and spam = 0 and duplicate_of is null and restriction is null;
create index entries_waiting on entries (kind, id)
  where status = 'new' and test = 0 and spam = 0 and duplicate_of is null and restriction is null;
create index entries_flagged on entries (kind, id)
  where flagged = 1 and test = 0 and spam = 0 and duplicate_of is null and restriction is null;
create index entries_spam on entries (kind, id) where spam = 1;
create index entries_unassigned on entries (kind, id)
  where establishment_id is null and test = 0 and spam = 0 and duplicate_of is null and restriction is null;
create index entries_erased on entries (id) where restriction = 'erased';
-- Erased entries that the nightly expiry has not finished with: their customId, or the whole entry, goes later.
create index entries_unfinished on entries (id)
  where restriction = 'erased' and (custom_id is not null or kind = 'postuler' or spam = 1 or test = 1);
delete from sqlite_stat1 where tbl = 'entries';
insert into sqlite_stat1 (tbl, idx, stat) values
  ('entries', 'entries_filters', '1000000 1000000 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'),
  ('entries', 'entries_dated', '1000000 1000000 300 1'),
  ('entries', 'entries_waiting', '10000 10000 1'),
  ('entries', 'entries_flagged', '10000 10000 1'),
  ('entries', 'entries_spam', '10000 10000 1'),
  ('entries', 'entries_unassigned', '10000 10000 1');
analyze sqlite_schema;

-- A new role. SQLite can't change a check constraint.
create table grants_new (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  role text not null check (role in ('administrator', 'direction', 'commercial', 'reader', 'privacy')),
  establishment_id integer references establishments (id)
) strict;
insert into grants_new select id, user_id, role, establishment_id from grants;
drop table grants;
alter table grants_new rename to grants;
create index grants_user on grants (user_id);

-- What was erased, without personal data: a restored backup is erased again from it.
create table erasures (
  id integer primary key autoincrement,
  -- No reference: the ledger outlives the entry. Ids are used again after a restore, so both must agree.
  entry_id integer not null,
  received_at text not null,
  -- The position of one related person; null for the whole entry.
  relation integer,
  reason text not null,
  request_id integer,
  erased_at text not null,
  counts text not null,
  -- Of the plan that was shown: the same act sent again finds it.
  digest text
) strict;
create index erasures_entry on erasures (entry_id);
create index erasures_request on erasures (request_id) where request_id is not null;

-- Keyed hashes of partners' messages whose data was erased: the same message sent again is not stored.
create table erased_messages (
  hash text primary key,
  expires_at text not null
) strict, without rowid;

-- Legal holds (`hold`) and limitations of processing (`limitation`). Neither lets an entry be erased.
create table holds (
  id integer primary key autoincrement,
  entry_id integer not null references entries (id) on delete cascade,
  kind text not null check (kind in ('hold', 'limitation')),
  reason text not null,
  until text not null,
  request_id integer,
  author text not null,
  created_at text not null,
  ended_at text,
  ended_by text
) strict;
create index holds_entry on holds (entry_id) where ended_at is null;

-- Requests of persons about their data.
create table privacy_requests (
  id integer primary key autoincrement,
  kind text not null check (kind in ('access', 'portability', 'rectification', 'erasure', 'opposition', 'limitation')),
  -- Who asks and how to reply.
  person text not null,
  received_on text not null,
  channel text not null check (channel in ('mail', 'letter', 'phone', 'desk', 'other')),
  identity_check text,
  due_on text not null,
  extension_reason text,
  decision text check (decision in ('granted', 'partial', 'refused')),
  ground text,
  created_at text not null,
  closed_at text
) strict;
create index privacy_requests_open on privacy_requests (due_on) where closed_at is null;

create table privacy_request_entries (
  request_id integer not null references privacy_requests (id) on delete cascade,
  entry_id integer not null,
  state text not null check (state in ('found', 'done', 'refused')),
  reason text,
  people text,
  withheld text,
  primary key (request_id, entry_id)
) strict, without rowid;
create index privacy_request_entries_entry on privacy_request_entries (entry_id);

create table privacy_request_steps (
  id integer primary key autoincrement,
  request_id integer not null references privacy_requests (id) on delete cascade,
  at text not null,
  author text not null,
  step text not null,
  detail text not null
) strict;
create index privacy_request_steps_request on privacy_request_steps (request_id);

-- Keyed hashes of phones and e-mail addresses of persons who object to being contacted.
create table objections (
  id integer primary key autoincrement,
  hash text not null unique,
  kind text not null check (kind in ('phone', 'email')),
  objected_on text not null,
  expires_on text not null,
  request_id integer
) strict;

-- A rule that is not confirmed does not run.
create table retention_rules (
  name text primary key,
  days integer not null,
  confirmed_at text,
  confirmed_by text
) strict, without rowid;

create table retention_runs (
  id integer primary key autoincrement,
  started_at text not null,
  finished_at text,
  counts text not null
) strict;

-- What the data protection officer adds to the register of treatments.
create table register_texts (
  treatment text primary key,
  text text not null,
  author text not null,
  changed_at text not null
) strict, without rowid;
