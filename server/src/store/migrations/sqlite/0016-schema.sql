-- The schema that migrations 1 to 15 led to (earlier-schema.ts), in one file. Its number is 16, so that a program that knows
-- only those refuses this database as newer than itself.

-- Residences: their groups, and the details returned to callers.

create table "groups" (
  id integer primary key,
  slug text not null unique,
  name text not null,
  detail text not null
) strict;

create table establishments (
  id integer primary key,
  group_id integer not null references "groups" (id),
  name text not null,
  details text not null
) strict;

create table staff (
  id integer primary key autoincrement,
  establishment_id integer not null references establishments (id),
  name text not null,
  job text not null,
  medical integer not null,
  doctor integer not null,
  active integer not null
) strict;
create index staff_establishment on staff (establishment_id);

create table announcements (
  id integer primary key,
  establishment_id integer not null references establishments (id),
  title text not null,
  open integer not null
) strict;
create index announcements_establishment on announcements (establishment_id);

-- Access: callers with passwords and webhook endpoints, partners with tokens, users of the desk.

create table callers (
  id integer primary key autoincrement,
  name text not null unique,
  created_at text not null
) strict;

create table passwords (
  id integer primary key autoincrement,
  caller_id integer not null references callers (id),
  hash text not null unique,
  scope text not null check (scope in ('full', 'browser')),
  origins text not null,
  created_at text not null,
  revoked_at text
) strict;

create table endpoints (
  id integer primary key autoincrement,
  caller_id integer not null references callers (id),
  url text not null,
  events text,
  secret text not null,
  previous_secret text,
  previous_until text,
  state text not null default 'on' check (state in ('on', 'held', 'off')),
  reason text,
  last_failed integer not null default 0,
  failing_since text,
  -- Failures are counted anew after days without an attempt: a jump of the clock must not turn minutes of failure into days.
  failed_at text,
  created_at text not null
) strict;
create index endpoints_caller on endpoints (caller_id);

create table partners (
  id integer primary key autoincrement,
  slug text not null unique,
  created_at text not null
) strict;

create table tokens (
  id integer primary key autoincrement,
  partner_id integer not null references partners (id),
  hash text not null unique,
  until text,
  created_at text not null,
  revoked_at text
) strict;

create table users (
  id integer primary key autoincrement,
  email text not null unique,
  name text not null,
  password_hash text,
  invitation_hash text unique,
  invitation_until text,
  totp_secret text,
  totp_since text,
  totp_step integer,
  mail text check (mail in ('at-once', 'digest', 'none')),
  disabled_at text,
  created_at text not null
) strict;

create table grants (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  role text not null check (role in ('administrator', 'direction', 'commercial', 'reader')),
  establishment_id integer references establishments (id)
) strict;
create index grants_user on grants (user_id);

create table sessions (
  hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  created_at text not null,
  seen_at text not null
) strict, without rowid;
create index sessions_user on sessions (user_id);

create table recovery_codes (
  hash text primary key,
  user_id integer not null references users (id) on delete cascade
) strict, without rowid;
create index recovery_codes_user on recovery_codes (user_id);

-- From these addresses their users may sign in regardless of the limits on failed attempts.
create table known_addresses (
  hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  seen_at text not null
) strict, without rowid;
create index known_addresses_user on known_addresses (user_id, seen_at);

create table audit (
  id integer primary key autoincrement,
  at text not null,
  user_id integer references users (id),
  author text not null,
  address text,
  action text not null,
  subject text,
  subject_id integer,
  detail text not null
) strict;
create index audit_at on audit (at, id);
create index audit_user on audit (user_id, at, id);
create index audit_action on audit (action, at, id);
-- Created before audit_subject: SQLite prefers the older of two equally suitable indexes.
create index audit_subject_action on audit (subject, action, at, id);
create index audit_subject on audit (subject, at, id);
create index audit_about on audit (subject_id, at, id);

-- Entries: what arrives and what staff make of it.

