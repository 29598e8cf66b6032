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
create index audit_subject on audit (subject, subject_id);
create index audit_user on audit (user_id);

-- What staff search an entry by: names, e-mail addresses. Kept by number alone: the words are nowhere else in it.
create virtual table entry_words using fts5 (
  words, content = '', contentless_delete = 1, detail = none, tokenize = "unicode61 tokenchars '@._+-'''"
);

-- The lists of the desk: what is neither a test, nor spam, nor a duplicate.
create index entries_listed on entries (kind, establishment_id, id)
  where test = 0 and spam = 0 and duplicate_of is null;
create index entries_listed_all on entries (kind, id)
  where test = 0 and spam = 0 and duplicate_of is null;
create index entries_waiting on entries (kind, establishment_id, id)
  where status = 'new' and test = 0 and spam = 0 and duplicate_of is null;
create index entries_flagged on entries (kind, establishment_id, id)
  where flagged = 1 and test = 0 and spam = 0 and duplicate_of is null;
create index entries_aside on entries (kind, id)
  where test = 1 or spam = 1 or duplicate_of is not null;
