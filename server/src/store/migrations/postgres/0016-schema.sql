-- The whole schema. Until version 1.0 this file is edited; from then on each change is a new migration. Its number is
-- 16 because migrations 1 to 15 led to the same tables (earlier-schema.ts), and a program that knows only those has to
-- refuse this database as newer than itself.

-- Residences: their groups, and the details returned to callers.

create table "groups" (
  id integer primary key,
  slug text not null unique,
  name text not null,
  detail text not null
);

create table establishments (
  id integer primary key,
  group_id integer not null references "groups" (id),
  name text not null,
  details json not null
);

create table staff (
  id bigint generated always as identity primary key,
  establishment_id integer not null references establishments (id),
  name text not null,
  job text not null,
  medical smallint not null,
  doctor smallint not null,
  active smallint not null
);
create index staff_establishment on staff (establishment_id);

create table announcements (
  id bigint primary key,
  establishment_id integer not null references establishments (id),
  title text not null,
  open smallint not null
);
create index announcements_establishment on announcements (establishment_id);

-- Access: callers with passwords and webhook endpoints, partners with tokens, users of the desk.

create table callers (
  id bigint generated always as identity primary key,
  name text not null unique,
  created_at timestamptz not null
);

create table passwords (
  id bigint generated always as identity primary key,
  caller_id bigint not null references callers (id),
  hash text not null unique,
  scope text not null check (scope in ('full', 'browser')),
  origins json not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);

create table endpoints (
  id bigint generated always as identity primary key,
  caller_id bigint not null references callers (id),
  url text not null,
  events json,
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  state text not null default 'on' check (state in ('on', 'held', 'off')),
  reason text,
  last_failed smallint not null default 0,
  failing_since timestamptz,
  -- Failures are counted anew after days without an attempt: a jump of the clock must not turn minutes of failure into days.
  failed_at timestamptz,
  created_at timestamptz not null
);
create index endpoints_caller on endpoints (caller_id);

create table partners (
  id bigint generated always as identity primary key,
  slug text not null unique,
  created_at timestamptz not null
);

create table tokens (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partners (id),
  hash text not null unique,
  until date,
  created_at timestamptz not null,
  revoked_at timestamptz
);

create table users (
  id bigint generated always as identity primary key,
  email text not null unique,
  name text not null,
  password_hash text,
  invitation_hash text unique,
  invitation_until timestamptz,
  totp_secret text,
  totp_since timestamptz,
  totp_step integer,
  mail text check (mail in ('at-once', 'digest', 'none')),
  disabled_at timestamptz,
  created_at timestamptz not null
);

create table grants (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  role text not null check (role in ('administrator', 'direction', 'commercial', 'reader')),
  establishment_id integer references establishments (id)
);
create index grants_user on grants (user_id);

create table sessions (
  hash text primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table recovery_codes (
  hash text primary key,
  user_id bigint not null references users (id) on delete cascade
);
create index recovery_codes_user on recovery_codes (user_id);

-- From these addresses their users may sign in regardless of the limits on failed attempts.
create table known_addresses (
  hash text primary key,
  user_id bigint not null references users (id) on delete cascade,
  seen_at timestamptz not null
);
create index known_addresses_user on known_addresses (user_id, seen_at);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id bigint references users (id),
  author text not null,
  address text,
  action text not null,
  subject text,
  subject_id bigint,
  detail json not null
);
create index audit_at on audit (at, id);
create index audit_user on audit (user_id, at, id);
create index audit_action on audit (action, at, id);
-- Created before audit_subject: SQLite prefers the older of two equally suitable indexes.
create index audit_subject_action on audit (subject, action, at, id);
create index audit_subject on audit (subject, at, id);
create index audit_about on audit (subject_id, at, id);

-- Entries: what arrives and what staff make of it.

