-- Who signs in to the desk, and where each may do what.
create table users (
  id bigint generated always as identity primary key,
  email text not null unique,
  name text not null,
  password_hash text,
  invitation_hash text unique,
  invitation_until timestamptz,
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

-- Who did what, and who read whose record.
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
create index audit_subject on audit (subject, subject_id);
create index audit_user on audit (user_id);

-- What staff search an entry by: names, e-mail addresses.
create table entry_words (
  entry_id bigint primary key references entries (id) on delete cascade,
  words tsvector not null
);
create index entry_words_words on entry_words using gin (words);

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
