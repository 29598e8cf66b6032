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