create table entries (
  id bigint generated by default as identity primary key,
  kind text not null check (kind in ('commercial', 'survey', 'postuler')),
  establishment_id integer references establishments (id),
  caller_id bigint references callers (id),
  partner_id bigint references partners (id),
  custom_id text,
  type text,
  sejour_type text,
  resultat text,
  motif text,
  stage text,
  status text not null check (status in ('new', 'processed')),
  flagged smallint not null,
  spam smallint not null default 0,
  suspicion text check (suspicion in ('trap', 'haste')),
  duplicate_of bigint references entries (id) on delete set null,
  test smallint not null,
  contact_date date not null,
  received_at timestamptz not null,
  comment text,
  comment_by text,
  gclid text,
  -- Remembered when the gclid is deleted.
  advertised smallint not null default 0,
  partnerid text,
  sequence integer not null default 0,
  announcement_id bigint,
  owner_id bigint references users (id),
  fields json not null,
  extra json,
  browser smallint not null default 0
);
-- A look-up by customId prefers entries from a full password, then those that are not spam, then the newest.
create index entries_custom_id on entries (caller_id, custom_id, browser, spam, id desc) where custom_id is not null;
-- A hash, because a partnerid may be longer than a B-tree takes.
create index entries_partnerid on entries using hash (partnerid) where partnerid is not null;
create index entries_test on entries (received_at) where test = 1;
create index entries_duplicate_of on entries (duplicate_of) where duplicate_of is not null;
-- Entries with a click identifier that have reached a stage: the candidates for conversions.
create index entries_conversions on entries (received_at, id)
  where kind = 'commercial' and test = 0 and stage is not null
    and (gclid is not null or extra ->> 'gbraid' is not null or extra ->> 'wbraid' is not null);
-- For the lists of the desk. This index holds every column they filter by, so that a list reads it instead of the rows,
-- which are seven times as wide.
create index entries_filters on entries (
  kind, id, establishment_id, contact_date, status, flagged, test, spam, suspicion, duplicate_of, type, sejour_type,
  resultat, motif, stage, partner_id, announcement_id
);
create index entries_dated on entries (kind, contact_date, id)
  where test = 0 and spam = 0 and duplicate_of is null;
create index entries_waiting on entries (kind, id)
  where status = 'new' and test = 0 and spam = 0 and duplicate_of is null;
create index entries_flagged on entries (kind, id)
  where flagged = 1 and test = 0 and spam = 0 and duplicate_of is null;
create index entries_spam on entries (kind, id) where spam = 1;
create index entries_unassigned on entries (kind, id)
  where establishment_id is null and test = 0 and spam = 0 and duplicate_of is null;

create table entry_phones (
  key text not null,
  entry_id bigint not null references entries (id),
  primary key (key, entry_id)
);
create index entry_phones_entry on entry_phones (entry_id);

-- The full-text index of entries: words of names, e-mail addresses.
create table entry_words (
  entry_id bigint primary key references entries (id) on delete cascade,
  words tsvector not null
);
create index entry_words_words on entry_words using gin (words);

create table relations (
  entry_id bigint not null references entries (id),
  position integer not null,
  fields json not null,
  extra json,
  primary key (entry_id, position)
);

create table actions (
  entry_id bigint not null references entries (id),
  position integer not null,
  date date,
  time text,
  comment text,
  stage text,
  done smallint not null,
  author text,
  extra json,
  primary key (entry_id, position)
);
create index actions_planned on actions (date, entry_id) where done = 0;

create table files (
  entry_id bigint primary key references entries (id),
  name text not null,
  type text not null,
  content bytea not null
);

create table orientations (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partners (id),
  numero text,
  entry_id bigint not null references entries (id),
  message json not null,
  test smallint not null,
  unique (partner_id, numero, test)
);
create index orientations_entry on orientations (entry_id);

create table idempotency_keys (
  sender text not null,
  key text not null,
  content_hash text not null,
  entry_id bigint not null,
  expires_at timestamptz not null,
  primary key (sender, key)
);
create index idempotency_keys_entry on idempotency_keys (entry_id);

create table upload_bytes (
  day date not null,
  address text not null,
  bytes bigint not null,
  primary key (day, address)
);

create table history (
  id bigint generated always as identity primary key,
  entry_id bigint not null references entries (id),
  at timestamptz not null,
  author text not null,
  change text not null,
  detail json not null
);
-- Includes the id: without it the planner reads the whole history backwards to find an entry's newest line.
create index history_entry on history (entry_id, id);
-- The newest follow-ups of an orientation, however many updates it has had.
create index history_followups on history (entry_id, id) where change = 'followup';

-- Events and their deliveries to the callers that sent the entries.

create table outbox (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null references endpoints (id),
  entry_id bigint references entries (id),
  webhook_id text not null unique,
  event text not null,
  sequence integer not null,
  body text not null,
  created_at timestamptz not null,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null,
  next_at timestamptz,
  finished_at timestamptz
);
create index outbox_due on outbox (endpoint_id, next_at) where state = 'pending';
create index outbox_entry on outbox (entry_id);
-- The lists of deliveries, newest first, of one endpoint or of all.
create index outbox_endpoint on outbox (endpoint_id, id);
create index outbox_failed on outbox (finished_at) where state = 'failed';
create index outbox_failed_newest on outbox (id) where state = 'failed';
create index outbox_failed_endpoint on outbox (endpoint_id, id) where state = 'failed';

