-- An installation as migrations 1 to 15 made it, with some rows in every table.
create table migrations (
  number integer primary key, name text not null, applied_at text not null
) strict;

-- 0001-begin.sql
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
  secret text not null,
  created_at text not null
) strict;

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
) strict;
create index entries_custom_id on entries (caller_id, custom_id) where custom_id is not null;
create index entries_test on entries (received_at) where test = 1;

create table entry_phones (
  key text not null,
  entry_id integer not null references entries (id),
  primary key (key, entry_id)
) strict, without rowid;
create index entry_phones_entry on entry_phones (entry_id);

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

create table receipts (
  sender text not null,
  key text not null,
  content_hash text not null,
  entry_id integer not null,
  expires_at text not null,
  primary key (sender, key)
) strict, without rowid;
create index receipts_entry on receipts (entry_id);

create table history (
  id integer primary key autoincrement,
  entry_id integer not null references entries (id),
  at text not null,
  author text not null,
  change text not null,
  detail text not null
) strict;
create index history_entry on history (entry_id);

create table contact_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  total integer not null,
  has_action integer not null,
  primary key (year, establishment_id)
) strict, without rowid;

-- What accueil knows of the installation itself: the check value of its secret key, notes for `doctor`.
create table installation (name text primary key, value text not null) strict, without rowid;

-- Processes keep callers and residences in memory: a change by any of them, or by hand, moves the number on.
create table revisions (subject text primary key, number integer not null) strict, without rowid;
insert into revisions (subject, number) values ('access', 1), ('residences', 1);
create trigger revise_callers_insert after insert on callers begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_callers_update after update on callers begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_callers_delete after delete on callers begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_passwords_insert after insert on passwords begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_passwords_update after update on passwords begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_passwords_delete after delete on passwords begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_partners_insert after insert on partners begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_partners_update after update on partners begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_partners_delete after delete on partners begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_tokens_insert after insert on tokens begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_tokens_update after update on tokens begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_tokens_delete after delete on tokens begin
  update revisions set number = number + 1 where subject = 'access';
end;
create trigger revise_groups_insert after insert on "groups" begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_groups_update after update on "groups" begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_groups_delete after delete on "groups" begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_establishments_insert after insert on establishments begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_establishments_update after update on establishments begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_establishments_delete after delete on establishments begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_staff_insert after insert on staff begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_staff_update after update on staff begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_staff_delete after delete on staff begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_announcements_insert after insert on announcements begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_announcements_update after update on announcements begin
  update revisions set number = number + 1 where subject = 'residences';
end;
create trigger revise_announcements_delete after delete on announcements begin
  update revisions set number = number + 1 where subject = 'residences';
end;

-- 0002-webhooks.sql
-- Events on entries, and how they reach those who sent the entries.
alter table entries add column sequence integer not null default 0;

alter table endpoints add column events text;
alter table endpoints add column previous_secret text;
alter table endpoints add column previous_until text;
alter table endpoints add column state text not null default 'on' check (state in ('on', 'held', 'off'));
alter table endpoints add column reason text;
alter table endpoints add column last_failed integer not null default 0;
alter table endpoints add column failing_since text;
create index endpoints_caller on endpoints (caller_id);

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
create index outbox_failed on outbox (finished_at) where state = 'failed';
create index outbox_entry on outbox (entry_id);

create table attempts (
  id integer primary key autoincrement,
  outbox_id integer not null references outbox (id) on delete cascade,
  at text not null,
  status integer,
  ms integer not null,
  cause text,
  answer text not null
) strict;
create index attempts_outbox on attempts (outbox_id);

-- 0003-acts.sql
alter table entries add column spam integer not null default 0;
alter table entries add column duplicate_of integer references entries (id) on delete set null;
create index entries_duplicate_of on entries (duplicate_of) where duplicate_of is not null;