create table entries (
  id integer primary key autoincrement,
  kind text not null check (kind in ('commercial', 'survey', 'postuler')),
  establishment_id integer references establishments (id),
  caller_id integer references callers (id),
  partner_id integer references partners (id),
  custom_id text,
  type text,
  sejour_type text,
  resultat text,
  motif text,
  stage text,
  status text not null check (status in ('new', 'processed')),
  flagged integer not null,
  spam integer not null default 0,
  suspicion text check (suspicion in ('trap', 'haste')),
  duplicate_of integer references entries (id) on delete set null,
  test integer not null,
  contact_date text not null,
  received_at text not null,
  comment text,
  comment_by text,
  gclid text,
  -- Remembered when the gclid is deleted.
  advertised integer not null default 0,
  partnerid text,
  sequence integer not null default 0,
  announcement_id integer,
  owner_id integer references users (id),
  fields text not null,
  extra text,
  browser integer not null default 0
) strict;
-- A look-up by customId prefers entries from a full password, then those that are not spam, then the newest.
create index entries_custom_id on entries (caller_id, custom_id, browser, spam, id desc) where custom_id is not null;
create index entries_partnerid on entries (partnerid) where partnerid is not null;
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
-- Statistics of a large installation. Without them SQLite considers all of these indexes equally small.
analyze sqlite_schema;
insert into sqlite_stat1 (tbl, idx, stat) values
  ('entries', 'entries_filters', '1000000 1000000 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'),
  ('entries', 'entries_dated', '1000000 1000000 300 1'),
  ('entries', 'entries_waiting', '10000 10000 1'),
  ('entries', 'entries_flagged', '10000 10000 1'),
  ('entries', 'entries_spam', '10000 10000 1'),
  ('entries', 'entries_unassigned', '10000 10000 1');
analyze sqlite_schema;

create table entry_phones (
  key text not null,
  entry_id integer not null references entries (id),
  primary key (key, entry_id)
) strict, without rowid;
create index entry_phones_entry on entry_phones (entry_id);

-- The full-text index of entries: words of names, e-mail addresses. It is contentless: the words themselves are not kept.
create virtual table entry_words using fts5 (
  words, content = '', contentless_delete = 1, detail = none, prefix = '2 3',
  tokenize = "ascii tokenchars '@._+-'''"
);

create table relations (
  entry_id integer not null references entries (id),
  position integer not null,
  fields text not null,
  extra text,
  primary key (entry_id, position)
) strict, without rowid;

create table actions (
  entry_id integer not null references entries (id),
  position integer not null,
  date text,
  time text,
  comment text,
  stage text,
  done integer not null,
  author text,
  extra text,
  primary key (entry_id, position)
) strict, without rowid;
create index actions_planned on actions (date, entry_id) where done = 0;

create table files (
  entry_id integer primary key references entries (id),
  name text not null,
  type text not null,
  content blob not null
) strict;

create table orientations (
  id integer primary key autoincrement,
  partner_id integer not null references partners (id),
  numero text,
  entry_id integer not null references entries (id),
  message text not null,
  test integer not null,
  unique (partner_id, numero, test)
) strict;
create index orientations_entry on orientations (entry_id);

create table idempotency_keys (
  sender text not null,
  key text not null,
  content_hash text not null,
  entry_id integer not null,
  expires_at text not null,
  primary key (sender, key)
) strict, without rowid;
create index idempotency_keys_entry on idempotency_keys (entry_id);

create table upload_bytes (
  day text not null,
  address text not null,
  bytes integer not null,
  primary key (day, address)
) strict, without rowid;

create table history (
  id integer primary key autoincrement,
  entry_id integer not null references entries (id),
  at text not null,
  author text not null,
  change text not null,
  detail text not null
) strict;
create index history_entry on history (entry_id);
-- The newest follow-ups of an orientation, however many updates it has had.
create index history_followups on history (entry_id, id) where change = 'followup';

-- Events and their deliveries to the callers that sent the entries.

create table outbox (
  id integer primary key autoincrement,
  endpoint_id integer not null references endpoints (id),
  entry_id integer references entries (id),
  webhook_id text not null unique,
  event text not null,
  sequence integer not null,
  body text not null,
  created_at text not null,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null,
  next_at text,
  finished_at text
) strict;
create index outbox_due on outbox (endpoint_id, next_at) where state = 'pending';
create index outbox_entry on outbox (entry_id);
-- The lists of deliveries, newest first, of one endpoint or of all.
create index outbox_endpoint on outbox (endpoint_id, id);
create index outbox_failed on outbox (finished_at) where state = 'failed';
create index outbox_failed_newest on outbox (id) where state = 'failed';
create index outbox_failed_endpoint on outbox (endpoint_id, id) where state = 'failed';

create table attempts (
  id integer primary key autoincrement,
  outbox_id integer not null references outbox (id) on delete cascade,
  at text not null,
  status integer,
  ms integer not null,
  failure_reason text,
  response_excerpt text not null
) strict;
create index attempts_outbox on attempts (outbox_id);