create table attempts (
  id bigint generated always as identity primary key,
  outbox_id bigint not null references outbox (id) on delete cascade,
  at timestamptz not null,
  status integer,
  ms integer not null,
  failure_reason text,
  response_excerpt text not null
);
create index attempts_outbox on attempts (outbox_id);

-- Statistics, kept by the transactions that change entries.

create table contact_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  total integer not null,
  has_action integer not null,
  primary key (year, establishment_id)
);

create table lead_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  month integer not null,
  type text not null,
  advertised smallint not null,
  reached integer not null,
  count integer not null,
  primary key (year, establishment_id, month, type, advertised, reached)
);

create table delay_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  measure text not null check (measure in ('contact', 'admission')),
  month integer not null,
  value integer not null,
  count integer not null,
  primary key (year, establishment_id, measure, month, value)
);

-- Mail: notifications for staff, and the mails sent for them.

create table notifications (
  id bigint generated always as identity primary key,
  entry_id bigint not null references entries (id) on delete cascade,
  created_at timestamptz not null,
  notified smallint not null default 0,
  digested smallint not null default 0
);
create index notifications_entry on notifications (entry_id);
create index notifications_pending on notifications (id) where notified = 0;
create index notifications_undigested on notifications (id) where digested = 0;

create table deferred_notifications (
  user_id bigint not null references users (id) on delete cascade,
  entry_id bigint not null references entries (id) on delete cascade,
  deferred_at timestamptz not null,
  primary key (user_id, entry_id)
);
create index deferred_notifications_entry on deferred_notifications (entry_id);
create index deferred_notifications_deferred on deferred_notifications (deferred_at);

create table mails (
  id bigint generated always as identity primary key,
  message_id text not null unique,
  user_id bigint not null references users (id),
  entry_id bigint references entries (id) on delete cascade,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  state text not null check (state in ('pending', 'sent', 'failed')),
  attempts integer not null,
  next_at timestamptz,
  finished_at timestamptz,
  failure_reason text
);
create index mails_due on mails (next_at) where state = 'pending';
create index mails_state on mails (state, id);
create index mails_entry on mails (entry_id);
create index mails_user on mails (user_id, created_at);

-- Conversions: the settings of the export, and the conversions already served.

create table conversion_settings (
  id integer primary key check (id = 1),
  enabled smallint not null,
  consent_assured smallint not null,
  qualified_name text not null,
  qualified_cents integer,
  admitted_name text not null,
  admitted_cents integer,
  password_hash text,
  password_made_at timestamptz,
  pulled_at timestamptz
);

create table conversions (
  id bigint generated always as identity primary key,
  -- No reference: what was served of an entry that is deleted has to be retracted.
  entry_id bigint not null,
  milestone text not null check (milestone in ('qualified', 'admitted')),
  converted_at timestamptz not null,
  name text not null,
  cents integer,
  first_served_at timestamptz not null,
  retracted_at timestamptz,
  unique (entry_id, milestone)
);
create index conversions_served on conversions (first_served_at, id);
create index conversions_retracted on conversions (retracted_at, id) where retracted_at is not null;

-- The installation itself.

-- The check value of its secret key, notes for `doctor`.
create table installation (name text primary key, value text not null);

-- Each process caches callers and residences. Triggers increment the number at every change, including one made by hand
-- with an SQL client, and every process then reloads them.
create table revisions (subject text primary key, number integer not null);
insert into revisions (subject, number) values ('access', 1), ('residences', 1);

create function revise() returns trigger language plpgsql as $$
begin
  update revisions set number = number + 1 where subject = tg_argv[0];
  perform pg_notify('accueil_revision', tg_argv[0]);
  return null;
end $$;
create trigger revise_callers after insert or update or delete on callers
  for each statement execute function revise('access');
create trigger revise_passwords after insert or update or delete on passwords
  for each statement execute function revise('access');
create trigger revise_partners after insert or update or delete on partners
  for each statement execute function revise('access');
create trigger revise_tokens after insert or update or delete on tokens
  for each statement execute function revise('access');
create trigger revise_groups after insert or update or delete on "groups"
  for each statement execute function revise('residences');
create trigger revise_establishments after insert or update or delete on establishments
  for each statement execute function revise('residences');
create trigger revise_staff after insert or update or delete on staff
  for each statement execute function revise('residences');
create trigger revise_announcements after insert or update or delete on announcements
  for each statement execute function revise('residences');
