-- Users and credentials.

-- New roles: « Centre d'appels » and « Marketing ». SQLite can't change a check constraint.
create table grants_new (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  role text not null
    check (role in ('administrator', 'direction', 'commercial', 'call-centre', 'marketing', 'reader', 'privacy')),
  establishment_id integer references establishments (id)
) strict;
insert into grants_new select id, user_id, role, establishment_id from grants;
drop table grants;
alter table grants_new rename to grants;
create index grants_user on grants (user_id);

alter table users add column last_sign_in_at text;
-- Days. Both are set, or neither is.
alter table users add column away_from text;
alter table users add column away_until text;

-- The last use is a day: a moment would be a write for each request.
alter table passwords add column label text;
alter table passwords add column last_used_on text;
alter table tokens add column label text;
alter table tokens add column last_used_on text;

-- A mail with a link that opens an account: its body is encrypted, and goes when the mail is finished.
alter table mails add column secret integer not null default 0;
