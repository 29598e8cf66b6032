-- Users and credentials.

-- New roles: « Centre d'appels » and « Marketing ».
alter table grants drop constraint grants_role_check;
alter table grants add constraint grants_role_check
  check (role in ('administrator', 'direction', 'commercial', 'call-centre', 'marketing', 'reader', 'privacy'));

alter table users add column last_sign_in_at timestamptz;
-- Both are set, or neither is.
alter table users add column away_from date;
alter table users add column away_until date;

-- The last use is a day: a moment would be a write for each request.
alter table passwords add column label text;
alter table passwords add column last_used_on date;
alter table tokens add column label text;
alter table tokens add column last_used_on date;

-- A mail with a link that opens an account: its body is encrypted, and goes when the mail is finished.
alter table mails add column secret smallint not null default 0;
