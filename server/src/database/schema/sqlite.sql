CREATE TABLE actions (
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

CREATE INDEX actions_planned on actions (date, entry_id) where done = 0;

CREATE TABLE announcements (
  id integer primary key,
  establishment_id integer not null references establishments (id),
  title text not null,
  open integer not null
) strict;

CREATE INDEX announcements_establishment on announcements (establishment_id);

CREATE TRIGGER revise_announcements_delete after delete on announcements begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TRIGGER revise_announcements_insert after insert on announcements begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TRIGGER revise_announcements_update after update on announcements begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TABLE attempts (
  id integer primary key autoincrement,
  outbox_id integer not null references outbox (id) on delete cascade,
  at text not null,
  status integer,
  ms integer not null,
  cause text,
  answer text not null
) strict;

CREATE INDEX attempts_outbox on attempts (outbox_id);

CREATE TABLE audit (
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

CREATE INDEX audit_about on audit (subject_id, at, id);

CREATE INDEX audit_action on audit (action, at, id);

CREATE INDEX audit_at on audit (at, id);

CREATE INDEX audit_subject on audit (subject, at, id);

CREATE INDEX audit_subject_action on audit (subject, action, at, id);

CREATE INDEX audit_user on audit (user_id, at, id);

CREATE TABLE callers (
  id integer primary key autoincrement,
  name text not null unique,
  created_at text not null
) strict;

CREATE TRIGGER revise_callers_delete after delete on callers begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TRIGGER revise_callers_insert after insert on callers begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TRIGGER revise_callers_update after update on callers begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TABLE contact_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  total integer not null,
  has_action integer not null,
  primary key (year, establishment_id)
) strict, without rowid;

CREATE TABLE conversion_settings (
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

CREATE TABLE conversions (
  id integer primary key autoincrement,
  entry_id integer not null,
  milestone text not null check (milestone in ('qualified', 'admitted')),
  converted_at text not null,
  name text not null,
  cents integer,
  first_served_at text not null,
  retracted_at text,
  unique (entry_id, milestone)
) strict;

CREATE INDEX conversions_retracted on conversions (retracted_at, id) where retracted_at is not null;

CREATE INDEX conversions_served on conversions (first_served_at, id);

CREATE TABLE delay_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  measure text not null check (measure in ('contact', 'admission')),
  month integer not null,
  value integer not null,
  count integer not null,
  primary key (year, establishment_id, measure, month, value)
) strict, without rowid;

CREATE TABLE endpoints (
  id integer primary key autoincrement,
  caller_id integer not null references callers (id),
  url text not null,
  secret text not null,
  created_at text not null
, events text, previous_secret text, previous_until text, state text not null default 'on' check (state in ('on', 'held', 'off')), reason text, last_failed integer not null default 0, failing_since text, failed_at text) strict;

CREATE INDEX endpoints_caller on endpoints (caller_id);

CREATE TABLE entries (
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
  status text not null check (status in ('new', 'processed')),
  flagged integer not null,
  test integer not null,
  contact_date text not null,
  received_at text not null,
  comment text,
  comment_by text,
  gclid text,
  partnerid text,
  announcement_id integer,
  fields text not null,
  extra text
, sequence integer not null default 0, spam integer not null default 0, duplicate_of integer references entries (id) on delete set null, stage text, advertised integer not null default 0, owner_id integer references users (id), suspicion text check (suspicion in ('trap', 'haste')), browser integer not null default 0) strict;

CREATE INDEX entries_aside on entries (kind, id)
  where test = 1 or spam = 1 or duplicate_of is not null;

CREATE INDEX entries_conversions on entries (received_at, id)
  where kind = 'commercial' and test = 0 and stage is not null
    and (gclid is not null or extra ->> 'gbraid' is not null or extra ->> 'wbraid' is not null);

CREATE INDEX entries_custom_id on entries (caller_id, custom_id, browser, spam, id desc) where custom_id is not null;

CREATE INDEX entries_dated on entries (kind, contact_date, id, establishment_id)
  where test = 0 and spam = 0 and duplicate_of is null;

CREATE INDEX entries_duplicate_of on entries (duplicate_of) where duplicate_of is not null;

CREATE INDEX entries_ended on entries (
  kind, resultat, motif, id, establishment_id, contact_date, flagged, type, sejour_type, stage, partner_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

CREATE INDEX entries_flagged on entries (
  kind, id, establishment_id, contact_date, status, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where flagged = 1 and test = 0 and spam = 0 and duplicate_of is null;

CREATE INDEX entries_listed on entries (
  kind, establishment_id, id, contact_date, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

CREATE INDEX entries_listed_all on entries (
  kind, id, establishment_id, contact_date, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

CREATE INDEX entries_oriented on entries (
  kind, id, establishment_id, contact_date, status, flagged, type, sejour_type, resultat, motif, stage, partner_id
) where partner_id is not null and test = 0 and spam = 0 and duplicate_of is null;

CREATE INDEX entries_partnerid on entries (partnerid) where partnerid is not null;

CREATE INDEX entries_staged on entries (
  kind, stage, id, establishment_id, contact_date, flagged, type, sejour_type, resultat, motif, partner_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

CREATE INDEX entries_test on entries (received_at) where test = 1;

CREATE INDEX entries_typed on entries (
  kind, type, sejour_type, id, establishment_id, contact_date, flagged, resultat, motif, stage, partner_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

CREATE INDEX entries_unassigned on entries (kind, id)
  where establishment_id is null and test = 0 and spam = 0 and duplicate_of is null;

CREATE INDEX entries_waiting on entries (
  kind, id, establishment_id, contact_date, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where status = 'new' and test = 0 and spam = 0 and duplicate_of is null;

CREATE TABLE entry_phones (
  key text not null,
  entry_id integer not null references entries (id),
  primary key (key, entry_id)
) strict, without rowid;

CREATE INDEX entry_phones_entry on entry_phones (entry_id);

CREATE VIRTUAL TABLE entry_words using fts5 (
  words, content = '', contentless_delete = 1, detail = none, prefix = '2 3',
  tokenize = "ascii tokenchars '@._+-'''"
);

CREATE TABLE establishments (
  id integer primary key,
  group_id integer not null references "groups" (id),
  name text not null,
  details text not null
) strict;

CREATE TRIGGER revise_establishments_delete after delete on establishments begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TRIGGER revise_establishments_insert after insert on establishments begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TRIGGER revise_establishments_update after update on establishments begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TABLE files (
  entry_id integer primary key references entries (id),
  name text not null,
  type text not null,
  content blob not null
) strict;

CREATE TABLE grants (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  role text not null check (role in ('administrator', 'direction', 'commercial', 'reader')),
  establishment_id integer references establishments (id)
) strict;

CREATE INDEX grants_user on grants (user_id);

CREATE TABLE "groups" (
  id integer primary key,
  slug text not null unique,
  name text not null,
  detail text not null
) strict;

CREATE TRIGGER revise_groups_delete after delete on "groups" begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TRIGGER revise_groups_insert after insert on "groups" begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TRIGGER revise_groups_update after update on "groups" begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TABLE held_notices (
  user_id integer not null references users (id) on delete cascade,
  entry_id integer not null references entries (id) on delete cascade,
  held_at text not null,
  primary key (user_id, entry_id)
) strict, without rowid;

CREATE INDEX held_notices_entry on held_notices (entry_id);

CREATE INDEX held_notices_held on held_notices (held_at);

CREATE TABLE history (
  id integer primary key autoincrement,
  entry_id integer not null references entries (id),
  at text not null,
  author text not null,
  change text not null,
  detail text not null
) strict;

CREATE INDEX history_entry on history (entry_id);

CREATE INDEX history_followups on history (entry_id, id) where change = 'followup';

CREATE TABLE installation (name text primary key, value text not null) strict, without rowid;

CREATE TABLE known_addresses (
  hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  seen_at text not null
) strict, without rowid;

CREATE INDEX known_addresses_user on known_addresses (user_id, seen_at);

CREATE TABLE lead_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  month integer not null,
  type text not null,
  advertised integer not null,
  reached integer not null,
  count integer not null,
  primary key (year, establishment_id, month, type, advertised, reached)
) strict, without rowid;

CREATE TABLE mails (
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
  cause text
) strict;

CREATE INDEX mails_due on mails (next_at) where state = 'pending';

CREATE INDEX mails_entry on mails (entry_id);

CREATE INDEX mails_state on mails (state, id);

CREATE INDEX mails_user on mails (user_id, created_at);

CREATE TABLE migrations (
  number integer primary key, name text not null, applied_at text not null
) strict;

CREATE TABLE notices (
  id integer primary key autoincrement,
  entry_id integer not null references entries (id) on delete cascade,
  created_at text not null,
  told integer not null default 0,
  digested integer not null default 0
) strict;

CREATE INDEX notices_entry on notices (entry_id);

CREATE INDEX notices_undigested on notices (id) where digested = 0;

CREATE INDEX notices_untold on notices (id) where told = 0;

CREATE TABLE orientations (
  id integer primary key autoincrement,
  partner_id integer not null references partners (id),
  numero text,
  entry_id integer not null references entries (id),
  message text not null,
  test integer not null,
  unique (partner_id, numero, test)
) strict;

CREATE INDEX orientations_entry on orientations (entry_id);

CREATE TABLE outbox (
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

CREATE INDEX outbox_due on outbox (endpoint_id, next_at) where state = 'pending';

CREATE INDEX outbox_endpoint on outbox (endpoint_id, id);

CREATE INDEX outbox_entry on outbox (entry_id);

CREATE INDEX outbox_failed on outbox (finished_at) where state = 'failed';

CREATE INDEX outbox_failed_endpoint on outbox (endpoint_id, id) where state = 'failed';

CREATE INDEX outbox_failed_newest on outbox (id) where state = 'failed';

CREATE TABLE partners (
  id integer primary key autoincrement,
  slug text not null unique,
  created_at text not null
) strict;

CREATE TRIGGER revise_partners_delete after delete on partners begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TRIGGER revise_partners_insert after insert on partners begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TRIGGER revise_partners_update after update on partners begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TABLE passwords (
  id integer primary key autoincrement,
  caller_id integer not null references callers (id),
  hash text not null unique,
  scope text not null check (scope in ('full', 'browser')),
  origins text not null,
  created_at text not null,
  revoked_at text
) strict;

CREATE TRIGGER revise_passwords_delete after delete on passwords begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TRIGGER revise_passwords_insert after insert on passwords begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TRIGGER revise_passwords_update after update on passwords begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TABLE receipts (
  sender text not null,
  key text not null,
  content_hash text not null,
  entry_id integer not null,
  expires_at text not null,
  primary key (sender, key)
) strict, without rowid;

CREATE INDEX receipts_entry on receipts (entry_id);

CREATE TABLE recovery_codes (
  hash text primary key,
  user_id integer not null references users (id) on delete cascade
) strict, without rowid;

CREATE INDEX recovery_codes_user on recovery_codes (user_id);

CREATE TABLE relations (
  entry_id integer not null references entries (id),
  position integer not null,
  fields text not null,
  extra text,
  primary key (entry_id, position)
) strict, without rowid;

CREATE TABLE revisions (subject text primary key, number integer not null) strict, without rowid;

CREATE TABLE sessions (
  hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  created_at text not null,
  seen_at text not null
) strict, without rowid;

CREATE INDEX sessions_user on sessions (user_id);

CREATE TABLE staff (
  id integer primary key autoincrement,
  establishment_id integer not null references establishments (id),
  name text not null,
  job text not null,
  medical integer not null,
  doctor integer not null,
  active integer not null
) strict;

CREATE INDEX staff_establishment on staff (establishment_id);

CREATE TRIGGER revise_staff_delete after delete on staff begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TRIGGER revise_staff_insert after insert on staff begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TRIGGER revise_staff_update after update on staff begin
  update revisions set number = number + 1 where subject = 'residences';
end;

CREATE TABLE tokens (
  id integer primary key autoincrement,
  partner_id integer not null references partners (id),
  hash text not null unique,
  until text,
  created_at text not null,
  revoked_at text
) strict;

CREATE TRIGGER revise_tokens_delete after delete on tokens begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TRIGGER revise_tokens_insert after insert on tokens begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TRIGGER revise_tokens_update after update on tokens begin
  update revisions set number = number + 1 where subject = 'access';
end;

CREATE TABLE upload_bytes (
  day text not null,
  address text not null,
  bytes integer not null,
  primary key (day, address)
) strict, without rowid;

CREATE TABLE users (
  id integer primary key autoincrement,
  email text not null unique,
  name text not null,
  password_hash text,
  invitation_hash text unique,
  invitation_until text,
  disabled_at text,
  created_at text not null
, mail text check (mail in ('at-once', 'digest', 'none')), totp_secret text, totp_since text, totp_step integer) strict;
