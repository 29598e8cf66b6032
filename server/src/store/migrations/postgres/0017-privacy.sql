-- Privacy: what is restricted or erased, requests of persons, retention.

-- `limited`: only the data protection officer reads it. `erased`: its personal data is gone.
alter table entries add column restriction text check (restriction in ('limited', 'erased'));
alter table outbox add column blanked_at timestamptz;

-- No samples of these for the planner, which does not need them: those of an emptied table would stay.
alter table files alter column name set statistics 0, alter column type set statistics 0,
  alter column content set statistics 0;
alter table idempotency_keys alter column sender set statistics 0, alter column key set statistics 0,
  alter column content_hash set statistics 0;

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

-- A new role.
alter table grants drop constraint grants_role_check;
alter table grants add constraint grants_role_check
  check (role in ('administrator', 'direction', 'commercial', 'reader', 'privacy'));

-- What was erased, without personal data: a restored backup is erased again from it.
create table erasures (
  id bigint generated always as identity primary key,
  -- No reference: the ledger outlives the entry. Ids are used again after a restore, so both must agree.
  entry_id bigint not null,
  received_at timestamptz not null,
  -- The position of one related person; null for the whole entry.
  relation integer,
  reason text not null,
  request_id bigint,
  erased_at timestamptz not null,
  counts json not null,
  -- Of the plan that was shown: the same act sent again finds it.
  digest text
);
create index erasures_entry on erasures (entry_id);
create index erasures_request on erasures (request_id) where request_id is not null;

-- Keyed hashes of partners' messages whose data was erased: the same message sent again is not stored.
create table erased_messages (
  hash text primary key,
  expires_at timestamptz not null
);

-- Legal holds (`hold`) and limitations of processing (`limitation`). Neither lets an entry be erased.
create table holds (
  id bigint generated always as identity primary key,
  entry_id bigint not null references entries (id) on delete cascade,
  kind text not null check (kind in ('hold', 'limitation')),
  reason text not null,
  until date not null,
  request_id bigint,
  author text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by text
);
create index holds_entry on holds (entry_id) where ended_at is null;

-- Requests of persons about their data.
create table privacy_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('access', 'portability', 'rectification', 'erasure', 'opposition', 'limitation')),
  -- Who asks and how to reply.
  person text not null,
  received_on date not null,
  channel text not null check (channel in ('mail', 'letter', 'phone', 'desk', 'other')),
  identity_check text,
  due_on date not null,
  extension_reason text,
  decision text check (decision in ('granted', 'partial', 'refused')),
  ground text,
  created_at timestamptz not null,
  closed_at timestamptz
);
create index privacy_requests_open on privacy_requests (due_on) where closed_at is null;

create table privacy_request_entries (
  request_id bigint not null references privacy_requests (id) on delete cascade,
  entry_id bigint not null,
  state text not null check (state in ('found', 'done', 'refused')),
  reason text,
  people json,
  withheld json,
  primary key (request_id, entry_id)
);
create index privacy_request_entries_entry on privacy_request_entries (entry_id);

create table privacy_request_steps (
  id bigint generated always as identity primary key,
  request_id bigint not null references privacy_requests (id) on delete cascade,
  at timestamptz not null,
  author text not null,
  step text not null,
  detail json not null
);
create index privacy_request_steps_request on privacy_request_steps (request_id);

-- Keyed hashes of phones and e-mail addresses of persons who object to being contacted.
create table objections (
  id bigint generated always as identity primary key,
  hash text not null unique,
  kind text not null check (kind in ('phone', 'email')),
  objected_on date not null,
  expires_on date not null,
  request_id bigint
);

-- A rule that is not confirmed does not run.
create table retention_rules (
  name text primary key,
  days integer not null,
  confirmed_at timestamptz,
  confirmed_by text
);

create table retention_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  counts json not null
);

-- What the data protection officer adds to the register of treatments.
create table register_texts (
  treatment text primary key,
  text text not null,
  author text not null,
  changed_at timestamptz not null
);