-- 0004-desk.sql
-- Who signs in to the desk, and where each may do what.
create table users (
  id integer primary key autoincrement,
  email text not null unique,
  name text not null,
  password_hash text,
  invitation_hash text unique,
  invitation_until text,
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

-- Who did what, and who read whose record.
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
-- Before the next one: of two that promise as much SQLite takes the one made first.
create index audit_subject_action on audit (subject, action, at, id);
create index audit_subject on audit (subject, at, id);
create index audit_about on audit (subject_id, at, id);

-- The lists of deliveries, newest first, of an endpoint or of all.
create index outbox_endpoint on outbox (endpoint_id, id, state);
create index outbox_failed_newest on outbox (id) where state = 'failed';
create index outbox_failed_endpoint on outbox (endpoint_id, id) where state = 'failed';

-- What staff search an entry by: names, e-mail addresses. Kept by number alone: the words are nowhere else in it.
create virtual table entry_words using fts5 (
  words, content = '', contentless_delete = 1, detail = none, prefix = '2 3',
  tokenize = "ascii tokenchars '@._+-'''"
);

-- How far an entry has come: the stage of its newest done action.
alter table entries add column stage text;

-- The lists of the desk: what is neither a test, nor spam, nor a duplicate. Every filter is found in the index, so that
-- a list of which nearly nothing is wanted reads no entry in vain.
create index entries_listed on entries (
  kind, establishment_id, id, contact_date, status, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where test = 0 and spam = 0 and duplicate_of is null;
create index entries_listed_all on entries (
  kind, id, establishment_id, contact_date, status, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where test = 0 and spam = 0 and duplicate_of is null;
create index entries_dated on entries (kind, contact_date, id, establishment_id)
  where test = 0 and spam = 0 and duplicate_of is null;
create index entries_waiting on entries (kind, id, establishment_id)
  where status = 'new' and test = 0 and spam = 0 and duplicate_of is null;
create index entries_flagged on entries (kind, id, establishment_id)
  where flagged = 1 and test = 0 and spam = 0 and duplicate_of is null;
create index entries_aside on entries (kind, id)
  where test = 1 or spam = 1 or duplicate_of is not null;
create index entries_partnerid on entries (partnerid) where partnerid is not null;
create index actions_planned on actions (date, entry_id) where done = 0;

-- The statistics of the desk, kept in the transactions that change entries, as the yearly counts are: leads that stand
-- alike, and leads that took equally long. `reached`: see entries/lead-standing.ts.
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

-- Whether an entry came with the click identifier of an advertisement: remembered when the identifier itself is deleted.
alter table entries add column advertised integer not null default 0;

-- 0005-mail.sql
-- How often a user wants to be told by e-mail of what arrives; null until they have chosen.
alter table users add column mail text check (mail in ('at-once', 'digest', 'none'));

-- Something that staff are to be told of, written with the entry. `told`: whoever wants to know at once has a mail for it.
-- `digested`: a digest has counted it.
create table notices (
  id integer primary key autoincrement,
  entry_id integer not null references entries (id) on delete cascade,
  created_at text not null,
  told integer not null default 0,
  digested integer not null default 0
) strict;
create index notices_entry on notices (entry_id);
create index notices_untold on notices (id) where told = 0;
create index notices_undigested on notices (id) where digested = 0;

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
  cause text
) strict;
create index mails_due on mails (next_at) where state = 'pending';
create index mails_state on mails (state, id);
create index mails_entry on mails (entry_id);

-- 0006-owners.sql
-- Whoever among the staff has taken charge of an entry; only complaints have somebody.
alter table entries add column owner_id integer references users (id);

-- 0007-rare-filters.sql
-- What is rarely true of an entry, each with all that lists filter by: so that a list of which little is wanted reads
-- little. A new entry is in none of them.
create index entries_staged on entries (
  kind, stage, id, establishment_id, contact_date, status, flagged, type, sejour_type, resultat, motif, partner_id
) where stage is not null and test = 0 and spam = 0 and duplicate_of is null;
create index entries_ended on entries (
  kind, resultat, id, establishment_id, contact_date, status, flagged, type, sejour_type, motif, stage, partner_id
) where resultat is not null and test = 0 and spam = 0 and duplicate_of is null;
create index entries_reasoned on entries (
  kind, motif, id, establishment_id, contact_date, status, flagged, type, sejour_type, resultat, stage, partner_id
) where motif is not null and test = 0 and spam = 0 and duplicate_of is null;
create index entries_oriented on entries (
  kind, id, establishment_id, contact_date, status, flagged, type, sejour_type, resultat, motif, stage, partner_id
) where partner_id is not null and test = 0 and spam = 0 and duplicate_of is null;
create index entries_unassigned on entries (kind, id)
  where establishment_id is null and test = 0 and spam = 0 and duplicate_of is null;

-- The same of what waits for somebody: those few were looked up one by one.
drop index entries_waiting;
create index entries_waiting on entries (
  kind, id, establishment_id, contact_date, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where status = 'new' and test = 0 and spam = 0 and duplicate_of is null;
drop index entries_flagged;
create index entries_flagged on entries (
  kind, id, establishment_id, contact_date, status, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where flagged = 1 and test = 0 and spam = 0 and duplicate_of is null;

-- An entry that arrives is in no other list than that of what waits: the two that are as wide are of what staff have
-- dealt with. Lists of both read both (desk/entries/list-statements.ts). A third less to write for each that arrives.
drop index entries_listed;
create index entries_listed on entries (
  kind, establishment_id, id, contact_date, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;
drop index entries_listed_all;
create index entries_listed_all on entries (
  kind, id, establishment_id, contact_date, flagged, type, sejour_type, resultat, motif, stage, partner_id, announcement_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

-- 0008-suspicion.sql
-- Why an entry is presumed spam; null for one that is not, and once staff have decided.
alter table entries add column suspicion text check (suspicion in ('trap', 'haste'));

-- 0009-totp.sql
-- A second factor beside the password, for users who want one: the secret of their authenticator app, encrypted.
-- `totp_since`: null until a first code has shown that the app has it. `totp_step`: the newest half minute whose code was
-- used; each is good once.
alter table users add column totp_secret text;
alter table users add column totp_since text;
alter table users add column totp_step integer;

-- For who has lost the app: each is deleted when it is used.
create table recovery_codes (
  hash text primary key,
  user_id integer not null references users (id) on delete cascade
) strict, without rowid;
create index recovery_codes_user on recovery_codes (user_id);

-- 0010-conversions.sql
-- How conversions are exported; no row until an administrator has chosen something. Amounts in cents.
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

-- What has been served, as it was. Its entry may be deleted since: what was served is taken back then.
create table conversions (
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
create index conversions_served on conversions (first_served_at, id);
create index conversions_retracted on conversions (retracted_at, id) where retracted_at is not null;

-- Entries that came with a click and that something has been done for.
create index entries_conversions on entries (received_at, id)
  where kind = 'commercial' and test = 0 and stage is not null
    and (gclid is not null or extra ->> 'gbraid' is not null or extra ->> 'wbraid' is not null);

-- 0011-lists-by-type.sql
-- What staff have dealt with, by each thing that lists filter by, the entries that have none of it too: a list of which
-- little is wanted reads what it shows, whichever filters it has. In the order of ids within each combination of the
-- first columns: lists that name only one of them read each value of the other (desk/entries/list-parts.ts).
create index entries_typed on entries (
  kind, type, sejour_type, id, establishment_id, contact_date, flagged, resultat, motif, stage, partner_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

-- What arrives with an action, a result or a reason is in no other list than that of what waits.
drop index entries_staged;
create index entries_staged on entries (
  kind, stage, id, establishment_id, contact_date, flagged, type, sejour_type, resultat, motif, partner_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

-- By the result and the reason in one: an index less.
drop index entries_ended;
drop index entries_reasoned;
create index entries_ended on entries (
  kind, resultat, motif, id, establishment_id, contact_date, flagged, type, sejour_type, stage, partner_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

-- 0012-outbox.sql
-- The lists of deliveries of an endpoint. Without the state, what is delivered changes one page less.
drop index outbox_endpoint;
create index outbox_endpoint on outbox (endpoint_id, id);

-- 0013-sign-ins.sql
-- Addresses that users have signed in from: whatever strangers try, they may sign in from there. `hash`: the keyed hash of
-- the user's e-mail address and the network address.
create table known_addresses (
  hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  seen_at text not null
) strict, without rowid;
create index known_addresses_user on known_addresses (user_id, seen_at);

-- 0014-browser-passwords.sql
-- 1 for an entry that came with a browser password. Entries from before count as sent with a full one: nothing tells them apart.
alter table entries add column browser integer not null default 0;
-- A customId names first what came with a full password, then what is no spam, then the newest.
drop index entries_custom_id;
create index entries_custom_id on entries (caller_id, custom_id, browser, spam, id desc) where custom_id is not null;

-- How many bytes of CVs and large entries came with browser passwords. `address`: a keyed hash; empty for all together.
create table upload_bytes (
  day text not null,
  address text not null,
  bytes integer not null,
  primary key (day, address)
) strict, without rowid;

-- What a user is to be told of in one mail, because too many mails went to them within the hour.
create table held_notices (
  user_id integer not null references users (id) on delete cascade,
  entry_id integer not null references entries (id) on delete cascade,
  held_at text not null,
  primary key (user_id, entry_id)
) strict, without rowid;
create index held_notices_entry on held_notices (entry_id);
create index held_notices_held on held_notices (held_at);
create index mails_user on mails (user_id, created_at);

-- 0015-orientations.sql
-- The newest follow-ups of an orientation, however many updates it has had.
create index history_followups on history (entry_id, id) where change = 'followup';
-- When an attempt last failed: a clock that has jumped by half a year must not make a failure of minutes one of days.
alter table endpoints add column failed_at text;

-- Rows.
insert into "migrations" ("number", "name", "applied_at") values
  (1, '0001-begin', '2026-03-04T09:00:00.000Z'),
  (2, '0002-webhooks', '2026-03-04T09:00:00.000Z'),
  (3, '0003-acts', '2026-03-04T09:00:00.000Z'),
  (4, '0004-desk', '2026-03-04T09:00:00.000Z'),
  (5, '0005-mail', '2026-03-04T09:00:00.000Z'),
  (6, '0006-owners', '2026-03-04T09:00:00.000Z'),
  (7, '0007-rare-filters', '2026-03-04T09:00:00.000Z'),
  (8, '0008-suspicion', '2026-03-04T09:00:00.000Z'),
  (9, '0009-totp', '2026-03-04T09:00:00.000Z'),
  (10, '0010-conversions', '2026-03-04T09:00:00.000Z'),
  (11, '0011-lists-by-type', '2026-03-04T09:00:00.000Z'),
  (12, '0012-outbox', '2026-03-04T09:00:00.000Z'),
  (13, '0013-sign-ins', '2026-03-04T09:00:00.000Z'),
  (14, '0014-browser-passwords', '2026-03-04T09:00:00.000Z'),
  (15, '0015-orientations', '2026-03-04T09:00:00.000Z');
insert into "groups" ("id", "slug", "name", "detail") values
  (1, 'group_a', 'Groupe A', 'Trois EHPAD en Anjou'),
  (2, 'group_b', 'Groupe B', 'Deux EHPAD en Val de Loire'),
  (3, 'group_c', 'Groupe C', 'Un EHPAD à La Réunion, un EHPAD dans le Gard'),
  (4, 'senior', 'Villas seniors', 'Deux résidences services seniors');
insert into "establishments" ("id", "group_id", "name", "details") values
  (1, 1, 'Les Tilleuls', '{"seoTitleJob":"Emploi à Angers : EHPAD Les Tilleuls","slug":"les-tilleuls","siret":"00001007400011","urssafRef":"URSSAF Pays de la Loire","urssafNum":"497000000001234567","pictureName":"les-tilleuls.jpg","about":"À dix minutes à pied du centre d’Angers, Les Tilleuls accueille 82 personnes âgées dépendantes dans des chambres individuelles ouvertes sur un parc arboré. Une équipe soignante est présente jour et nuit ; la cuisine est faite sur place. Hébergement permanent et temporaire.","tvaNum":"FR67000010074","logoName":"les-tilleuls-logo.svg","prefectureEmail":"prefecture-49@example.org","prefectureFax":"02 61 91 00 11","regimeRetraite":"Agirc-Arrco","convention":"Hospitalisation privée (IDCC 2264)","collector":"Opérateur de compétences de la santé","status":"SAS","capital":"150 000 €","rcsRef":"Angers","rcsNum":"000 010 074 RCS Angers","regimePrevoyance":"Prévoyance des Coquelicots","regimeMutuelle":"Mutuelle des Coquelicots","banque":"Banque des Coquelicots","bic":"COQUFRPPXXX","iban":"FR7699999000010001000111146","sepa":"FR49ZZZ000001","phone":"02 61 91 00 10","email":"les-tilleuls@example.org","address":"14 rue du Parc","cp":"49000","city":"Angers","lat":"47.4711","lng":"-0.5518","googlemapLink":"https://www.google.com/maps/search/?api=1&query=47.4711,-0.5518"}'),
  (3, 1, 'Le Clos des Vignes', '{"seoTitleJob":"Emploi à Saumur : EHPAD Le Clos des Vignes","slug":"le-clos-des-vignes","siret":"00001021500010","urssafRef":"URSSAF Pays de la Loire","urssafNum":"497000000003703701","pictureName":"le-clos-des-vignes.jpg","about":"Au pied des coteaux de Saumur, Le Clos des Vignes est une maison de 64 chambres à taille familiale. Ateliers de cuisine, jardin potager et sorties en bord de Loire rythment la semaine. Hébergement permanent et temporaire.","tvaNum":"FR05000010215","logoName":"le-clos-des-vignes-logo.svg","prefectureEmail":"prefecture-49@example.org","prefectureFax":"02 61 91 00 31","regimeRetraite":"Agirc-Arrco","convention":"Hospitalisation privée (IDCC 2264)","collector":"Opérateur de compétences de la santé","status":"SAS","capital":"150 000 €","rcsRef":"Angers","rcsNum":"000 010 215 RCS Angers","regimePrevoyance":"Prévoyance des Coquelicots","regimeMutuelle":"Mutuelle des Coquelicots","banque":"Banque des Coquelicots","bic":"COQUFRPPXXX","iban":"FR7699999000030001000333343","sepa":"FR92ZZZ000003","phone":"02 61 91 00 30","email":"le-clos-des-vignes@example.org","address":"3 chemin des Coteaux","cp":"49400","city":"Saumur","lat":"47.2526","lng":"-0.0706","googlemapLink":"https://www.google.com/maps/search/?api=1&query=47.2526,-0.0706"}'),
  (4, 1, 'Les Hortensias', '{"seoTitleJob":"Emploi à Cholet : EHPAD Les Hortensias","slug":"les-hortensias","siret":"00001028000014","urssafRef":"URSSAF Pays de la Loire","urssafNum":"497000000004938268","pictureName":"les-hortensias.jpg","about":"Les Hortensias compte 90 places, dont une unité de vie protégée de 14 places pour les personnes atteintes de la maladie d’Alzheimer ou de troubles apparentés, avec son propre jardin clos. Un PASA accueille les résidents en journée. Hébergement permanent et temporaire.","tvaNum":"FR06000010280","logoName":"les-hortensias-logo.svg","prefectureEmail":"prefecture-49@example.org","prefectureFax":"02 61 91 00 41","regimeRetraite":"Agirc-Arrco","convention":"Hospitalisation privée (IDCC 2264)","collector":"Opérateur de compétences de la santé","status":"SAS","capital":"150 000 €","rcsRef":"Angers","rcsNum":"000 010 280 RCS Angers","regimePrevoyance":"Prévoyance des Coquelicots","regimeMutuelle":"Mutuelle des Coquelicots","banque":"Banque des Coquelicots","bic":"COQUFRPPXXX","iban":"FR7699999000040001000444490","sepa":"FR65ZZZ000004","phone":"02 61 91 00 40","email":"les-hortensias@example.org","address":"27 avenue des Jardins","cp":"49300","city":"Cholet","lat":"47.0598","lng":"-0.8795","googlemapLink":"https://www.google.com/maps/search/?api=1&query=47.0598,-0.8795"}'),
  (5, 2, 'La Roseraie', '{"seoTitleJob":"Emploi à Tours : EHPAD La Roseraie","slug":"la-roseraie","siret":"00001035500014","urssafRef":"URSSAF Centre-Val de Loire","urssafNum":"377000000006172835","pictureName":"la-roseraie.jpg","about":"Dans un quartier calme de Tours, à deux pas du tramway, La Roseraie accueille 86 résidents. Kinésithérapeutes, psychologue et animatrices interviennent toute la semaine ; les familles sont reçues à table sur réservation. Hébergement permanent et temporaire.","tvaNum":"FR37000010355","logoName":"la-roseraie-logo.svg","prefectureEmail":"prefecture-37@example.org","prefectureFax":"02 61 91 00 51","regimeRetraite":"Agirc-Arrco","convention":"Hospitalisation privée (IDCC 2264)","collector":"Opérateur de compétences de la santé","status":"SAS","capital":"150 000 €","rcsRef":"Tours","rcsNum":"000 010 355 RCS Tours","regimePrevoyance":"Prévoyance des Coquelicots","regimeMutuelle":"Mutuelle des Coquelicots","banque":"Banque des Coquelicots","bic":"COQUFRPPXXX","iban":"FR7699999000050001000555540","sepa":"FR38ZZZ000005","phone":"02 61 91 00 50","email":"la-roseraie@example.org","address":"8 allée des Rosiers","cp":"37000","city":"Tours","lat":"47.3900","lng":"0.6889","googlemapLink":"https://www.google.com/maps/search/?api=1&query=47.3900,0.6889"}'),
  (6, 2, 'Le Val Fleuri', '{"seoTitleJob":"Emploi à Blois : EHPAD Le Val Fleuri","slug":"le-val-fleuri","siret":"00001042100014","urssafRef":"URSSAF Centre-Val de Loire","urssafNum":"417000000007407402","pictureName":"le-val-fleuri.jpg","about":"Sur les hauteurs de Blois, Le Val Fleuri est une résidence de 70 chambres dont la moitié donne sur la vallée. L’équipe porte une attention particulière aux retours d’hospitalisation et aux séjours temporaires de répit. Hébergement permanent et temporaire.","tvaNum":"FR41000010421","logoName":"le-val-fleuri-logo.svg","prefectureEmail":"prefecture-41@example.org","prefectureFax":"02 61 91 00 61","regimeRetraite":"Agirc-Arrco","convention":"Hospitalisation privée (IDCC 2264)","collector":"Opérateur de compétences de la santé","status":"SAS","capital":"150 000 €","rcsRef":"Blois","rcsNum":"000 010 421 RCS Blois","regimePrevoyance":"Prévoyance des Coquelicots","regimeMutuelle":"Mutuelle des Coquelicots","banque":"Banque des Coquelicots","bic":"COQUFRPPXXX","iban":"FR7699999000060001000666687","sepa":"FR11ZZZ000006","phone":"02 61 91 00 60","email":"le-val-fleuri@example.org","address":"5 rue de la Fontaine","cp":"41000","city":"Blois","lat":"47.5861","lng":"1.3359","googlemapLink":"https://www.google.com/maps/search/?api=1&query=47.5861,1.3359"}'),
  (7, 3, 'Les Alizés', '{"seoTitleJob":"Emploi à Saint-Pierre : EHPAD Les Alizés","slug":"les-alizes","siret":"00001049600016","urssafRef":"URSSAF La Réunion","urssafNum":"974000000008641969","pictureName":"les-alizes.jpg","about":"Face au lagon de Saint-Pierre de La Réunion, Les Alizés accueille 60 personnes âgées autour d’une varangue où l’on se retrouve chaque après-midi. Cuisine créole préparée sur place, équipe soignante jour et nuit. Hébergement permanent et temporaire.","tvaNum":"FR72000010496","logoName":"les-alizes-logo.svg","prefectureEmail":"prefecture-974@example.org","prefectureFax":"02 61 91 00 71","regimeRetraite":"Agirc-Arrco","convention":"Hospitalisation privée (IDCC 2264)","collector":"Opérateur de compétences de la santé","status":"SAS","capital":"150 000 €","rcsRef":"Saint-Pierre","rcsNum":"000 010 496 RCS Saint-Pierre","regimePrevoyance":"Prévoyance des Coquelicots","regimeMutuelle":"Mutuelle des Coquelicots","banque":"Banque des Coquelicots","bic":"COQUFRPPXXX","iban":"FR7699999000070001000777737","sepa":"FR81ZZZ000007","phone":"02 61 91 00 70","email":"les-alizes@example.org","address":"40 rue des Flamboyants","cp":"97410","city":"Saint-Pierre","lat":"-21.3393","lng":"55.4781","googlemapLink":"https://www.google.com/maps/search/?api=1&query=-21.3393,55.4781"}'),
  (8, 3, 'Bel Air', '{"seoTitleJob":"Emploi à Nîmes : EHPAD Bel Air","slug":"bel-air","siret":"00001056100017","urssafRef":"URSSAF Languedoc-Roussillon","urssafNum":"307000000009876536","pictureName":"bel-air.jpg","about":"Au calme de la garrigue nîmoise, Bel Air propose 78 chambres climatisées autour d’un patio. Balnéothérapie, jardin des senteurs et chorale hebdomadaire ouverte aux familles. Hébergement permanent et temporaire.","tvaNum":"FR73000010561","logoName":"bel-air-logo.svg","prefectureEmail":"prefecture-30@example.org","prefectureFax":"04 65 71 00 81","regimeRetraite":"Agirc-Arrco","convention":"Hospitalisation privée (IDCC 2264)","collector":"Opérateur de compétences de la santé","status":"SAS","capital":"150 000 €","rcsRef":"Nîmes","rcsNum":"000 010 561 RCS Nîmes","regimePrevoyance":"Prévoyance des Coquelicots","regimeMutuelle":"Mutuelle des Coquelicots","banque":"Banque des Coquelicots","bic":"COQUFRPPXXX","iban":"FR7699999000080001000888884","sepa":"FR54ZZZ000008","phone":"04 65 71 00 80","email":"bel-air@example.org","address":"112 chemin de la Garrigue","cp":"30000","city":"Nîmes","lat":"43.8463","lng":"4.3454","googlemapLink":"https://www.google.com/maps/search/?api=1&query=43.8463,4.3454"}'),
  (9, 4, 'Villa Garance', '{"seoTitleJob":"Emploi à Nantes : résidence services seniors Villa Garance","slug":"villa-garance","siret":"00001063700015","urssafRef":"URSSAF Pays de la Loire","urssafNum":"447000000011111103","pictureName":"villa-garance.jpg","about":"Villa Garance est une résidence services seniors de 104 appartements, du studio au trois-pièces, au bord de la Loire à Nantes. Restaurant, piscine, conciergerie et présence de nuit pour des seniors autonomes. Séjours d’essai possibles.","tvaNum":"FR10000010637","logoName":"villa-garance-logo.svg","prefectureEmail":"prefecture-44@example.org","prefectureFax":"02 61 91 00 91","regimeRetraite":"Agirc-Arrco","convention":"Services à la personne (IDCC 3127)","collector":"Opérateur de compétences des services","status":"SAS","capital":"80 000 €","rcsRef":"Nantes","rcsNum":"000 010 637 RCS Nantes","regimePrevoyance":"Prévoyance des Coquelicots","regimeMutuelle":"Mutuelle des Coquelicots","banque":"Banque des Coquelicots","bic":"COQUFRPPXXX","iban":"FR7699999000090001000999934","sepa":"FR27ZZZ000009","phone":"02 61 91 00 90","email":"villa-garance@example.org","address":"19 quai des Mariniers","cp":"44000","city":"Nantes","lat":"47.2134","lng":"-1.5486","googlemapLink":"https://www.google.com/maps/search/?api=1&query=47.2134,-1.5486"}'),
  (10, 4, 'Villa Mimosa', '{"seoTitleJob":"Emploi à Antibes : résidence services seniors Villa Mimosa","slug":"villa-mimosa","siret":"00001070200017","urssafRef":"URSSAF Provence-Alpes-Côte d’Azur","urssafNum":"067000000012345670","pictureName":"villa-mimosa.jpg","about":"À quinze minutes à pied de la plage, Villa Mimosa compte 96 appartements avec terrasse ou balcon. Restaurant, salle de sport douce, bibliothèque et présence de nuit pour des seniors autonomes. Séjours d’hiver et d’essai possibles.","tvaNum":"FR11000010702","logoName":"villa-mimosa-logo.svg","prefectureEmail":"prefecture-06@example.org","prefectureFax":"04 65 71 01 01","regimeRetraite":"Agirc-Arrco","convention":"Services à la personne (IDCC 3127)","collector":"Opérateur de compétences des services","status":"SAS","capital":"80 000 €","rcsRef":"Antibes","rcsNum":"000 010 702 RCS Antibes","regimePrevoyance":"Prévoyance des Coquelicots","regimeMutuelle":"Mutuelle des Coquelicots","banque":"Banque des Coquelicots","bic":"COQUFRPPXXX","iban":"FR7699999000100001001111081","sepa":"FR97ZZZ000010","phone":"04 65 71 01 00","email":"villa-mimosa@example.org","address":"6 avenue des Pins","cp":"06600","city":"Antibes","lat":"43.5804","lng":"7.1251","googlemapLink":"https://www.google.com/maps/search/?api=1&query=43.5804,7.1251"}');
insert into "staff" ("id", "establishment_id", "name", "job", "medical", "doctor", "active") values
  (1, 5, 'Claire Dubois', 'Infirmière', 1, 0, 1);
insert into "announcements" ("id", "establishment_id", "title", "open") values
  (987, 6, 'Aide-soignant', 1);
insert into "callers" ("id", "name", "created_at") values
  (1, 'site', '2026-03-04T09:00:00.000Z');
insert into "passwords" ("id", "caller_id", "hash", "scope", "origins", "created_at", "revoked_at") values
  (1, 1, 'RbqjpiEqxwGIKZA09roGU2_-EhpMThuAyW6SdPLo3Ik', 'full', '[]', '2026-03-04T09:00:00.000Z', null);
insert into "endpoints" ("id", "caller_id", "url", "secret", "created_at", "events", "previous_secret", "previous_until", "state", "reason", "last_failed", "failing_since", "failed_at") values
  (1, 1, 'https://site.example.org/hooks', 'v1.Pyf5LvYk9M5iTGg9ygF7m9H34SKSNncfmZKQXAro4MIM2z99ENL5ikIz7mh_UuZA5B4ioYjpvLSSzkvsuy6UtyxsT5GEY9oIkjK0lw9j', '2026-03-04T09:00:00.000Z', null, null, null, 'on', null, 0, null, null);
insert into "partners" ("id", "slug", "created_at") values
  (1, 'partner', '2026-03-04T09:00:00.000Z');
insert into "tokens" ("id", "partner_id", "hash", "until", "created_at", "revoked_at") values
  (1, 1, 'fxRz9N01VEHdrfCLwf-O-c7FMf7XJSNSkfSkr0Iz04g', null, '2026-03-04T09:00:00.000Z', null);
insert into "users" ("id", "email", "name", "password_hash", "invitation_hash", "invitation_until", "disabled_at", "created_at", "mail", "totp_secret", "totp_since", "totp_step") values
  (1, 'user1@example.org', 'Hélène Faure', '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$TGpXBMqAD/PbvzWqMFVkzf7KAyF0MqyNcALhqLM3AyY', null, null, null, '2026-03-04T09:00:00.000Z', null, null, null, null);
insert into "entries" ("id", "kind", "establishment_id", "caller_id", "partner_id", "custom_id", "type", "sejour_type", "resultat", "motif", "status", "flagged", "test", "contact_date", "received_at", "comment", "comment_by", "gclid", "partnerid", "announcement_id", "fields", "extra", "sequence", "spam", "duplicate_of", "stage", "advertised", "owner_id", "suspicion", "browser") values
  (1, 'commercial', 5, 1, null, 'site-1', 'commercial.type.website', null, null, null, 'processed', 0, 0, '2026-03-04', '2026-03-04T09:00:00.000Z', null, null, 'Cj0', null, null, '{"firstNameClient":"Élodie","lastNameClient":"Lefèvre","phoneClient":"06 39 98 12 34","emailClient":"elodie@example.org"}', '{"utm":"x"}', 2, 0, null, 'Visite', 1, null, null, 0),
  (2, 'commercial', 5, 1, null, 'site-2', 'commercial.type.phone', null, null, null, 'processed', 0, 0, '2026-03-04', '2026-03-04T09:00:00.000Z', 'Deuxième demande', null, null, null, null, '{"lastNameClient":"Lefèvre"}', null, 1, 0, 1, null, 0, null, null, 0),
  (3, 'commercial', 5, 1, null, 'gone', null, null, null, null, 'new', 0, 0, '2026-03-04', '2026-03-04T09:00:00.000Z', null, null, null, null, null, '{}', null, 0, 0, null, null, 0, null, null, 0),
  (4, 'survey', 5, 1, null, 'survey-1', 'survey.type.complaint', null, null, null, 'new', 0, 0, '2026-03-04', '2026-03-04T09:00:00.000Z', null, null, null, null, null, '{}', '{"comment":"Repas froid"}', 0, 1, null, null, 0, null, null, 0),
  (5, 'postuler', 6, 1, null, 'job-1', null, null, null, null, 'new', 0, 0, '2026-03-04', '2026-03-04T09:00:00.000Z', null, null, null, null, 987, '{"lastName":"Petit","cv":{"name":"cv.pdf"}}', null, 0, 0, null, null, 0, null, null, 0),
  (6, 'commercial', null, null, 1, null, 'commercial.type.organisme', null, null, null, 'new', 0, 0, '2026-03-04', '2026-03-04T09:00:00.000Z', null, null, null, '1 / 1_1_1', null, '{"lastNameClient":"Roux"}', null, 0, 0, null, null, 0, null, null, 0);
insert into "entry_phones" ("key", "entry_id") values
  ('639981234', 1),
  ('639981235', 1);
insert into "relations" ("entry_id", "position", "fields", "extra") values
  (1, 0, '{"civilite":"contact.civility.mrs","firstName":"Paul","lastName":"Martin","cellphone":"06 39 98 12 35"}', null);
insert into "actions" ("entry_id", "position", "date", "time", "comment", "stage", "done", "author", "extra") values
  (1, 0, '2026-03-04', null, 'Rappelée', null, 1, null, null),
  (1, 1, '2026-03-04', '15:30', null, 'Visite', 1, 'Hélène Faure', null);
insert into "files" ("entry_id", "name", "type", "content") values
  (5, 'cv.pdf', 'application/pdf', x'255044462d312e340a312030206f626a3c3c2f547970652f436174616c6f672f50616765732032203020523e3e656e646f626a0a322030206f626a3c3c2f547970652f50616765732f4b6964735b33203020525d2f436f756e7420313e3e656e646f626a0a332030206f626a3c3c2f547970652f506167652f506172656e742032203020522f4d65646961426f785b3020302037322037325d3e3e656e646f626a0a787265660a3020340a303030303030303030302036353533352066200a30303030303030303039203030303030206e200a30303030303030303532203030303030206e200a30303030303030313031203030303030206e200a747261696c65723c3c2f53697a6520342f526f6f742031203020523e3e0a7374617274787265660a3136320a2525454f460a');
insert into "orientations" ("id", "partner_id", "numero", "entry_id", "message", "test") values
  (1, 1, '1 / 1_1_1', 6, '{"NumeroDemandeOrientationCR":"1 / 1_1_1","PersonneAgee / Nom":"Roux"}', 0);
insert into "receipts" ("sender", "key", "content_hash", "entry_id", "expires_at") values
  ('c1', 'customId:gone:w3TxRI042vNb88-JR-_2DXDpUkFLywN25vdurewaJlY', 'w3TxRI042vNb88-JR-_2DXDpUkFLywN25vdurewaJlY', 3, '2026-04-03T09:00:00.000Z'),
  ('c1', 'customId:job-1:u3KwbhqrM7XvQIthTXBtZ8M9duaIVGTcKiwOFBy0S2o', 'u3KwbhqrM7XvQIthTXBtZ8M9duaIVGTcKiwOFBy0S2o', 5, '2026-04-03T09:00:00.000Z'),
  ('c1', 'customId:site-1:rEPNBMF5xhaE5bPpy6Apeqs9CPv11YVU3_BMMfmLvlg', 'rEPNBMF5xhaE5bPpy6Apeqs9CPv11YVU3_BMMfmLvlg', 1, '2026-04-03T09:00:00.000Z'),
  ('c1', 'customId:site-2:ZY57U_d1PggKSbTRYFl6YXkfsLnWVHCnMF6Y88ODen8', 'ZY57U_d1PggKSbTRYFl6YXkfsLnWVHCnMF6Y88ODen8', 2, '2026-04-03T09:00:00.000Z'),
  ('c1', 'customId:survey-1:oM82roYpb1lJ1pA01znYqYq8sklySC_h3pJ37Ds_9oQ', 'oM82roYpb1lJ1pA01znYqYq8sklySC_h3pJ37Ds_9oQ', 4, '2026-04-03T09:00:00.000Z');
insert into "history" ("id", "entry_id", "at", "author", "change", "detail") values
  (1, 1, '2026-03-04T09:00:00.000Z', 'Hélène Faure', 'updated', '{"changes":{"status":{"from":"new","to":"processed"}},"actions":{"1":{"date":{"from":null,"to":"2026-03-04"},"time":{"from":null,"to":"15:30"},"stage":{"from":null,"to":"Visite"},"done":{"from":null,"to":true}}}}'),
  (2, 2, '2026-03-04T09:00:00.000Z', 'Hélène Faure', 'duplicate', '{"changes":{"status":{"from":"new","to":"processed"},"duplicateOf":{"from":null,"to":1}}}'),
  (3, 4, '2026-03-04T09:00:00.000Z', 'Hélène Faure', 'spam', '{"changes":{"spam":{"from":false,"to":true}}}');
insert into "contact_counts" ("year", "establishment_id", "total", "has_action") values
  (2026, 5, 2, 1);
insert into "installation" ("name", "value") values
  ('key_check', 'lM8xpbNMxT5mhIUqSwi62UM5vW_rzp6vMPbWpJDfbxM');
insert into "outbox" ("id", "endpoint_id", "entry_id", "webhook_id", "event", "sequence", "body", "created_at", "state", "attempts", "next_at", "finished_at") values
  (1, 1, 1, 'msg_N8j8fq_gIKtNUfcNLM8xmg', 'processed', 1, '{"event":"processed","customId":"site-1","sequence":1,"timestamp":"2026-03-04T09:00:00.000Z","test":false,"type":"commercial","data":{"id":1,"customId":"site-1","type":"commercial.type.website","sejourType":null,"resultat":null,"motif":null,"comment":null,"commentBy":null}}', '2026-03-04T09:00:00.000Z', 'pending', 0, '2026-03-04T09:00:00.000Z', null),
  (2, 1, 1, 'msg__GAxpBKixsy3X6v4XubyDw', 'action', 2, '{"event":"action","customId":"site-1","sequence":2,"timestamp":"2026-03-04T09:00:00.000Z","test":false,"type":"commercial","data":{"id":1,"customId":"site-1","type":"commercial.type.website","sejourType":null,"resultat":null,"motif":null,"comment":null,"commentBy":null}}', '2026-03-04T09:00:00.000Z', 'pending', 0, '2026-03-04T09:00:00.000Z', null),
  (3, 1, 2, 'msg_Ap24vBXTqKDHa-Z_YJR1iw', 'processed', 1, '{"event":"processed","customId":"site-2","sequence":1,"timestamp":"2026-03-04T09:00:00.000Z","test":false,"type":"commercial","data":{"id":2,"customId":"site-2","type":"commercial.type.phone","sejourType":null,"resultat":null,"motif":null,"comment":"Deuxième demande","commentBy":null}}', '2026-03-04T09:00:00.000Z', 'pending', 0, '2026-03-04T09:00:00.000Z', null),
  (4, 1, null, 'msg_gone', 'test', 0, '{}', '2026-03-04T09:00:00.000Z', 'delivered', 1, null, '2026-03-04T09:00:00.000Z');
insert into "attempts" ("id", "outbox_id", "at", "status", "ms", "cause", "answer") values
  (1, 1, '2026-03-04T09:00:00.000Z', null, 12, 'connection refused', '');
insert into "grants" ("id", "user_id", "role", "establishment_id") values
  (1, 1, 'administrator', null);
insert into "sessions" ("hash", "user_id", "created_at", "seen_at") values
  ('oc0dAbebGTSbYkOQQgGkGd_YBE9mqaq4GlG6KW0Tfd0', 1, '2026-03-04T09:00:00.000Z', '2026-03-04T09:00:00.000Z');
insert into "audit" ("id", "at", "user_id", "author", "address", "action", "subject", "subject_id", "detail") values
  (1, '2026-03-04T09:00:00.000Z', 1, 'user1@example.org', '127.0.0.1', 'signed-in', null, null, '{}'),
  (2, '2026-03-04T09:00:00.000Z', 1, 'user1@example.org', '127.0.0.1', 'changed', 'entry', 1, '{"act":"updated","changed":["status","actions"]}'),
  (3, '2026-03-04T09:00:00.000Z', 1, 'user1@example.org', '127.0.0.1', 'changed', 'entry', 2, '{"act":"duplicate","changed":["status","duplicateOf"]}'),
  (4, '2026-03-04T09:00:00.000Z', 1, 'user1@example.org', '127.0.0.1', 'changed', 'entry', 4, '{"act":"spam","changed":["spam"]}');
insert into "lead_counts" ("year", "establishment_id", "month", "type", "advertised", "reached", "count") values
  (2026, 5, 3, '', 0, 0, 1),
  (2026, 5, 3, 'commercial.type.phone', 0, 0, 0),
  (2026, 5, 3, 'commercial.type.website', 1, 2, 0),
  (2026, 5, 3, 'commercial.type.website', 1, 3, 1);
insert into "delay_counts" ("year", "establishment_id", "measure", "month", "value", "count") values
  (2026, 5, 'contact', 3, 330, 1);
insert into "notices" ("id", "entry_id", "created_at", "told", "digested") values
  (1, 1, '2026-03-04T09:00:00.000Z', 1, 0);
insert into "mails" ("id", "message_id", "user_id", "entry_id", "subject", "body", "created_at", "state", "attempts", "next_at", "finished_at", "cause") values
  (1, '1@accueil', 1, 1, 'Nouvelle demande', 'Bonjour', '2026-03-04T09:00:00.000Z', 'pending', 0, '2026-03-04T09:00:00.000Z', null, null);
insert into "recovery_codes" ("hash", "user_id") values
  ('hash of a code', 1);
insert into "conversion_settings" ("id", "enabled", "consent_assured", "qualified_name", "qualified_cents", "admitted_name", "admitted_cents", "password_hash", "password_made_at", "pulled_at") values
  (1, 1, 1, 'Qualifié', 5000, 'Admis', 150000, null, null, '2026-03-04T09:00:00.000Z');
insert into "conversions" ("id", "entry_id", "milestone", "converted_at", "name", "cents", "first_served_at", "retracted_at") values
  (1, 1, 'qualified', '2026-03-04T09:00:00.000Z', 'Qualifié', 5000, '2026-03-04T09:00:00.000Z', null);
insert into "known_addresses" ("hash", "user_id", "seen_at") values
  ('bCGTnww3BM3h6c_LbMaLWwkdPa6U1dSVKz9auZXo2ZM', 1, '2026-03-04T09:00:00.000Z'),
  ('hash of an address', 1, '2026-03-04T09:00:00.000Z');
insert into "upload_bytes" ("day", "address", "bytes") values
  ('2026-03-04', '', 4096);
insert into "held_notices" ("user_id", "entry_id", "held_at") values
  (1, 1, '2026-03-04T09:00:00.000Z');
insert into entry_words (rowid, words) values (1, 'elodie lefevre elodie@example.org paul martin');
insert into entry_words (rowid, words) values (2, 'lefevre');
insert into entry_words (rowid, words) values (5, 'petit');
insert into entry_words (rowid, words) values (6, 'roux');
-- The last of their numbers; some of their rows are gone.
update sqlite_sequence set seq = 1 where name = 'callers';
update sqlite_sequence set seq = 1 where name = 'passwords';
update sqlite_sequence set seq = 1 where name = 'partners';
update sqlite_sequence set seq = 1 where name = 'tokens';
update sqlite_sequence set seq = 1 where name = 'endpoints';
update sqlite_sequence set seq = 1 where name = 'users';
update sqlite_sequence set seq = 1 where name = 'grants';
update sqlite_sequence set seq = 4 where name = 'audit';
update sqlite_sequence set seq = 1 where name = 'staff';
update sqlite_sequence set seq = 9 where name = 'entries';
update sqlite_sequence set seq = 1 where name = 'orientations';
update sqlite_sequence set seq = 3 where name = 'history';
update sqlite_sequence set seq = 4 where name = 'outbox';
update sqlite_sequence set seq = 1 where name = 'attempts';
update sqlite_sequence set seq = 1 where name = 'notices';
update sqlite_sequence set seq = 1 where name = 'mails';
update sqlite_sequence set seq = 1 where name = 'conversions';