-- Statistics, kept by the transactions that change entries.

create table contact_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  total integer not null,
  has_action integer not null,
  primary key (year, establishment_id)
) strict, without rowid;

create table lead_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  month integer not null,
  type text not null,
  advertised integer not null,
  reached integer not null,
  count integer not null,
  primary key (year, establishment_id, month, type, advertised, reached)
) strict, without rowid;

create table delay_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  measure text not null check (measure in ('contact', 'admission')),
  month integer not null,
  value integer not null,
  count integer not null,
  primary key (year, establishment_id, measure, month, value)
) strict, without rowid;

-- Mail: notifications for staff, and the mails sent for them.

create table notifications (
  id integer primary key autoincrement,
  entry_id integer not null references entries (id) on delete cascade,
  created_at text not null,
  notified integer not null default 0,
  digested integer not null default 0
) strict;
create index notifications_entry on notifications (entry_id);
create index notifications_pending on notifications (id) where notified = 0;
create index notifications_undigested on notifications (id) where digested = 0;

create table deferred_notifications (
  user_id integer not null references users (id) on delete cascade,
  entry_id integer not null references entries (id) on delete cascade,
  deferred_at text not null,
  primary key (user_id, entry_id)
) strict, without rowid;
create index deferred_notifications_entry on deferred_notifications (entry_id);
create index deferred_notifications_deferred on deferred_notifications (deferred_at);

create table mails (
  id integer primary key autoincrement,
  message_id text not null unique,
  user_id integer not null references users (id),
  entry_id integer references entries (id) on delete cascade,
  subject text not null,
  body text not null,
  created_at text not null,
  state text not null check (state in ('pending', 'sent', 'failed')),
  attempts integer not null,
  next_at text,
  finished_at text,
  failure_reason text
) strict;
create index mails_due on mails (next_at) where state = 'pending';
create index mails_state on mails (state, id);
create index mails_entry on mails (entry_id);
create index mails_user on mails (user_id, created_at);

-- Conversions: the settings of the export, and the conversions already served.

create table conversion_settings (
  id integer primary key check (id = 1),
  enabled integer not null,
  consent_assured integer not null,
  qualified_name text not null,
  qualified_cents integer,
  admitted_name text not null,
  admitted_cents integer,
  password_hash text,
  password_made_at text,
  pulled_at text
) strict;

create table conversions (
  id integer primary key autoincrement,
  -- No reference: what was served of an entry that is deleted has to be retracted.
  entry_id integer not null,
  milestone text not null check (milestone in ('qualified', 'admitted')),
  converted_at text not null,
  name text not null,
  cents integer,
  first_served_at text not null,
  retracted_at text,
  unique (entry_id, milestone)
) strict;
create index conversions_served on conversions (first_served_at, id);
create index conversions_retracted on conversions (retracted_at, id) where retracted_at is not null;

-- The installation itself.

-- The check value of its secret key, notes for `doctor`.
create table installation (name text primary key, value text not null) strict, without rowid;

-- Each process caches callers and residences. Triggers increment the number at every change, including one made by hand
-- with an SQL client, and every process then reloads them.
create table revisions (subject text primary key, number integer not null) strict, without rowid;
insert into revisions (subject, number) values ('access', 1), ('residences', 1);

create trigger revise_callers_insert after insert on callers begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_callers_update after update on callers begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_callers_delete after delete on callers begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_passwords_insert after insert on passwords begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_passwords_update after update on passwords begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_passwords_delete after delete on passwords begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_partners_insert after insert on partners begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_partners_update after update on partners begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_partners_delete after delete on partners begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_tokens_insert after insert on tokens begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_tokens_update after update on tokens begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_tokens_delete after delete on tokens begin update revisions set number = number + 1 where subject = 'access'; end;
create trigger revise_groups_insert after insert on "groups" begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_groups_update after update on "groups" begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_groups_delete after delete on "groups" begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_establishments_insert after insert on establishments begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_establishments_update after update on establishments begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_establishments_delete after delete on establishments begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_staff_insert after insert on staff begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_staff_update after update on staff begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_staff_delete after delete on staff begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_announcements_insert after insert on announcements begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_announcements_update after update on announcements begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_announcements_delete after delete on announcements begin update revisions set number = number + 1 where subject = 'residences'; end;
